import DataLoader from 'dataloader';

/**
 * Joins concurrent reads into one, and runs one at a time: a key that is asked for during a read waits for the next, so that
 * no value is older than the question, which a cache could not promise.
 *
 * @param maxKeys of one read.
 * @param read returns the values that exist, by key.
 */
export function batchedReads<Value>(
  maxKeys: number,
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  const waiting: (() => void)[] = [];
  let isReading = false;
  const dispatchNext = (): void => {
    const dispatch = waiting.shift();
    isReading = dispatch !== undefined;
    dispatch?.();
  };
  const loader = new DataLoader<string, Value | undefined>(
    async (keys) => {
      try {
        const found = await read([...new Set(keys)]);
        return keys.map((key) => found.get(key));
      } finally {
        dispatchNext();
      }
    },
    {
      cache: false,
      maxBatchSize: maxKeys,
      batchScheduleFn: (dispatch) => {
        waiting.push(dispatch);
        if (isReading) return;
        isReading = true;
        // All callers of this turn of the event loop, with whatever it has read from sockets, share the first read.
        setImmediate(dispatchNext);
      },
    },
  );
  return (key) => loader.load(key);
}
