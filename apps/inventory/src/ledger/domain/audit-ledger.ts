/** An entry of the ledger, as far as it is added up. */
export interface LedgerEntry {
  readonly sku: string;
  readonly version: number;
  readonly line: number;
  readonly locationId: string;
  readonly delta: number;
  /** What it says is left at the place. */
  readonly balance: number;
}

/** What the movements of one SKU add up to. */
export interface LedgerTotals {
  /** Units by place, places without any left out. */
  readonly balances: ReadonlyMap<string, number>;
}

/** An entry that says something else than the ones up to it. */
export interface WrongBalance {
  readonly entry: LedgerEntry;
  readonly expected: number;
}

/** The ledger of one SKU while it is read. */
export interface OpenLedger extends LedgerTotals {
  /** Takes the next entry, by version and line. @returns what is wrong with it. */
  readonly take: (entry: LedgerEntry) => WrongBalance | undefined;
}

/** Adds entries up in the room of one number a place, however many entries there are. */
export function openLedger(): OpenLedger {
  const balances = new Map<string, number>();
  return {
    balances,
    take: (entry) => {
      const { locationId, delta, balance } = entry;
      const expected = (balances.get(locationId) ?? 0) + delta;
      if (expected === 0) balances.delete(locationId);
      else balances.set(locationId, expected);
      return expected === balance && expected >= 0 ? undefined : { entry, expected };
    },
  };
}
