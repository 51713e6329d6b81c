/** Runs `work` on every item by so many workers at once, each taking the next item when it is done with one; the results stand in the order of the items. */
export async function atOnce<Item, Result>(
  workers: number,
  items: readonly Item[],
  work: (item: Item, place: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const one = async (): Promise<void> => {
    for (const [place, item] of waiting) results[place] = await work(item, place);
  };
  await Promise.all(Array.from({ length: workers }, one));
  return results;
}
