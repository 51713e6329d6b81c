export interface Together<Value> {
  /** Keys of one read at most. */
  readonly most: number;
  /** @returns what there is, by key. */
  readonly read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;
}

interface Asked<Value> {
  readonly answer: Promise<Value | undefined>;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One read for all who ask at once. What is asked while a read is under way waits for the next: no answer is older than its
 * question, which a cache could not say.
 */
export function readTogether<Value>({ most, read }: Together<Value>): (key: string) => Promise<Value | undefined> {
  const waiting = new Map<string, Asked<Value>>();
  let reading = false;

  const readSome = async (): Promise<void> => {
    const asked = [...waiting].slice(0, most);
    for (const [key] of asked) waiting.delete(key);
    try {
      const found = await read(asked.map(([key]) => key));
      for (const [key, { resolve }] of asked) resolve(found.get(key));
    } catch (error) {
      for (const [, { reject }] of asked) reject(error);
    }
  };
  const readAll = async (): Promise<void> => {
    reading = true;
    // Whoever asks in this turn of the event loop, with whatever it has read of sockets, shares the first read.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.size > 0) await readSome();
    reading = false;
  };

  return (key) => {
    const same = waiting.get(key);
    if (same) return same.answer;
    const { promise: answer, resolve, reject } = Promise.withResolvers<Value | undefined>();
    waiting.set(key, { answer, resolve, reject });
    if (!reading) void readAll();
    return answer;
  };
}
