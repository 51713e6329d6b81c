import { type LatencyCounts, quantile, sumOf } from './latency-histogram.ts';

/** What came of the attempts of some time. */
export interface AttemptCounts {
  readonly delivered: number;
  readonly refused: number;
  readonly failed: number;
  readonly latencies: LatencyCounts;
}

/** The same for people. */
export interface AttemptRates {
  readonly delivered: number;
  readonly refused: number;
  readonly failed: number;
  /** 0 to 1; null where there were no attempts. */
  readonly successRate: number | null;
  readonly latencyP50Ms: number | null;
  readonly latencyP95Ms: number | null;
}

/** The rates of several counts together. */
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
