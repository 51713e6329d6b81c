import { sentRequests } from '../load/jobs.ts';
import { type Bench, median, type Rate, rateOf } from '../measures/bench.ts';
import type { LargeExtent } from './extent.ts';

/** A read that is measured. */
export interface Read {
  readonly what: string;
  /** Asked in turn. */
  readonly paths: readonly string[];
  /** Starts the work that goes on beside it; returns what ends that. */
  readonly beside?: () => () => Promise<void>;
}

/** A read's rate, and its share of that of the first one. */
export interface Compared {
  readonly rate: Rate;
  readonly share: number;
  /** The smallest and the largest of the rounds. */
  readonly range: readonly [number, number];
}

const AT_ONCE = 8;

/** Measures reads in rounds, in each of which they take turns; the first round only warms up. The first read is the measure of the others. */
export async function readInTurns(
  { subject, customer, load }: Pick<Bench, 'subject' | 'customer' | 'load'>,
  reads: readonly Read[],
  { rounds, roundMs }: Pick<LargeExtent, 'rounds' | 'roundMs'>,
): Promise<readonly Compared[]> {
  const measured = reads.map((): Rate[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [place, { what, paths, beside }] of reads.entries()) {
      const end = beside?.();
      const job = { kind: 'send-requests', origin: subject.gatewayUrl, method: 'GET', cycle: true, atOnce: AT_ONCE } as const;
      const sent = await load.run({ ...job, paths, headers: customer.headers, forMs: roundMs }, sentRequests);
      await end?.();
      if (round > 0) measured[place]?.push(rateOf(what, sent, `${AT_ONCE} at once`));
    }
  }
  const [first = []] = measured;
  return measured.map((rates) => compared(rates, first));
}

function compared(rates: readonly Rate[], first: readonly Rate[]): Compared {
  const perSecond = median(rates.map((rate) => rate.perSecond));
  const rate = rates.find((each) => each.perSecond === perSecond);
  if (!rate) throw new Error('nothing was measured');
  const shares = rates.map((each, round) => each.perSecond / (first[round]?.perSecond ?? 1));
  return { rate, share: median(shares), range: [Math.min(...shares), Math.max(...shares)] };
}
