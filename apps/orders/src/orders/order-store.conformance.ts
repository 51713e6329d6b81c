import type { Receipt } from '@fulfilment/idempotency';
import { newId, type Tenant } from '@fulfilment/kernel';
import { describe, expect, test } from 'vitest';
import {
  at,
  cancelledOrder,
  createdOrder,
  orderBeingPacked,
  packedOrder,
  packUnderWay,
  pendingOrder,
  rejectedOrder,
  origin,
  shippedOrder,
} from './domain/order.builder.ts';
import type { HistoryEntry, Order, OrderIn } from './domain/order.ts';
import { placing } from './order-change.builder.ts';
import { orderEventMessage } from './order-messages.ts';
import type { OrderChange, OrderLists, OrderStore } from './order-ports.ts';

export interface StoreUnderTest {
  readonly orders: OrderStore;
  readonly history: OrderLists['history'];
  /** Ids of the messages that were committed, in their order. */
  readonly sent: () => Promise<readonly string[]>;
}

const firstPage = { limit: 50, cursor: undefined };

type Open = () => Promise<StoreUnderTest>;

/** The guarantees of every order store. */
export function orderStoreConformance(name: string, open: Open): void {
  describe(`${name} keeps orders`, () => {
    keepsOrders(open);
  });
  describe(`${name} places an order with its command`, () => {
    placesOrders(open);
  });
  describe(`${name} saves a change whole or not at all`, () => {
    savesChanges(open);
  });
  describe(`${name} keeps history`, () => {
    keepsHistory(open);
  });
  describe(`${name} keeps receipts`, () => {
    keepsReceipts(open);
    keepsReceiptsApart(open);
  });
}

function keepsOrders(open: Open): void {
  test.each([
    pendingOrder(),
    rejectedOrder({ refusal: { transition: 'create', code: 'unknown_sku', detail: 'x', errors: [item], at } }),
    createdOrder(),
    orderBeingPacked(),
    packedOrder({ shipTo: { name: 'A', address1: 'B', city: 'C', postal_code: 'D', country: 'DE' } }),
    packedOrder({ shipTo: { name: 'A', address1: 'B', city: 'C', country: 'HK' } }),
    shippedOrder(),
    cancelledOrder(),
    cancelledOrder({ cancelReason: 'changed their mind' }),
    createdOrder({ allowBackorder: false, shipment: { carrier: 'DHL', trackingNumber: null, trackingUrl: null } }),
    createdOrder({ externalId: 'shop-1', note: 'a\nnote', metadata: { $set: '1', 'a.b': '2', '': '3' } }),
  ])('an order that is $status is read as it was written', async (order) => {
    const { orders } = await open();
    const { id, tenant, version } = await placed(orders);

    await orders.save(change(version, { ...order, id, tenant }));

    expect(await orders.find({ tenant, id })).toEqual({ ...order, id, tenant });
  });

  test('an order of another tenant is not found', async () => {
    const { orders } = await open();
    const { id, tenant } = await placed(orders, { externalId: 'shop-1' });
    const key = { id, tenant: { ...tenant, environment: 'production' as const } };

    expect(await orders.find(key)).toBeUndefined();
    expect(await orders.findMany([key])).toEqual([]);
    expect(await orders.findByExternalId(key.tenant, 'shop-1')).toBeUndefined();
  });

  test('orders of several tenants are found at once, and unknown ones are left out', async () => {
    const { orders } = await open();
    const mine = await placed(orders);
    const other = await placed(orders);

    const found = await orders.findMany([mine, other, { ...mine, id: newId('ord') }]);

    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([mine.id, other.id]));
  });

  test('versions of orders are found without the orders', async () => {
    const { orders } = await open();
    const mine = await placed(orders);
    const other = await placed(orders);

    const found = await orders.findVersions([mine, other, { ...mine, id: newId('ord') }]);

    expect(new Map(found.map(({ id, version }) => [id, version]))).toEqual(new Map([mine, other].map(({ id }) => [id, 1])));
  });
}

