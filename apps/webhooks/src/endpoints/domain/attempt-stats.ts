/** Counts of attempts in a time span. */
export interface AttemptCounts {
  readonly delivered: number;
  readonly refused: number;
  readonly failed: number;
  readonly latencies: LatencyCounts;
}

/** Counts of attempts by latency bucket. */
export type LatencyCounts = Readonly<Record<string, number>>;

/** Counts of attempts with the success rate and latency quantiles. */
export interface AttemptRates extends Omit<AttemptCounts, 'latencies'> {
  /** 0 to 1; null without attempts. */
  readonly successRate: number | null;
  readonly latencyP50Ms: number | null;
  readonly latencyP95Ms: number | null;
}

/** The rates of the sum of several counts. */
export function ratesOf(counts: readonly AttemptCounts[]): AttemptRates {
  const total = (name: 'delivered' | 'refused' | 'failed'): number => counts.reduce((sum, each) => sum + each[name], 0);
  const [delivered, refused, failed] = [total('delivered'), total('refused'), total('failed')];
  const attempts = delivered + refused;
  const latencies = sumOf(counts.map((each) => each.latencies));
  return {
    delivered,
    refused,
    failed,
    successRate: attempts === 0 ? null : delivered / attempts,
    latencyP50Ms: quantile(latencies, 0.5),
    latencyP95Ms: quantile(latencies, 0.95),
  };
}

/** Four buckets for each doubling of the latency: a quantile is at most a fifth too high. */
const BUCKETS_PER_DOUBLING = 4;
/** Ends at 65 s, beyond any deadline. */
const LAST_BUCKET = 16 * BUCKETS_PER_DOUBLING;

/** The bucket of a latency in milliseconds, 0 to 64. */
export function bucketOf(latencyMs: number): number {
  const bucket = Math.ceil(BUCKETS_PER_DOUBLING * Math.log2(Math.max(1, latencyMs)));
  return Math.min(LAST_BUCKET, bucket);
}

/**
 * @param share 0.95 for the latency that 95 of 100 attempts do not exceed.
 * @returns milliseconds, the upper bound of the bucket; null without attempts.
 */
export function quantile(counts: LatencyCounts, share: number): number | null {
  const buckets = Object.entries(counts)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .toSorted((a, b) => a.bucket - b.bucket);
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  let left = total * share;
  for (const { bucket, count } of buckets) {
    left -= count;
    if (count > 0 && left <= 0) return Math.round(2 ** (bucket / BUCKETS_PER_DOUBLING));
  }
  return null;
}

/** The sum of several histograms. */
export function sumOf(histograms: readonly LatencyCounts[]): LatencyCounts {
  const sum: Record<string, number> = {};
  for (const counts of histograms) {
    for (const [bucket, count] of Object.entries(counts)) sum[bucket] = (sum[bucket] ?? 0) + count;
  }
  return sum;
}
