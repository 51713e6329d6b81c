import { importReport, operations, orderRecord, reservationRecord, returnRecord, scanRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Answer } from '../system/call.ts';
import type { TestSystem } from '../system/start-test-system.ts';
import { makeShop, type Shop } from '../system/shop.ts';
import { type Command, PLACES, type Scan } from './commands.ts';
import type { Place } from './warehouse.ts';

/** A tenant of its own, with its places and the orders it made, from the oldest to the newest. */
export interface Client {
  readonly shop: Shop;
  readonly placeIds: ReadonlyMap<Place, string>;
  readonly orderIds: string[];
  readonly reservationIds: string[];
  /** The times between commands, of the first before all. */
  readonly times: string[];
  readonly send: (method: string, path: string, body?: unknown) => Promise<Answer>;
  readonly sendFile: (path: string, text: string) => Promise<Answer>;
}

export async function openClient({ call, operator }: Pick<TestSystem, 'call' | 'operator'>): Promise<Client> {
  const { id: accountId } = await operator.account('A warehouse of a model');
  const { key } = await operator.key({ accountId });
  const send = (method: string, path: string, body?: unknown): Promise<Answer> => call(method, path, { key, body });
  const sendFile = (path: string, raw: string) => call('POST', path, { key, raw, headers: { 'content-type': 'text/csv' } });
  const shop = makeShop(call, key);
  return {
    shop,
    placeIds: await makePlaces(shop),
    orderIds: [],
    reservationIds: [],
    times: [await timeBetween()],
    send,
    sendFile,
  };
}

/** A time that is later than all before it, and earlier than all after it, to the millisecond. */
async function timeBetween(): Promise<string> {
  const time = await passed(Date.now());
  await passed(time);
  return new Date(time).toISOString();
}

async function passed(last: number): Promise<number> {
  while (Date.now() <= last) await nextTurn();
  return Date.now();
}

/** Sends what a command stands for. @returns `done`, or the code of the refusal. */
export async function perform(client: Client, command: Command): Promise<string> {
  const outcome = await outcomeOf(client, command);
  client.times.push(await timeBetween());
  return outcome;
}

async function outcomeOf(client: Client, command: Command): Promise<string> {
  if (command.type === 'scan') return await scan(client, command);
  if (command.type === 'count' && command.by !== 'PATCH') return await count(client, { ...command, by: command.by });
  const answer = await answerTo(client, command);
  // A step of an order, where there are no orders.
  if (answer === undefined) return 'not_found';
  if (answer.status >= 400) return answer.problem().code;
  if (command.type === 'order' || command.type === 'convert') client.orderIds.push(answer.as(201, orderRecord).id);
  if (command.type === 'reserve') client.reservationIds.push(answer.as(201, reservationRecord).id);
  return 'done';
}

/** Sends a scan of the time before the last commands, twice. @returns what stock answered. */
async function scan({ send, shop, times }: Client, { movement, sku, place, units, commandsAgo }: Scan): Promise<string> {
  const body = {
    barcode: '4006381333931',
    type: movement,
    sku,
    quantity: units,
    apply: true,
    scanned_at: times[Math.max(0, times.length - 1 - commandsAgo)],
    client_scan_id: `model:${times.length}`,
    ...(place === null ? {} : { location: place }),
  };
  const { id } = await shop.scan(body);
  (await send('POST', '/scans', body)).as(200, scanRecord);
  return await eventually(async () => {
    const { applied, refusal } = (await send('GET', `/scans/${id}`)).as(200, scanRecord);
    if (applied === 'pending') throw new Error(`stock has not answered ${id}`);
    return refusal?.code ?? 'done';
  });
}

/** A count of the total in a batch or in a file. */
async function count({ send, sendFile }: Client, { sku, units, by }: CountOfMany): Promise<string> {
  if (by === 'import') {
    const report = (await sendFile('/inventory/import', `op,sku,on_hand\nupdate,${sku},${units}\n`)).as(200, importReport);
    return report.errors[0]?.code ?? 'done';
  }
  const item = { op: 'update', sku, on_hand: units };
  const answer = await send('POST', '/inventory/batch', { mode: 'partial', items: [item] });
  const [result] = answer.as(200, operations.batchInventory.replies[200].body).results;
  return result?.error?.code ?? 'done';
}

type CountOfMany = Of<'count'> & { readonly by: 'batch' | 'import' };
type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>;

