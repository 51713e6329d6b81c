/** Options of {@link memoizeWithTtl}. */
export interface MemoizeOptions<Value> {
  readonly read: (key: string) => Promise<Value>;
  /** A monotonic clock in milliseconds; `performance.now` by default. */
  readonly nowMs?: () => number;
}

/** The time to live is a multiple of the time of the read: reading takes a twentieth of one core at most, at any rate of calls. */
const TTL_PER_READ = 20;
const MIN_TTL_MS = 1_000;
const MAX_TTL_MS = 600_000;
const MAX_KEYS = 1_000;

interface Entry<Value> {
  readonly value: Promise<Value>;
  /** Infinite during the read, so that concurrent callers share it. */
  expiresAtMs: number;
}

/**
 * Memoizes a read by its key, with a time to live of 20 times the time of the read, at least a second and at most ten minutes.
 * Concurrent callers share one read; a failed read is not kept; 1 000 keys are kept, the oldest is dropped.
 */
export function memoizeWithTtl<Value>({
  read,
  nowMs = () => performance.now(),
}: MemoizeOptions<Value>): (key: string) => Promise<Value> {
  const entries = new Map<string, Entry<Value>>();
  const refresh = (key: string): Promise<Value> => {
    const startedAtMs = nowMs();
    const entry: Entry<Value> = { value: read(key), expiresAtMs: Number.POSITIVE_INFINITY };
    entries.delete(key);
    entries.set(key, entry);
    entry.value.then(
      () => (entry.expiresAtMs = nowMs() + ttlMs(nowMs() - startedAtMs)),
      () => entries.get(key) === entry && entries.delete(key),
    );
    const [oldest] = entries.keys();
    if (entries.size > MAX_KEYS && oldest !== undefined) entries.delete(oldest);
    return entry.value;
  };
  return (key) => {
    const known = entries.get(key);
    return known && nowMs() < known.expiresAtMs ? known.value : refresh(key);
  };
}

function ttlMs(readMs: number): number {
  return Math.min(Math.max(readMs * TTL_PER_READ, MIN_TTL_MS), MAX_TTL_MS);
}
