/** The last that it holds for, of those that it holds for first and then no more; found by halves. */
export function lastWhere<Item>(items: readonly Item[], holds: (item: Item) => boolean): Item | undefined {
  let from = 0;
  let to = items.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const item = items[middle];
    if (item !== undefined && holds(item)) from = middle + 1;
    else to = middle;
  }
  return items[from - 1];
}
