import type { InventoryItem } from '@fulfilment/contracts';

/** The most changes that are sent off at once: as many as one transaction takes. */
const AT_ONCE = 100;

/**
 * Cuts items into runs that may be sent off at once: of one SKU they hold one item, or adjustments alone, which come out the same in
 * any order. A change may be put off behind others that were sent off with it; what must not overtake it waits for the next run.
 */
export function* orderlyRuns<Item>(
  items: readonly Item[],
  changeOf: (item: Item) => Pick<InventoryItem, 'op' | 'sku'>,
): Generator<readonly Item[]> {
  let run: Item[] = [];
  let touched = new Map<string, InventoryItem['op']>();
  for (const item of items) {
    const { op, sku } = changeOf(item);
    const before = touched.get(sku);
    const commutes = before === undefined || (before === 'adjust' && op === 'adjust');
    if (run.length === AT_ONCE || !commutes) {
      yield run;
      run = [];
      touched = new Map();
    }
    run.push(item);
    touched.set(sku, op);
  }
  if (run.length > 0) yield run;
}
