/** The result of one of many. */
export type Result = { readonly state: 'waiting' | 'done' | 'recorded' } | { readonly state: 'failed'; readonly error: unknown };

interface Run<Item> {
  /** How many are under way at once, at most. */
  readonly atOnce: number;
  /** Begins no other once it ends; what is under way goes on to its result. */
  readonly signal: AbortSignal;
  readonly work: (item: Item) => Promise<Result>;
  readonly tell: (item: Item, result: Result) => void;
}

/** Does the same for each of many, in their order, and tells the result of each; a failure of one stops no other. */
export async function runEach<Item>(items: readonly Item[], { atOnce, signal, work, tell }: Run<Item>): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (signal.aborted) return;
      tell(item, await work(item).catch((error: unknown): Result => ({ state: 'failed', error })));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