function placesOrders(open: Open): void {
  test('in one commit', async () => {
    const { orders, sent } = await open();
    const order = await placed(orders);

    expect(await sent()).toEqual([order.pending.commandId]);
  });

  test('an external id belongs to one order, and a rejected order releases it', async () => {
    const { orders, sent } = await open();
    const first = await placed(orders, { externalId: 'shop-1' });
    const second = newOrder({ externalId: 'shop-1', tenant: first.tenant });
    expect(await orders.save(placing(second))).toBe('conflict');
    expect(await orders.find(second)).toBeUndefined();
    expect(await sent()).toEqual([first.pending.commandId]);

    const { id, tenant, externalId, version } = first;
    await orders.save(change(version, rejectedOrder({ id, tenant, externalId, version: version + 1 })));

    expect(await orders.findByExternalId(tenant, 'shop-1')).toBeUndefined();
    expect(await orders.save(placing(second))).toBe('saved');
    expect(await orders.findByExternalId(tenant, 'shop-1')).toMatchObject({ id: second.id });
  });

  test('of many concurrent orders with one external id, one is saved', async () => {
    const { orders } = await open();
    const [first, ...others] = Array.from({ length: 20 }, () => newOrder({ externalId: 'shop-1', tenant: aTenant }));
    const all = first ? [first, ...others] : [];

    const taken = await Promise.all(all.map((order) => orders.save(placing(order))));

    expect(taken.filter((each) => each === 'saved')).toHaveLength(1);
  });
}

function savesChanges(open: Open): void {
  test('an order with its history and messages, or nothing where its version has changed', async () => {
    const { orders, history, sent } = await open();
    const [first, second] = [await placed(orders), await placed(orders)];

    const saved = await Promise.all([orders.save(creationOf(first)), orders.save({ ...creationOf(second), from: 7 })]);

    expect(saved).toEqual(['saved', 'conflict']);
    expect(await orders.find(first)).toMatchObject({ status: 'created', version: 2 });
    expect(await history(first, firstPage)).toMatchObject({ data: [entryOf('create')] });
    expect(await orders.find(second)).toEqual(second);
    expect(await history(second, firstPage)).toMatchObject({ data: [] });
    expect(await sent()).toHaveLength(3);
  });

  test('with the order that it places, or neither where its version has changed', async () => {
    const { orders, sent } = await open();
    const [first, second] = [await placed(orders), await placed(orders)];
    const [made, other] = [newOrder({ tenant: first.tenant }), newOrder({ tenant: second.tenant })];

    const saved = await Promise.all([
      orders.save({ ...creationOf(first), places: placing(made) }),
      orders.save({ ...creationOf(second), from: 7, places: placing(other) }),
    ]);

    expect(saved).toEqual(['saved', 'conflict']);
    expect([await orders.find(made), await orders.find(other)]).toEqual([made, undefined]);
    expect(await sent()).toEqual(expect.arrayContaining([made.pending.commandId]));
    expect(await sent()).not.toContain(other.pending.commandId);
  });

  test('consecutive changes in one batch, in their order', async () => {
    const { orders } = await open();
    const order = await placed(orders);

    const versions = [2, 3, 4];
    const saved = await Promise.all(versions.map((version) => orders.save(change(version - 1, { ...order, version }))));

    expect(saved).toEqual(['saved', 'saved', 'saved']);
    expect(await orders.find(order)).toMatchObject({ version: 4 });
  });

  test('nothing of an unknown order', async () => {
    const { orders } = await open();
    const unknown = newOrder();

    expect(await orders.save(change(1, { ...unknown, version: 2 }))).toBe('conflict');
    expect(await orders.find(unknown)).toBeUndefined();
  });

  test('of many concurrent changes of one version, one is committed', async () => {
    const { orders } = await open();
    const order = await placed(orders);

    const changes = Array.from({ length: 10 }, () => change(order.version, { ...order, version: 2 }));
    const saved = await Promise.all(changes.map((each) => orders.save(each)));

    expect(saved.filter((each) => each === 'saved')).toHaveLength(1);
  });
}

