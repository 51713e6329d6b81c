import type { Event, Sku, SkuSnapshot } from './generated/schemas.ts';
import { isEvent } from './webhooks.ts';

/**
 * A copy of the stock in memory, kept by events of webhooks or of the feed, in any order and any number of times.
 *
 * ```ts
 * const mirror = new StockMirror();
 * for await (const event of client.feed({ places })) mirror.apply(event);
 * ```
 *
 * An account that is older than the feed (30 days) is loaded first, and the feed read from before the load.
 */
export class StockMirror implements Iterable<SkuSnapshot> {
  readonly #records = new Map<string, SkuSnapshot>();

  /** The record as the newest event told it, archived ones too; undefined for a SKU that no event has told of. */
  get(sku: string): SkuSnapshot | undefined {
    return this.#records.get(sku);
  }

  /**
   * Takes a record of a read, a list or an export. @returns false where the mirror has this version or a later one, with all its
   * locations.
   */
  load(record: Sku | SkuSnapshot): boolean {
    const held = this.#records.get(record.sku);
    if (held && !replaces(record, held)) return false;
    this.#records.set(record.sku, record);
    return true;
  }

  /** Takes an event. @returns false for an event that changes nothing: an old one, or one that is not of a SKU. */
  apply(event: Event): boolean {
    if (isEvent(event, 'inventory.updated') || isEvent(event, 'sku.updated')) return this.load(event.data);
    return false;
  }

  /** True if the mirror has the same version and quantities of a record, and all its locations: false for each SKU to look into. */
  agrees(record: Sku | SkuSnapshot): boolean {
    const held = this.#records.get(record.sku);
    return (
      held?.version === record.version &&
      !isTruncated(held) &&
      held.on_hand === record.on_hand &&
      held.allocated === record.allocated
    );
  }

  [Symbol.iterator](): IterableIterator<SkuSnapshot> {
    return this.#records.values();
  }
}

const isTruncated = (record: Sku | SkuSnapshot): boolean => 'stock_truncated' in record && record.stock_truncated === true;

/** Of one version, a record with all its locations replaces one that leaves some out. */
function replaces(record: Sku | SkuSnapshot, held: SkuSnapshot): boolean {
  return record.version > held.version || (record.version === held.version && isTruncated(held) && !isTruncated(record));
}
