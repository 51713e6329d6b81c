import { Pool } from 'undici';
import { z } from 'zod';
import { quantile, repeat, type SendUnits, type SentUnits } from './jobs.ts';

const PAGE = 50;
const RESERVED_SECONDS = 600;
const SCAN = { barcode: '4006381333931', type: 'pick', quantity: 1, device_id: 'gun-7' } as const;
const identified = z.looseObject({ id: z.string() });
const order = identified.extend({ allocation: z.string() });

type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<{ readonly ok: boolean; readonly text: string }>;
type Draw = () => string;

interface Client extends Pick<SendUnits, 'warehouses'> {
  readonly ask: Ask;
  readonly draw: Draw;
  readonly allocated: () => void;
  /** An order that no other client edits. */
  readonly own?: { readonly id: string; readonly line: string } | undefined;
}

/** Two SKUs; where there is only one, one. */
const twoLines = (draw: Draw) => [...new Set([draw(), draw()])].map((sku) => ({ sku, quantity: 1 }));

/** Orders whose line has a unit more than it was created with; a process edits them for as long as it runs. */
const raised = new Set<string>();

/** One unit of each path. @returns true where every step was done. */
const PATHS: Readonly<Record<SendUnits['unit'], (client: Client) => Promise<boolean>>> = {
  order: async (client) => placeAndShip(client, { lines: twoLines(client.draw) }),
  warehouses: async (client) => {
    const { warehouses = [], draw } = client;
    const drawn = draw();
    const lines = warehouses.map((code) => ({ sku: `${code}-${drawn}`, quantity: 1 }));
    return placeAndShip(client, { lines, ship_from: warehouses, split: 'within_line' });
  },
  edit: async ({ ask, own }) => {
    if (!own) return false;
    const quantity = raised.has(own.id) ? 1 : 2;
    const { ok } = await ask('POST', `/v1/orders/${own.id}/edit`, { mode: 'patch', lines: [{ id: own.line, quantity }] });
    if (ok && quantity === 2) raised.add(own.id);
    if (ok && quantity === 1) raised.delete(own.id);
    return ok;
  },
  reservation: async ({ ask, draw }) => {
    const lines = twoLines(draw);
    const made = await ask('POST', '/v1/reservations', { lines, expires_in: RESERVED_SECONDS });
    if (!made.ok) return false;
    const { id } = identified.parse(JSON.parse(made.text));
    return (await ask('POST', '/v1/orders', { lines, reservation_id: id })).ok;
  },
  race: async ({ ask, draw, allocated }) => {
    const created = await ask('POST', '/v1/orders', { lines: [{ sku: draw(), quantity: 1 }] });
    if (created.ok && order.parse(JSON.parse(created.text)).allocation === 'allocated') allocated();
    return created.ok;
  },
  adjustment: async ({ ask, draw }) =>
    (await ask('POST', `/v1/inventory/${draw()}/adjustments`, { delta: 1, reason: 'receipt' })).ok,
  scan: async ({ ask }) => (await ask('POST', '/v1/scans', SCAN)).ok,
  read: async ({ ask, draw }) => (await ask('GET', `/v1/inventory/${draw()}`)).ok,
  page: async ({ ask }) => (await ask('GET', `/v1/inventory?limit=${PAGE}`)).ok,
};

async function placeAndShip({ ask, allocated }: Client, body: object): Promise<boolean> {
  const created = await ask('POST', '/v1/orders', body);
  if (!created.ok) return false;
  const { id, allocation } = order.parse(JSON.parse(created.text));
  if (allocation === 'allocated') allocated();
  return (await ask('POST', `/v1/orders/${id}/pack`, {})).ok && (await ask('POST', `/v1/orders/${id}/ship`, {})).ok;
}

/** Sends units of one path. A second line of an order is another SKU; where there is only one, the order has one line. */
export async function runUnits({ unit, origin, tenants, skus, orders, warehouses, ...extent }: SendUnits): Promise<SentUnits> {
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
    const own = orders?.[client % askers.length]?.[Math.floor(client / askers.length)];
    const beganAt = performance.now();
    const sender = ask && { ask, own, warehouses, draw: makeDraw(skus), allocated: () => (allocated += 1) };
    if (sender && (await PATHS[unit](sender))) units.push(performance.now() - beganAt);
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