function keepsHistory(open: Open): void {
  test('the answer to an earlier command is found', async () => {
    const { orders } = await open();
    const order = await placed(orders);
    const refusal = { transition: 'pack', code: 'insufficient_stock', detail: 'Not enough.', errors: [item], at } as const;
    const answer = { commandId: packUnderWay.commandId, refusal };
    const history = [entryOf('create'), { ...entryOf('pack'), answer }];

    await orders.save({ ...change(order.version, { ...order, version: 2 }), history });

    expect(await orders.findAnswer(order, packUnderWay.commandId)).toEqual(answer);
    expect(await orders.findAnswer(order, 'ship:nothing:9')).toBeUndefined();
  });

  test('the history is listed oldest first, each entry as written', async () => {
    const { orders, history } = await open();
    const order = await placed(orders);
    const entries = [
      entryOf('create', 9),
      entryOf('allocate', 10),
      { ...entryOf('cancel', 10), reason: 'late' },
      { ...entryOf('pack', 11), unseenChanges: 2 },
    ];

    await orders.save({ ...change(order.version, { ...order, version: 11 }), history: entries });

    expect((await history(order, firstPage)).data).toEqual(entries);
  });

  test('of a return the entries about it are listed alone', async () => {
    const { orders, history } = await open();
    const order = await placed(orders);
    const [first, second] = ['ret_1', 'ret_2'].map((returnId) => ({ ...entryOf('return', 2), returnId }));
    const approved = { ...entryOf('return_approve', 3), returnId: 'ret_1' };
    const entries = [entryOf('allocate', 2), first, second, approved].filter((each) => each !== undefined);

    await orders.save({ ...change(order.version, { ...order, version: 3 }), history: entries });

    expect((await history({ ...order, returnId: 'ret_1' }, firstPage)).data).toEqual([first, approved]);
  });
}

function keepsReceipts(open: Open): void {
  test('a receipt is opened with the order and answered with the change that ends the step', async () => {
    const { orders } = await open();
    const order = newOrder();
    const { tenant, version } = order;

    expect(await orders.save(placing(order, openReceipt))).toBe('saved');
    expect(await orders.findReceipt(tenant, openReceipt.id)).toEqual(openReceipt);

    await orders.save({ ...creationOf(order), from: version, answers: [{ id: openReceipt.id, answer }] });
    expect(await orders.findReceipt(tenant, openReceipt.id)).toEqual({ ...openReceipt, answer });
  });

  test('a receipt without an answer to keep is taken away, and an answered one is not', async () => {
    const { orders } = await open();
    const [order, answered] = [newOrder(), newOrder()];
    await orders.save(placing(order, openReceipt));
    await orders.save(placing(answered, { ...openReceipt, answer }));

    for (const each of [order, answered])
      await orders.save({ ...creationOf(each), answers: [{ id: openReceipt.id, answer: null }] });

    expect(await orders.findReceipt(order.tenant, openReceipt.id)).toBeUndefined();
    expect(await orders.findReceipt(answered.tenant, openReceipt.id)).toMatchObject({ answer });
  });

  test('the first answer of a receipt stands', async () => {
    const { orders } = await open();
    const order = newOrder();
    await orders.save(placing(order, { ...openReceipt, answer }));

    const other = { type: 'result', result: 'another' } as const;
    await orders.save({ ...creationOf(order), answers: [{ id: openReceipt.id, answer: other }] });

    expect(await orders.findReceipt(order.tenant, openReceipt.id)).toMatchObject({ answer });
  });
}

