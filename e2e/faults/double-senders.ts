import { orderRecord } from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import type { Call } from '../system/call.ts';
import type { Load } from './kill-under-load.ts';
import { type FinalAnswer, type NamedRequest, postUntilFinal } from './named-request.ts';

/** A request, and what each of its two senders heard. */
export interface SentTwice {
  readonly request: NamedRequest;
  readonly heard: readonly [FinalAnswer, FinalAnswer];
}

/** Clients that send each request twice at once under one idempotency key, without external ids, order after order. */
export interface DoubleSenders extends Load {
  /** Lets each finish what it has begun. @throws what went wrong in any of them. */
  stop(): Promise<readonly SentTwice[]>;
}

export interface DoubleOptions {
  readonly call: Call;
  readonly apiKey: string;
  readonly clients: number;
  readonly sku: string;
}

/** Every third order is cancelled once it is packed; the others are shipped. */
const CANCELLED_EVERY = 3;

export function startDoubleSenders({ call, apiKey, clients, sku }: DoubleOptions): DoubleSenders {
  const sent: SentTwice[] = [];
  const state = { stopping: false, finished: 0, pauseMs: 0 };

  const post = async (request: NamedRequest): Promise<string> => {
    const heard = await Promise.all([postUntilFinal(call, apiKey, request), postUntilFinal(call, apiKey, request)]);
    sent.push({ request, heard });
    return orderRecord.parse(heard[0].body).id;
  };
  const oneOrder = async (name: string, n: number): Promise<void> => {
    const id = await post({ key: `create ${name}`, path: '/orders', body: { lines: [{ sku, quantity: 1 }] } });
    for (const step of ['pack', n % CANCELLED_EVERY === 0 ? 'cancel' : 'ship']) {
      await post({ key: `${step} ${name}`, path: `/orders/${id}/${step}` });
    }
    state.finished += 1;
  };

  const running = Array.from({ length: clients }, async (_, client) => {
    for (let n = 1; !state.stopping; n += 1) {
      await oneOrder(`${client}-${n}`, n);
      // wait: the rate of the load.
      if (state.pauseMs > 0) await delay(state.pauseMs);
    }
  });
  // A client's failure is reported when the clients are stopped, not before.
  const all = Promise.allSettled(running);
  return {
    finished: () => state.finished,
    rest: (ms) => {
      state.pauseMs = ms;
    },
    stop: async () => {
      state.stopping = true;
      const failures = (await all).flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []));
      if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('\n'));
      return sent;
    },
  };
}
