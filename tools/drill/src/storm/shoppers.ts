import { orderRecord, type OrderStatus, problemDocument, skuRecord } from '@fulfilment/contracts';
import { delay, type Random, type Stoppable } from '@fulfilment/kernel';
import { type Client, keepBusy } from '../drilled-system.ts';
import type { Observed } from './history.ts';

/** SKUs of a tenant: one that never ends, one that many want and few get, and one whose every version is watched. */
export const SKUS = { plenty: 'MUG', scarce: 'LAST', counted: 'COUNTED' } as const;
/** Units of the scarce one. */
export const SCARCE = 25;
const PLENTY = 10_000_000;
const PAUSE_MS = 250;

/** The status in which an order's client left it. */
type End = Exclude<OrderStatus, 'pending'>;

/** The clients of one tenant, at work until they are stopped, and what they were told. */
export interface Shoppers extends Stoppable {
  readonly client: Client;
  /** Each order whose id was told, with the status in which it was left; null while its client is at it. */
  readonly orders: ReadonlyMap<string, End | null>;
  /** Orders of the scarce SKU that were created, and not cancelled. */
  readonly sold: () => number;
  readonly history: readonly Observed[];
  /** The ids of the events that a receiver got. */
  readonly events: ReadonlySet<string>;
  /** Requests that were answered for good. */
  readonly answered: () => number;
  /** Answers that no client expects. */
  readonly failures: readonly string[];
}

/** An answer that another try would not change. */
interface Final {
  readonly status: number;
  readonly text: string;
}

/** Opens the stock of a tenant, and lets so many clients work at it. @param pauseMs between two acts of a client; none by default. */
export async function startShoppers(
  client: Client,
  events: ReadonlySet<string>,
  { clients, pauseMs = 0, random }: { readonly clients: number; readonly pauseMs?: number | undefined; readonly random: Random },
): Promise<Shoppers> {
  await client.send('POST', '/inventory', { sku: SKUS.plenty, name: 'Mug', on_hand: PLENTY });
  await client.send('POST', '/inventory', { sku: SKUS.scarce, name: 'Last ones', on_hand: SCARCE });
  await client.send('POST', '/inventory', { sku: SKUS.counted, name: 'Counted', on_hand: 1_000 });
  const orders = new Map<string, End | null>();
  const scarce = new Set<string>();
  const history: Observed[] = [];
  const failures: string[] = [];
  let [named, answered] = [0, 0];

  /** As the reference asks for it: under one key until an answer is final. */
  const ask = async (method: string, path: string, body?: unknown): Promise<Final> => {
    named += 1;
    const fields = method === 'GET' ? {} : { 'idempotency-key': `storm-${named}` };
    for (;;) {
      const { status, text } = await client.send(method, path, body, fields);
      if (status !== 0 && (status < 400 || !isRetryable(text))) {
        answered += 1;
        return { status, text };
      }
      await delay(PAUSE_MS);
    }
  };
  const settled = async (id: string): Promise<End> => {
    for (;;) {
      const { status, pending_transition: pending } = orderRecord.parse(JSON.parse((await ask('GET', `/orders/${id}`)).text));
      if (status !== 'pending' && pending === null) return status;
      await delay(PAUSE_MS);
    }
  };
  const order = async (sku: string): Promise<void> => {
    const { status, text } = await ask('POST', '/orders', { lines: [{ sku, quantity: 1 }], allow_backorder: false });
    if (status !== 201 && status !== 202) return;
    const { id } = orderRecord.parse(JSON.parse(text));
    orders.set(id, null);
    let left = await settled(id);
    if (sku === SKUS.scarce && left === 'created') scarce.add(id);
    const steps = random.chance(0.2) ? ['cancel'] : random.chance(0.2) ? ['pack'] : ['pack', 'ship'];
    for (const step of left === 'created' ? steps : []) {
      await ask('POST', `/orders/${id}/${step}`, {});
      left = await settled(id);
    }
    if (left === 'cancelled') scarce.delete(id);
    orders.set(id, left);
  };
  const adjust = async (): Promise<void> => {
    const delta = random.chance(0.5) ? 1 + random.below(5) : -1 - random.below(5);
    const startedMs = performance.now();
    const { status, text } = await ask('POST', `/inventory/${SKUS.counted}/adjustments`, { delta, reason: 'correction' });
    if (status !== 201) return;
    const { record } = JSON.parse(text);
    const { version, on_hand: value } = skuRecord.parse(record);
    history.push({ startedMs, endedMs: performance.now(), version, value, delta });
  };
  const look = async (): Promise<void> => {
    const startedMs = performance.now();
    const { version, on_hand: value } = skuRecord.parse(JSON.parse((await ask('GET', `/inventory/${SKUS.counted}`)).text));
    history.push({ startedMs, endedMs: performance.now(), version, value });
  };
  const scan = async (): Promise<void> => {
    await ask('POST', '/scans', { barcode: '4006381333931' });
  };
  const acts = [() => order(SKUS.plenty), () => order(SKUS.plenty), () => order(SKUS.scarce), adjust, adjust, look, scan];
  const busy = keepBusy(clients, async () => {
    await random
      .of(acts)()
      .catch((error: unknown) => failures.push(String(error)));
    if (pauseMs > 0) await delay(pauseMs);
  });
  const sold = (): number => scarce.size;
  return { client, orders, sold, history, events, answered: () => answered, failures, stop: () => busy.stop() };
}

function isRetryable(text: string): boolean {
  try {
    return problemDocument.parse(JSON.parse(text)).retryable;
  } catch {
    return true; // No answer of the API: something in between was cut off.
  }
}
