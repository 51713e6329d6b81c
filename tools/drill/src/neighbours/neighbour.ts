import { accountOperations, type Operation, operations, pathOf } from '@fulfilment/contracts';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { z } from 'zod';
import { type Answer, retryAfterOf } from '../client.ts';
import type { Client, DrilledSystem, Limit } from '../drilled-system.ts';
import { fillWithSkus, spread } from '../hostile-requests.ts';
import { fillWithOrders } from '../large-orders.ts';
import { startReceiver } from '../receiver.ts';
import { type DearRequest, type MadeRequest, SKU } from './dearest-requests.ts';

/** The records of the tenant with the dear requests. */
export interface NeighbourSizes {
  /** SKUs that lists and files are about: at least as many as the longest list has items. */
  readonly skus: number;
  /** Places of the SKU at many. */
  readonly places: number;
  /** Orders of 200 lines each. */
  readonly largeOrders: number;
  /** To which every event goes. */
  readonly endpoints: number;
}

/** An answer to one of its requests. */
export interface Given extends Pick<Answer, 'status' | 'ms' | 'retryAfterMs'> {
  readonly bytes: number;
}

/** A tenant that sends the dearest requests. */
export interface Neighbour extends Stoppable {
  readonly accountId: string;
  /** Makes so many records where a request uses one up. @returns how often it may then be sent. */
  stockUp(request: DearRequest, times: number): Promise<number>;
  /** @param headers of the key that it is sent with; of one without a limit by default. @returns status 0 without an answer. */
  send(request: DearRequest, headers?: Client['headers']): Promise<Given>;
  /** Replaces its endpoints by others, so that what they have not delivered is dropped. */
  dropBacklog(): Promise<void>;
  /** A key of the same account with a limit. */
  limitedKey(limit: Limit): Promise<Client['headers']>;
}

const LINES = 200;
/** Units of each SKU at each place where it is taken. */
const MANY = 1_000_000;
const SHELF = 'A3/S2';
const BARCODE = '4006381333931';
const stockOf = z.looseObject({ stock: z.tuple([z.looseObject({ location: z.string(), location_id: z.string() })]) });
const answered = z.looseObject({ id: z.string() });
const listed = z.looseObject({ data: z.array(answered).min(1) });
const ANSWER_MS = 60_000;
/** An id that no record has, for those that are not made. */
const NO_ID = '00000000000000000000000000';

