import type { OutgoingRecord } from './port.ts';

/** What the relay publishes: a record that is committed in the store, and not yet known to be in the log. */
export interface OutboxRow {
  readonly id: string;
  readonly record: OutgoingRecord;
}

/** Where unpublished records wait. Keys are spread over lanes; one key is always in the same lane. */
export interface OutboxSource {
  /** Names its leases, hints and metrics. */
  readonly name: string;
  readonly lanes: number;
  /**
   * The next unpublished rows of `lanes`, seen by a majority, ordered by key and within a key by commit; only keys after `after`,
   * where it is given. Chosen by their state and never by "later than the last one": transactions commit out of order.
   */
  readonly read: (from: {
    readonly lanes: readonly number[];
    readonly after: string | undefined;
    readonly limit: number;
  }) => Promise<readonly OutboxRow[]>;
  /** Resolves when a majority knows: the next read does not give them again. */
  readonly markPublished: (ids: readonly string[]) => Promise<void>;
  /** Sets aside a row that the log will never take. */
  readonly park: (id: string, reason: string) => Promise<void>;
  /** When the oldest unpublished row was written, if there is one. */
  readonly oldestAt: () => Promise<Date | undefined>;
}
