import type { Call } from '../system/call.ts';
import { startClerks } from './clerks.ts';
import type { Load } from './kill-under-load.ts';
import { type FinalAnswer, type NamedRequest, postUntilFinal } from './named-request.ts';

/** A request that changes stock, and what each of its two senders heard. */
export interface CountedTwice {
  readonly request: NamedRequest;
  /** Units that it adds, or takes away, if it is done once. */
  readonly units: number;
  readonly heard: readonly [FinalAnswer, FinalAnswer];
}

/** Clerks who change the stock of a SKU and send each request twice at once under one idempotency key. */
export interface DoubleClerks extends Load {
  /** Requests of which no sender heard the first telling of the answer, so far. */
  repeated(): number;
  /** Lets each finish what it has begun. @throws what went wrong in any of them. */
  stop(): Promise<readonly CountedTwice[]>;
}

export interface ClerkOptions {
  readonly call: Call;
  readonly apiKey: string;
  readonly clerks: number;
  readonly sku: string;
}

type Change = Pick<CountedTwice, 'request' | 'units'>;

export function startDoubleClerks({ call, apiKey, clerks, sku }: ClerkOptions): DoubleClerks {
  const sent: CountedTwice[] = [];
  const working = startClerks(clerks, async (clerk, n) => {
    const { request, units } = changeOf(sku, `${clerk}-${n}`, n);
    const heard = await Promise.all([postUntilFinal(call, apiKey, request), postUntilFinal(call, apiKey, request)]);
    sent.push({ request, units, heard });
  });
  return {
    ...working,
    repeated: () => sent.filter(({ heard }) => heard.every(({ replayed }) => replayed)).length,
    stop: async () => {
      await working.stop();
      return sent;
    },
  };
}

const adjust = (delta: number) => ({ delta, reason: 'recount' });

/** Now one adjustment, now a batch of all or none, now one of each by itself. */
function changeOf(sku: string, name: string, n: number): Change {
  if (n % 3 === 1) {
    return { request: { key: name, path: `/inventory/${sku}/adjustments`, body: adjust(2) }, units: 2 };
  }
  const items = [5, -1, -3].map((delta) => ({ op: 'adjust', sku, ...adjust(delta) }));
  const mode = n % 3 === 2 ? 'atomic' : 'partial';
  return { request: { key: name, path: '/inventory/batch', body: { mode, items } }, units: 1 };
}