function answerTo(client: Client, command: Exclude<Command, Scan>): Promise<Answer | undefined> | undefined {
  switch (command.type) {
    case 'order':
      return client.send('POST', '/orders', { lines: command.lines });
    case 'pack':
    case 'ship':
    case 'cancel':
      return step(client, command);
    case 'transfer':
      return transfer(client, command);
    case 'lower':
      return lower(client, command);
    case 'return':
      return takeReturn(client, command);
    case 'reserve':
    case 'release':
    case 'convert':
      return changeReservation(client, command);
    default:
      return changeSku(client, command);
  }
}

function step({ send, orderIds }: Client, { type, order }: Of<'pack' | 'ship' | 'cancel'>): Promise<Answer> | undefined {
  const id = orderIds[order % orderIds.length];
  return id === undefined ? undefined : send('POST', `/orders/${id}/${type}`);
}

/** The first line of an order. */
async function firstLineOf({ shop, orderIds }: Client, place: number) {
  const id = orderIds[place % orderIds.length];
  const [line] = id === undefined ? [] : (await shop.order(id)).lines;
  return id !== undefined && line ? { id, line } : undefined;
}

async function lower(client: Client, { order }: Of<'lower'>): Promise<Answer | undefined> {
  const found = await firstLineOf(client, order);
  if (!found || found.line.quantity === 1) return undefined;
  const lines = [{ id: found.line.id, quantity: found.line.quantity - 1 }];
  return client.send('POST', `/orders/${found.id}/edit`, { mode: 'patch', lines });
}

/** A return of one unit, which is received at once. @returns the answer to its receipt, or the refusal of the return. */
async function takeReturn(client: Client, { order }: Of<'return'>): Promise<Answer | undefined> {
  const found = await firstLineOf(client, order);
  if (!found) return undefined;
  const unit = { line_id: found.line.id, quantity: 1 };
  const asked = { order_id: found.id, lines: [{ ...unit, reason: 'model' }], approved: true };
  const answer = await client.send('POST', '/returns', asked);
  if (answer.status >= 400) return answer;
  const { id } = answer.as(201, returnRecord);
  return client.send('POST', `/returns/${id}/receipts`, { lines: [{ ...unit, disposition: 'restock' }] });
}

async function changeReservation(
  { send, reservationIds }: Client,
  command: Of<'reserve' | 'release' | 'convert'>,
): Promise<Answer | undefined> {
  if (command.type === 'reserve') {
    const { sku, quantity } = command;
    return send('POST', '/reservations', { lines: [{ sku, quantity }], expires_in: 3_600 });
  }
  const id = reservationIds[command.reservation % reservationIds.length];
  if (id === undefined) return undefined;
  if (command.type === 'release') return send('DELETE', `/reservations/${id}`);
  const { lines } = (await send('GET', `/reservations/${id}`)).as(200, reservationRecord);
  const ordered = lines.map(({ sku, quantity }) => ({ sku, quantity }));
  return send('POST', '/orders', { lines: ordered, reservation_id: id });
}

function transfer({ send, placeIds }: Client, { from, to, sku, units }: Of<'transfer'>): Promise<Answer> {
  return send('POST', `/locations/${placeIds.get(from)}/transfer`, { to, sku, quantity: units });
}

function changeSku({ send }: Client, command: Of<'create' | 'adjust' | 'count' | 'archive' | 'restore'>): Promise<Answer> {
  const path = `/inventory/${command.sku}`;
  switch (command.type) {
    case 'create':
      return send('POST', '/inventory', { sku: command.sku, name: 'Modelled', on_hand: command.units, location: command.home });
    case 'adjust': {
      const { delta, place } = command;
      return send('POST', `${path}/adjustments`, { delta, reason: 'model', ...(place === null ? {} : { location: place }) });
    }
    case 'count':
      return send('PATCH', path, { on_hand: command.units });
    case 'archive':
      return send('DELETE', path);
    default:
      return send('PATCH', path, { status: 'active' });
  }
}

/** Each place is `<aisle>/<shelf>` of the default warehouse. */
async function makePlaces(shop: Shop): Promise<ReadonlyMap<Place, string>> {
  const main = (await shop.locations()).find(({ path }) => path === 'MAIN');
  if (!main) throw new Error('The tenant has no warehouse');
  const made = PLACES.map(async (place) => {
    const [aisle = '', shelf = ''] = place.split('/');
    const { id: parent_id } = await shop.createLocation({ type: 'aisle', code: aisle, parent_id: main.id });
    const { id } = await shop.createLocation({ type: 'shelf', code: shelf, parent_id });
    return [place, id] as const;
  });
  return new Map(await Promise.all(made));
}
