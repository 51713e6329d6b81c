import { type OrderRecord, orderRecord, problemDocument } from '@fulfilment/contracts';
import { newId, tenantKey } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Caller, newCaller, type Reply, type ServiceInstance } from '@fulfilment/service/test-bed';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { FakeInventory } from './fake-inventory.fixture.ts';
import { openTestBed, type TestBed } from '../orders.fixture.ts';

let bed: TestBed;
let inventory: FakeInventory;
let running: ServiceInstance[] = [];
let caller: Caller;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  inventory = new FakeInventory(bed.log, { 'MUG-01': 100_000, 'CUP-01': 0 });
  await inventory.start();
});

beforeEach(() => {
  caller = newCaller();
});

afterEach(async () => {
  await inventory.letGo();
  await Promise.all(running.map((instance) => instance.stop()));
  running = [];
});

afterAll(async () => {
  await inventory.stop();
  await bed.stop();
});

const PATIENT = { ORDER_WAIT_MS: '20000' };
const mugs = { lines: [{ sku: 'MUG-01', quantity: 2 }] };

/** Waits long by default, so that a busy machine makes nothing pending. */
async function start(settings: Readonly<Record<string, string>> = PATIENT): Promise<ServiceInstance> {
  const instance = await bed.start(settings);
  running.push(instance);
  return instance;
}

/** Asks under an idempotency key. */
const ask = (orders: ServiceInstance, key: string, [to, body]: readonly [string, object?]): Promise<Reply> =>
  orders.call({ ...caller, headers: { 'idempotency-key': key, 'x-request-id': newId('req') } }, to, body);

const orderOf = ({ body }: Reply): OrderRecord => orderRecord.parse(body);
const isReplayed = ({ headers }: Reply): boolean => headers.get('idempotency-replayed') === 'true';
const ordersMade = (): Promise<number> => bed.mongo.db.collection('orders').countDocuments({ tenant: tenantKey(caller) });

describe('two instances', () => {
  test('20 creates under one key and no external id make one order, and all get the same answer', async () => {
    const [one, other] = [await start(), await start()];

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, place) => ask(place % 2 ? one : other, 'k-1', ['POST /orders', mugs])),
    );

    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(replies[0]).toMatchObject({ status: 201 });
    expect(replies.filter((reply) => !isReplayed(reply))).toHaveLength(1);
    for (const reply of replies) expect(reply.headers.get('location')).toBe(`/v1/orders/${orderOf(reply).id}`);
    expect(await ordersMade()).toBe(1);
  });

  test('20 ships under one key are one command, and 20 under another get invalid_transition', async () => {
    const [one, other] = [await start(), await start()];
    const { id } = orderOf(await one.call(caller, 'POST /orders', mugs));
    await one.call(caller, `POST /orders/${id}/pack`);
    const ship = (key: string) => (place: number) => ask(place % 2 ? one : other, key, [`POST /orders/${id}/ship`]);

    const places = Array.from({ length: 20 }, (_, place) => place);
    const replies = await Promise.all(places.map(ship('k-1')));
    const late = await Promise.all(places.map(ship('k-2')));

    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(replies.map(orderOf)[0]).toMatchObject({ status: 'shipped' });
    expect(late.map(({ body }) => problemDocument.parse(body).code)).toEqual(late.map(() => 'invalid_transition'));
    expect(late.filter((reply) => !isReplayed(reply))).toHaveLength(1);
    const shipped = inventory.commands.filter(({ type, order_id }) => type === 'ship' && order_id === id);
    expect(new Set(shipped.map((command) => command.id)).size).toBe(1);
  });

  test('many orders under keys of their own, each asked for on both: one order each', async () => {
    const [one, other] = [await start(), await start()];
    const keys = Array.from({ length: 30 }, (_, n) => `k-${n}`);

    const pairs = await Promise.all(
      keys.map((key) => Promise.all([one, other].map((instance) => ask(instance, key, ['POST /orders', mugs])))),
    );

    // On a stalled machine one of them shows the order while it waits.
    const ids = pairs.map((pair) => pair.map(({ body }) => String(Object(body).id)));
    for (const [first = '', second] of ids) expect([first.slice(0, 4), second]).toEqual(['ord_', first]);
    expect(await ordersMade()).toBe(keys.length);
  });
});

describe('an answer that no client received', () => {
  test('is given by another instance after the first has stopped', async () => {
    const first = await bed.start(PATIENT);
    const { body } = await ask(first, 'k-1', ['POST /orders', mugs]);
    await first.stop();

    const again = await ask(await start(), 'k-1', ['POST /orders', mugs]);

    expect(again).toMatchObject({ status: 201, body });
    expect(isReplayed(again)).toBe(true);
  });

  test('that arrives after the instance has stopped is given to a repeat that waits for it', async () => {
    const hasty = await bed.start({ ORDER_WAIT_MS: '100' });
    inventory.holdBack();
    const pending = await ask(hasty, 'k-1', ['POST /orders', mugs]);
    const joined = await ask(hasty, 'k-1', ['POST /orders', mugs]);
    await hasty.stop();
    expect([pending.status, joined.status]).toEqual([202, 202]);
    expect([pending, joined].map(isReplayed)).toEqual([false, false]);
    expect(orderOf(joined).id).toBe(orderOf(pending).id);

    const second = await start();
    const waiting = ask(second, 'k-1', ['POST /orders', mugs]);
    await inventory.letGo();
    const answer = await waiting;

    expect(answer).toMatchObject({ status: 201, body: { id: orderOf(pending).id, status: 'created' } });
    expect(isReplayed(answer)).toBe(true);
    expect(await ordersMade()).toBe(1);
  });

  test('is kept for a late refusal too', async () => {
    const hasty = await start({ ORDER_WAIT_MS: '100' });
    const { id } = orderOf(await hasty.call(caller, 'POST /orders', { lines: [{ sku: 'CUP-01', quantity: 1 }] }));
    await eventually(async () =>
      expect((await hasty.call(caller, `GET /orders/${id}`)).body).toMatchObject({ status: 'created' }),
    );
    inventory.holdBack();
    const pending = await ask(hasty, 'k-1', [`POST /orders/${id}/pack`]);
    expect(pending.status).toBe(202);
    await inventory.letGo();

    await eventually(async () => {
      const reply = await ask(hasty, 'k-1', [`POST /orders/${id}/pack`]);
      expect(problemDocument.parse(reply.body)).toMatchObject({ code: 'insufficient_stock', current_status: 'created' });
      expect(isReplayed(reply)).toBe(true);
    });
  });
});