function keepsReceiptsApart(open: Open): void {
  test('a claim has one receipt: the second request writes nothing, be it a new order, a step or a refusal', async () => {
    const { orders, sent } = await open();
    const first = newOrder({ externalId: 'shop-1' });
    await orders.save(placing(first, openReceipt));
    const second = newOrder({ externalId: 'shop-1', tenant: first.tenant });

    expect(await orders.save(placing(second, openReceipt))).toBe('repeated');
    expect(await orders.save({ ...creationOf(first), receipt: openReceipt })).toBe('repeated');
    expect(await orders.addReceipt(first.tenant, { ...openReceipt, answer })).toBe(false);

    expect(await orders.find(second)).toBeUndefined();
    expect(await orders.find(first)).toEqual(first);
    expect(await orders.findReceipt(first.tenant, openReceipt.id)).toEqual(openReceipt);
    expect(await sent()).toEqual([first.pending.commandId]);
  });

  test('a version conflict leaves no receipt', async () => {
    const { orders } = await open();
    const order = await placed(orders);

    expect(await orders.save({ ...creationOf(order), from: 7, receipt: openReceipt })).toBe('conflict');
    expect(await orders.findReceipt(order.tenant, openReceipt.id)).toBeUndefined();
  });

  test('of many concurrent requests with one claim, one is saved', async () => {
    const { orders } = await open();
    const all = Array.from({ length: 10 }, () => newOrder({ tenant: aTenant }));

    const apart = all.map((order) => orders.save(placing(order, { ...openReceipt, id: newId('req') })));
    const racing = all.map((order) => newOrder({ tenant: order.tenant }));
    const raced = await Promise.all(racing.map((order) => orders.save(placing(order, openReceipt))));

    expect(await Promise.all(apart)).toEqual(all.map(() => 'saved'));
    expect(raced.toSorted()).toEqual([...raced.slice(1).map(() => 'repeated'), 'saved']);
  });

  test('tenants have receipts of their own', async () => {
    const { orders } = await open();
    const [mine, theirs] = [newOrder(), newOrder()];
    await orders.save(placing(mine, openReceipt));

    expect(await orders.findReceipt(theirs.tenant, openReceipt.id)).toBeUndefined();
    expect(await orders.save(placing(theirs, openReceipt))).toBe('saved');
  });
}

const openReceipt: Receipt = { id: 'a-claim', fingerprint: 'of a body', subject: 'allocate:ord_1:1', answer: null };
const answer = { type: 'result', result: { type: 'created', order: { $set: 1, 'a.b': 2 } } } as const;

const aTenant: Tenant = { accountId: newId('acc'), environment: 'sandbox' };
const item = { pointer: '/lines/0/sku', code: 'unknown_sku', message: 'Not known.', sku: 'MUG-01' };

const newOrder = (changes: Partial<OrderIn<'pending'>> = {}): OrderIn<'pending'> => {
  const id = newId('ord');
  const tenant: Tenant = { accountId: newId('acc'), environment: 'sandbox' };
  return { ...pendingOrder(), id, tenant, pending: { ...pendingOrder().pending, commandId: `allocate:${id}:1` }, ...changes };
};

const change = (from: number, order: Order): OrderChange => ({ from, order, history: [], messages: [] });

const creationOf = ({ id, tenant, version }: Order): OrderChange => {
  const order = createdOrder({ id, tenant, version: version + 1 });
  const event = orderEventMessage({ type: 'order.created', changed: [] }, order, { requestId: 'r' });
  return { from: version, order, history: [entryOf('create')], messages: [event] };
};

const entryOf = (transition: HistoryEntry['transition'], version = 2): HistoryEntry => ({
  transition,
  status: 'created',
  version,
  reason: null,
  actor: origin.actor,
  requestId: origin.requestId,
  answer: null,
  at,
});

async function placed(orders: OrderStore, changes: Partial<OrderIn<'pending'>> = {}): Promise<OrderIn<'pending'>> {
  const order = newOrder(changes);
  if ((await orders.save(placing(order))) !== 'saved') throw new Error('The order was not placed');
  return order;
}
