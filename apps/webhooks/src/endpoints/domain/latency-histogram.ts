/** Buckets for each doubling of the latency: what is read off is at most a fifth too high. */
const STEPS_A_DOUBLING = 4;
/** Ends at 65 s, beyond any deadline. */
const LAST_BUCKET = 16 * STEPS_A_DOUBLING;

/** Counts by bucket. */
export type LatencyCounts = Readonly<Record<string, number>>;

/** The bucket of a latency in milliseconds, 0 to 64. */
export function bucketOf(latencyMs: number): number {
  const step = Math.ceil(STEPS_A_DOUBLING * Math.log2(Math.max(1, latencyMs)));
  return Math.min(LAST_BUCKET, step);
}

/**
 * @param share 0.95 for the latency that 95 of 100 stay within.
 * @returns milliseconds, the upper end of the bucket it falls in; null where nothing was counted.
 */
export function quantile(counts: LatencyCounts, share: number): number | null {
  const buckets = Object.entries(counts)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .toSorted((a, b) => a.bucket - b.bucket);
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  let left = total * share;
  for (const { bucket, count } of buckets) {
    left -= count;
    if (count > 0 && left <= 0) return Math.round(2 ** (bucket / STEPS_A_DOUBLING));
  }
  return null;
}

/** The counts of several histograms in one. */
export function sumOf(histograms: readonly LatencyCounts[]): LatencyCounts {
  const sum: Record<string, number> = {};
  for (const counts of histograms) {
    for (const [bucket, count] of Object.entries(counts)) sum[bucket] = (sum[bucket] ?? 0) + count;
  }
  return sum;
}