/** Makes the tenant and its records. @throws Error where one is refused. */
export async function moveIn(system: DrilledSystem, sizes: NeighbourSizes): Promise<Neighbour> {
  const owner = await system.newClient();
  const call = caller(system, owner.headers);
  const sent = async (operation: Operation, body?: unknown, ids: Readonly<Record<string, string>> = {}): Promise<string> => {
    const path = pathOf(operation).replaceAll(/:([a-z_]+)/g, (_, name: string) => ids[name] ?? name);
    const text = body === undefined ? {} : { body: JSON.stringify(body), contentType: 'application/json' };
    const { status, answer } = await call({ method: operation.method, path, ...text });
    if (status >= 300 || status === 0)
      throw new Error(`${operation.id} of the drill was refused: ${status} ${answer.slice(0, 200)}`);
    return answer;
  };
  const makeSku = (sku: string, barcodes: readonly string[] = []) =>
    sent(operations.createSku, { sku, name: 'Mug', on_hand: MANY, barcodes });
  const lying = stockOf.parse(JSON.parse(await makeSku(SKU.ordinary, [BARCODE])));
  await makeSku(SKU.other);
  await fillWithSkus(owner, sizes.skus, MANY);
  await spread(owner, sizes.places);
  for (const [sku, location] of [
    [SKU.ordinary, SHELF],
    [SKU.wide, SHELF],
    [SKU.wide, lying.stock[0].location],
  ] as const)
    await sent(operations.adjustStock, { delta: MANY, reason: 'found', location }, { sku });
  await fillWithOrders(owner, sizes.largeOrders, LINES);
  const receiver = await startReceiver();
  const order = async (): Promise<string> => idOf(await sent(operations.createOrder, { lines: LINES_OF_EACH }));
  const packed = async (): Promise<string> => {
    const id = await order();
    await sent(operations.packOrder, {}, { id });
    return id;
  };
  const firstOf = async (operation: Operation, ids: Readonly<Record<string, string>> = {}): Promise<string> =>
    listed.parse(JSON.parse(await sent(operation, undefined, ids))).data[0]?.id ?? '';
  const known: Record<string, string> = {
    ord_: await order(),
    loc_: lying.stock[0].location_id,
    scn_: idOf(await sent(operations.createScan, { barcode: BARCODE })),
    code: BARCODE,
  };
  const removals: Array<() => Promise<void>> = [];
  const subscribe = async (): Promise<void> => {
    for (let at = 0; at < sizes.endpoints; at += 1) removals.push(await system.addWebhook(owner, `${receiver.url}${at}`));
    const endpoint = await firstOf(accountOperations.listWebhooks);
    await sent(operations.createScan, { barcode: BARCODE });
    known['whk_'] = endpoint;
    known['dlv_'] = await untilFound(() => firstOf(accountOperations.listDeliveries, { id: endpoint }));
  };
  await subscribe();
  const stocks = new Map<string, string[]>();
  let sends = 0;
  const spare = idOf(await sent(operations.createLocation, { type: 'warehouse', code: 'W9' }));
  const recordFor = (kind: string, { id, method }: Operation): string => {
    // Where the stock lies is neither renamed nor archived: other requests name it.
    if (kind === 'loc_' && ['PATCH', 'DELETE'].includes(method)) return spare;
    return stocks.get(id)?.pop() ?? known[kind] ?? `${kind}${NO_ID}`;
  };
  return {
    accountId: owner.accountId,
    stockUp: async ({ operation }, times) => {
      const { id, requestClass, path } = operation;
      if (requestClass !== 'step' || !path.includes(':id')) return Number.POSITIVE_INFINITY;
      const made: string[] = [];
      while (made.length < times) made.push(await (id === operations.shipOrder.id ? packed() : order()));
      stocks.set(id, made);
      return times;
    },
    send: async (request, headers) => {
      sends += 1;
      const began = performance.now();
      const { status, answer, retryAfterMs } = await (headers ? caller(system, headers) : call)(request.make(sends, recordFor));
      return { status, ms: performance.now() - began, bytes: answer.length, retryAfterMs };
    },
    dropBacklog: async () => {
      for (const remove of removals.splice(0)) await remove();
      await subscribe();
    },
    limitedKey: async (limit) => (await system.newKey(owner, limit)).headers,
    stop: receiver.stop,
  };
}

const idOf = (answer: string): string => answered.parse(JSON.parse(answer)).id;

const LINES_OF_EACH = Array.from({ length: LINES }, (_, at) => ({ sku: SKU.numbered(at), quantity: 1 }));

/** Deliveries are made once their event is stored. */
async function untilFound(find: () => Promise<string>): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = await find().catch(() => undefined);
    if (found) return found;
    await delay(100);
  }
  throw new Error('No delivery of the drill was made');
}

function caller({ baseUrl }: DrilledSystem, headers: Client['headers']) {
  return async ({
    method,
    path,
    body,
    contentType,
  }: MadeRequest): Promise<Pick<Answer, 'status' | 'retryAfterMs'> & { readonly answer: string }> => {
    const { authorization = '' } = headers;
    const sent = { authorization, ...(contentType === undefined ? {} : { 'content-type': contentType }) };
    const init = { method, headers: sent, signal: AbortSignal.timeout(ANSWER_MS) };
    try {
      const response = await fetch(`${baseUrl}${path}`, body === undefined ? init : { ...init, body });
      return { status: response.status, answer: await response.text(), retryAfterMs: retryAfterOf(response) };
    } catch {
      return { status: 0, answer: '' };
    }
  };
}
