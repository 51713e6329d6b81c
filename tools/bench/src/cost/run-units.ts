import { Pool } from 'undici';
import { z } from 'zod';
import { quantile, repeat, type SendUnits, type SentUnits } from './jobs.ts';

const PAGE = 50;
const SCAN = { barcode: '4006381333931', type: 'pick', quantity: 1, device_id: 'gun-7' } as const;
const order = z.looseObject({ id: z.string(), allocation: z.string() });

type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<{ readonly ok: boolean; readonly text: string }>;
type Draw = () => string;

/** One unit of each path. @returns true where every step was done. */
const PATHS: Readonly<Record<SendUnits['unit'], (ask: Ask, draw: Draw, allocated: () => void) => Promise<boolean>>> = {
  order: async (ask, draw, allocated) => {
    const [first, second] = [draw(), draw()];
    const lines = [...new Set([first, second])].map((sku) => ({ sku, quantity: 1 }));
    const created = await ask('POST', '/v1/orders', { lines });
    if (!created.ok) return false;
    const { id, allocation } = order.parse(JSON.parse(created.text));
    if (allocation === 'allocated') allocated();
    return (await ask('POST', `/v1/orders/${id}/pack`, {})).ok && (await ask('POST', `/v1/orders/${id}/ship`, {})).ok;
  },
  race: async (ask, draw, allocated) => {
    const created = await ask('POST', '/v1/orders', { lines: [{ sku: draw(), quantity: 1 }] });
    if (created.ok && order.parse(JSON.parse(created.text)).allocation === 'allocated') allocated();
    return created.ok;
  },
  adjustment: async (ask, draw) => (await ask('POST', `/v1/inventory/${draw()}/adjustments`, { delta: 1, reason: 'receipt' })).ok,
  scan: async (ask) => (await ask('POST', '/v1/scans', SCAN)).ok,
  read: async (ask, draw) => (await ask('GET', `/v1/inventory/${draw()}`)).ok,
  page: async (ask) => (await ask('GET', `/v1/inventory?limit=${PAGE}`)).ok,
};

/** Sends units of one path. A second line of an order is another SKU; where there is only one, the order has one line. */
export async function runUnits({ unit, origin, tenants, skus, ...extent }: SendUnits): Promise<SentUnits> {
  const pool = new Pool(origin, { connections: extent.atOnce, pipelining: 1 });
  const [units, steps]: [number[], number[]] = [[], []];
  const others = new Map<number, number>();
  let allocated = 0;
  const askerOf =
    (headers: Readonly<Record<string, string>>): Ask =>
    async (method, path, body) => {
      const askedAt = performance.now();
      const response = await pool.request({ method, path, headers, body: body ? JSON.stringify(body) : null });
      const text = await response.body.text();
      steps.push(performance.now() - askedAt);
      const { statusCode: status } = response;
      const ok = status === 200 || status === 201;
      if (!ok) others.set(status, (others.get(status) ?? 0) + 1);
      return { ok, text };
    };
  const askers = tenants.map(askerOf);
  const once = async (client: number): Promise<void> => {
    const ask = askers[client % askers.length];
    const beganAt = performance.now();
    if (ask && (await PATHS[unit](ask, makeDraw(skus), () => (allocated += 1)))) units.push(performance.now() - beganAt);
  };
  try {
    const { elapsedMs } = await repeat(extent, once);
    const [p50Ms, p99Ms, stepP50Ms] = [quantile(units, 0.5), quantile(units, 0.99), quantile(steps, 0.5)];
    return { elapsedMs, done: units.length, others: Object.fromEntries(others), p50Ms, p99Ms, stepP50Ms, allocated };
  } finally {
    await pool.close();
  }
}

/** Draws evenly, and never the same twice one after the other where there are several. */
function makeDraw(skus: readonly string[]): Draw {
  let last = -1;
  return () => {
    const others = last === -1 ? skus.length : Math.max(1, skus.length - 1);
    const drawn = Math.floor(Math.random() * others);
    last = last !== -1 && drawn >= last && skus.length > 1 ? drawn + 1 : drawn;
    return skus[last] ?? '';
  };
}
