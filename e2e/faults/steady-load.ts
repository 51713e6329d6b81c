import { delay } from '@fulfilment/kernel';
import type { Balancer, BalancedRequest } from './balancer.ts';

/** Requests that come at their own pace, however long each takes. */
export interface SteadyLoad {
  /** Requests that were answered as they should be so far. */
  done(): number;
  /** Waits for requests in flight. @returns wrong answers. */
  stop(): Promise<readonly string[]>;
}

export interface LoadOptions {
  readonly balancer: Balancer;
  readonly key: string;
  /** SKUs that are there. */
  readonly skus: readonly string[];
  readonly perSecond: number;
}

interface Wanted {
  readonly request: Omit<BalancedRequest, 'headers'>;
  readonly statuses: readonly number[];
}

const TICK_MS = 50;
/** More than these under way at once would only measure the machine. */
const MOST_UNDER_WAY = 64;

/** Half of it reads, half writes, over all services. */
export function startSteadyLoad({ balancer, key, skus, perSecond }: LoadOptions): SteadyLoad {
  const faults: string[] = [];
  const underWay = new Set<Promise<void>>();
  const state = { sent: 0, done: 0, stopping: false };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const one = async (wanted: Wanted): Promise<void> => {
    const what = `${wanted.request.method} ${wanted.request.path}`;
    try {
      const { status } = await balancer.send({ ...wanted.request, headers });
      if (wanted.statuses.includes(status)) state.done += 1;
      else faults.push(`${what}: ${status}`);
    } catch (error) {
      faults.push(`${what}: ${String(error)}`);
    }
  };
  const send = (): void => {
    state.sent += 1;
    const going = one(wantedOf(state.sent, skus)).finally(() => underWay.delete(going));
    underWay.add(going);
  };
  const running = (async () => {
    for (let due = 0; !state.stopping; due += (perSecond * TICK_MS) / 1_000) {
      while (state.sent < due && underWay.size < MOST_UNDER_WAY) send();
      // wait: the rate of the load.
      await delay(TICK_MS);
    }
  })();
  return {
    done: () => state.done,
    stop: async () => {
      state.stopping = true;
      await running;
      await Promise.all(underWay);
      return faults;
    },
  };
}

function wantedOf(n: number, skus: readonly string[]): Wanted {
  const sku = skus[n % skus.length] ?? '';
  const kinds: readonly Wanted[] = [
    { request: { method: 'GET', path: `/v1/inventory/${sku}` }, statuses: [200] },
    { request: post('/v1/scans', { barcode: `scan ${n}` }), statuses: [201] },
    { request: { method: 'GET', path: '/v1/orders?limit=5' }, statuses: [200] },
    // 202: the order will be there; what inventory says of it was on its way when the answer was due.
    { request: post('/v1/orders', { lines: [{ sku, quantity: 1 }] }), statuses: [201, 202] },
    { request: { method: 'GET', path: '/v1/events?limit=5' }, statuses: [200] },
    { request: post('/v1/inventory', { sku: `NEW-${n}`, name: 'New' }), statuses: [201] },
  ];
  return kinds[n % kinds.length] ?? { request: { method: 'GET', path: '/v1/scans' }, statuses: [200] };
}

function post(path: string, body: unknown): Wanted['request'] {
  return { method: 'POST', path, body: JSON.stringify(body) };
}
