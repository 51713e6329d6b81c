import { delay } from '@fulfilment/kernel';
import { z } from 'zod';
import type { Balancer } from './balancer.ts';
import type { SteadyLoad } from './steady-load.ts';

export interface LivesOptions {
  readonly balancer: Balancer;
  readonly key: string;
  /** SKUs of which there is enough. */
  readonly skus: readonly string[];
  /** A SKU that orders wait for: units come one by one, and the orders are cancelled in the end. */
  readonly scarce: string;
  readonly clerks: number;
}

const order = z.looseObject({ id: z.string(), status: z.string(), pending_transition: z.string().nullable() });
type Shown = z.output<typeof order>;

interface OpenOrder {
  readonly id: string;
  readonly isScarce: boolean;
}

/** Orders that each clerk has open at once: with the pause each is open for a quarter of a minute, so that most end by another release. */
const OPEN_AT_ONCE = 12;
const PAUSE_MS = 1_000;
const LOOK_MS = 50;

/** Clerks who create SKUs and orders, change both, and ship or cancel those that have been open longest. */
export function startOrderLives({ balancer, key, skus, scarce, clerks }: LivesOptions): SteadyLoad {
  const faults: string[] = [];
  const state = { done: 0, stopping: false };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

  const asked = async (statuses: readonly number[], method: string, path: string, body?: unknown): Promise<unknown> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const { status, text } = await balancer.send({ method, path: `/v1${path}`, headers, ...sent });
    if (!statuses.includes(status)) throw new Error(`${method} ${path}: ${status} ${text}`);
    state.done += 1;
    return JSON.parse(text);
  };
  /** The order once nothing of it is under way. */
  const settled = async (id: string): Promise<Shown> => {
    for (;;) {
      const shown = order.parse(await asked([200], 'GET', `/orders/${id}`));
      if (shown.status !== 'pending' && shown.pending_transition === null) return shown;
      // wait: between two looks at a step under way, as a client does.
      await delay(LOOK_MS);
    }
  };
  const step = async (id: string, name: string): Promise<void> => {
    await asked([200, 202], 'POST', `/orders/${id}/${name}`, {});
    await settled(id);
  };
  const end = async ({ id, isScarce }: OpenOrder, n: number): Promise<void> => {
    await settled(id);
    await asked([200], 'PATCH', `/orders/${id}`, { note: `after ${n} others` });
    if (isScarce || n % 5 === 0) return await step(id, 'cancel');
    await step(id, 'pack');
    await step(id, 'ship');
  };
  const receive = (sku: string) => asked([201], 'POST', `/inventory/${sku}/adjustments`, { delta: 1, reason: 'receipt' });
  const open = async (clerk: number, n: number): Promise<OpenOrder> => {
    const isScarce = n % 2 === 0;
    if (isScarce) {
      if (n > 2) await receive(`LIFE-${clerk}-${n - 2}`);
      await asked([201], 'POST', '/inventory', { sku: `LIFE-${clerk}-${n}`, name: 'Made under way', on_hand: 5 });
      await receive(scarce);
    }
    const sku = isScarce ? scarce : (skus[n % skus.length] ?? '');
    const { id } = order.parse(await asked([201, 202], 'POST', '/orders', { lines: [{ sku, quantity: isScarce ? 2 : 1 }] }));
    return { id, isScarce };
  };
  const running = Array.from({ length: clerks }, async (_, clerk) => {
    const opened: OpenOrder[] = [];
    for (let n = 1; !state.stopping; n += 1) {
      try {
        opened.push(await open(clerk, n));
        const oldest = opened.length > OPEN_AT_ONCE ? opened.shift() : undefined;
        if (oldest) await end(oldest, n);
      } catch (error) {
        faults.push(String(error));
      }
      // wait: the pace of a clerk.
      await delay(PAUSE_MS);
    }
  });
  return {
    done: () => state.done,
    stop: async () => {
      state.stopping = true;
      await Promise.all(running);
      return faults;
    },
  };
}
