import type { SentRequests } from '../load/jobs.ts';

/** How often something was done in a second. */
export interface Rate {
  readonly what: string;
  readonly perSecond: number;
  /** Milliseconds that half of the answers took at most; missing where there are no answers. */
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  /** What else is to be known of the number. */
  readonly remark: string;
}

/** The rate of the answers that were a success; the others are remarked on. */
export function rateOf(what: string, sent: SentRequests, remark = ''): Rate {
  const { statuses, elapsedMs, p50Ms, p99Ms } = sent;
  const others = Object.entries(statuses).filter(([status]) => !isSuccess(status));
  const remarks = [remark, ...others.map(([status, count]) => `${count} × ${status}`)].filter((text) => text !== '');
  return { what, perSecond: (successes(sent) / elapsedMs) * 1_000, p50Ms, p99Ms, remark: remarks.join(', ') };
}

export function successes({ statuses }: Pick<SentRequests, 'statuses'>): number {
  return Object.entries(statuses).reduce((sum, [status, count]) => (isSuccess(status) ? sum + count : sum), 0);
}

/** The middle one of what was measured. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

// 202 says that it is not done yet.
const isSuccess = (status: string): boolean => status === '200' || status === '201';
