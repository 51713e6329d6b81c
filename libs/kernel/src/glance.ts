/** What is worth a look, and what it may cost. */
export interface GlanceParts<Value> {
  readonly read: (key: string) => Promise<Value>;
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number;
}

/** Looks at something by its key, now or a while ago. @throws whatever reading throws; that is not remembered. */
export type Glance<Value> = (key: string) => Promise<Value>;

/** So many times as long as it took to read is a value good: reading takes a twentieth of one core at most, however often is asked. */
const TIMES_ITS_COST = 20;
const SHORTEST_MS = 1_000;
const LONGEST_MS = 600_000;
const MOST_KEYS = 1_000;

interface Kept<Value> {
  readonly value: Promise<Value>;
  /** Infinite while it is being read. */
  goodUntilMs: number;
}

/**
 * Reads once for all who ask at once, and again only after 20 times as long as that took, at least a second and at most ten
 * minutes. The values of 1 000 keys are kept.
 */
export function makeGlance<Value>({ read, nowMs }: GlanceParts<Value>): Glance<Value> {
  const kept = new Map<string, Kept<Value>>();
  const look = (key: string): Promise<Value> => {
    const beganMs = nowMs();
    const value = read(key);
    const entry: Kept<Value> = { value, goodUntilMs: Number.POSITIVE_INFINITY };
    kept.delete(key);
    kept.set(key, entry);
    value.then(
      () => (entry.goodUntilMs = nowMs() + Math.min(Math.max((nowMs() - beganMs) * TIMES_ITS_COST, SHORTEST_MS), LONGEST_MS)),
      () => kept.get(key) === entry && kept.delete(key),
    );
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEYS && oldest !== undefined) kept.delete(oldest);
    return value;
  };
  return (key) => {
    const known = kept.get(key);
    return known && nowMs() < known.goodUntilMs ? known.value : look(key);
  };
}
