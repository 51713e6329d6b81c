import { orderRecord, type OrderRecord } from '@fulfilment/contracts';
import type { Call } from '../system/call.ts';
import { type Clerks, startClerks } from './clerks.ts';
import { type FinalAnswer, postUntilFinal } from './named-request.ts';

/** SKUs: one of which most is sold, and one that some orders have a second line of. */
export const SOLD = ['MUG', 'CUP'] as const;
type Sku = (typeof SOLD)[number];

export interface WarehouseClerkOptions {
  readonly call: Call;
  readonly apiKey: string;
  /** Two warehouses: their codes and ids, and the units of each SKU that lie there at first. */
  readonly warehouses: readonly [Warehouse, Warehouse];
}

export interface Warehouse {
  readonly code: string;
  readonly id: string;
  readonly units: number;
}

/** Clerks who move stock between two warehouses, and place, reassign, ship and cancel orders that hold units there. */
export interface WarehouseClerks extends Clerks {
  /** Units of a SKU that lie in a warehouse if each request was done once or refused as it was answered. */
  readonly lying: (sku: string, code: string) => number;
  /** Ids of the orders that were placed. */
  readonly orders: readonly string[];
  /** Requests that were done, by what they asked for. */
  readonly done: ReadonlyMap<string, number>;
}

/** Those who move stock, and those who place orders. */
const [MOVERS, SELLERS] = [2, 6];
/** Orders that a clerk leaves open at once. */
const LEFT_OPEN = 2;
/** Units of a receipt: with as many as are shipped, some are free to be reassigned and transferred, however long the clerks work. */
const RECEIVED = 4;

export function startWarehouseClerks({ call, apiKey, warehouses }: WarehouseClerkOptions): WarehouseClerks {
  const units = new Map(warehouses.flatMap(({ code, units: each }) => SOLD.map((sku) => [`${sku} ${code}`, each])));
  const done = new Map<string, number>();
  const orders: string[] = [];
  const open = new Map<number, string[]>();
  const lying = (sku: string, code: string): number => units.get(`${sku} ${code}`) ?? 0;
  const move = (sku: string, code: string, by: number): void => void units.set(`${sku} ${code}`, lying(sku, code) + by);

  /** @returns the answer, where the request was done. */
  const post = async (name: string, key: string, path: string, body: unknown = {}): Promise<FinalAnswer | undefined> => {
    const answer = await postUntilFinal(call, apiKey, { key: `${key} ${name}`, path, body });
    if (answer.status >= 400 && answer.status !== 409) throw new Error(`${name} is answered ${JSON.stringify(answer)}`);
    if (answer.status === 409) return undefined;
    done.set(name, (done.get(name) ?? 0) + 1);
    return answer;
  };

  const stock = async (sku: Sku, key: string, n: number): Promise<void> => {
    const [one, other] = warehouses;
    const [from, to] = n % 2 === 0 ? [one, other] : [other, one];
    const quantity = 1 + (n % 5);
    if (await post('transfer', key, `/locations/${from.id}/transfer`, { sku, quantity, to: to.code })) {
      move(sku, from.code, -quantity);
      move(sku, to.code, quantity);
    }
    const receipt = { delta: RECEIVED, reason: 'receipt', location: to.code };
    if (n % 3 === 0 && (await post('receipt', key, `/inventory/${sku}/adjustments`, receipt))) move(sku, to.code, RECEIVED);
  };

  const sell = async (clerk: number, key: string, n: number): Promise<void> => {
    const body = {
      lines: [{ sku: 'MUG', quantity: 2 }, ...(n % 4 < 2 ? [{ sku: 'CUP', quantity: 1 }] : [])],
      ship_from: warehouses.map(({ code }) => code),
      split: n % 3 === 0 ? 'never' : 'within_line',
    };
    const placed = orderIn(await post('order', key, '/orders', body));
    const lineId = placed.lines[0]?.id;
    orders.push(placed.id);
    for (const quantity of [1, 2]) {
      const to = warehouses[(clerk + n + quantity) % 2]?.code;
      await post('reassign', `${key} ${quantity}`, `/orders/${placed.id}/reassign`, {
        lines: [{ line_id: lineId, quantity, to }],
      });
    }
    if (n % 2 === 0) return ship(placed.id, key);
    const own = [...(open.get(clerk) ?? []), placed.id];
    const oldest = own.length > LEFT_OPEN ? own.shift() : undefined;
    open.set(clerk, own);
    if (oldest !== undefined) await post('cancel', key, `/orders/${oldest}/cancel`);
  };

  const ship = async (id: string, key: string): Promise<void> => {
    const packed = await post('pack', key, `/orders/${id}/pack`);
    if (!packed) return void (await post('cancel', key, `/orders/${id}/cancel`));
    await post('ship', key, `/orders/${id}/ship`);
    for (const { sku, allocations } of orderIn(packed).lines)
      for (const { warehouse, quantity } of allocations) move(sku, warehouse, -quantity);
  };

  const clerks = startClerks(MOVERS + SELLERS, async (clerk, n) => {
    const key = `${clerk}-${n}`;
    if (clerk < MOVERS) await stock(SOLD[clerk % SOLD.length] ?? 'MUG', key, n);
    else await sell(clerk, key, n);
  });
  return { ...clerks, lying, orders, done };
}

function orderIn(answer: FinalAnswer | undefined): OrderRecord {
  if (!answer) throw new Error('An order that may wait is refused');
  return orderRecord.parse(answer.body);
}
