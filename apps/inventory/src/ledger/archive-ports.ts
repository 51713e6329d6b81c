/** A SKU with entries that may be moved to cold storage. */
export interface ArchivableLedger {
  readonly tenant: string;
  readonly sku: string;
  /** The version of its checkpoint, up to which the entries were verified. */
  readonly through: number;
}

/** Ledgers of SKUs that follow one another. */
export interface ArchivablePage {
  /** Those whose first entry may be moved. */
  readonly ledgers: readonly ArchivableLedger[];
  /** Keys of SKUs whose checkpoint is damaged: nothing of them is moved. */
  readonly damaged: readonly string[];
  /** The key of the last SKU of the page; undefined where there are no others behind it. */
  readonly last: string | undefined;
}

/** The result of one move. */
export interface Moved {
  readonly entries: number;
  /** The number of ledgers, from the first on, that have nothing left to move. */
  readonly done: number;
  /** Ledgers that cannot be moved, each with the reason. */
  readonly faults: readonly string[];
}

export interface ArchiveStore {
  /**
   * Shuts out processes of releases that do not read cold storage, for good: a repeated idempotency key would move stock again in them.
   *
   * @returns false where `stopped` came first; nothing may be moved then.
   */
  shutOutOthers(stopped: AbortSignal): Promise<boolean>;
  /** The next SKUs of all tenants behind the key `after` that have a checkpoint; `before` bounds the age of entries. */
  ledgers(after: string, before: Date): Promise<ArchivablePage>;
  /** The number of entries of a ledger that may be moved. */
  count(ledger: ArchivableLedger, before: Date): Promise<number>;
  /**
   * Moves the first entries of the first ledgers, whole versions, about `atMost`, in one transaction: each entry is in one collection, and
   * those in cold storage are the first of their SKU.
   */
  move(ledgers: readonly ArchivableLedger[], before: Date, atMost: number): Promise<Moved>;
}
