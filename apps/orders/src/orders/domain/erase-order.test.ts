import { fulfilmentRecord, orderRecord, personalFieldsOf, returnRecord, withoutPersons } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { toFulfilmentRecord } from '../fulfilment-messages.ts';
import { toOrderRecord } from '../order-messages.ts';
import { toReturnRecord } from '../return-messages.ts';
import {
  at,
  cancelledOrder,
  createdOrder,
  mugs,
  origin,
  packedOrder,
  pendingOrder,
  rejectedOrder,
  shippedOrder,
} from './order.builder.ts';
import { eraseOrder } from './erase-order.ts';
import { newFulfilment } from './fulfilment.ts';
import { LINE_FIELDS, withContent } from './order-line.ts';
import type { Order } from './order.ts';
import { newReturn } from './return.ts';

const left = { name: '[erased]', address1: '[erased]', city: '[erased]', country: 'HK' };
const erase = (order: Order) => eraseOrder(order, order.shipTo && left, origin, later);
const later = new Date(at.getTime() + 60_000);
const personal = {
  note: 'Ring twice for Planted Person',
  metadata: { gift_for: 'Planted Person' },
  shipTo: {
    name: 'Planted Person',
    address1: 'Planted Street 1',
    city: 'Plantedville',
    country: 'HK',
    email: 'planted@example.com',
  },
};

test.each([shippedOrder(personal), cancelledOrder(personal), rejectedOrder(personal)])(
  'an order that is $status loses all of its persons’ data but the country',
  (order) => {
    const outcome = erase(order);

    if (outcome.type !== 'order-erased') throw new Error(outcome.type);
    expect(JSON.stringify(outcome)).not.toMatch(/planted/i);
    expect(outcome.order).toMatchObject({
      status: order.status,
      shipTo: left,
      note: null,
      metadata: {},
      erasedAt: later,
      updatedAt: later,
      version: order.version + 1,
    });
    expect(outcome.history).toMatchObject([
      { transition: 'update', version: outcome.order.version, actor: origin.actor, at: later },
    ]);
  },
);

/** An order with a text in every field that may have one. */
function filledOrder(): Order {
  const line = mugs({ shipped: 2, allocated: 0 });
  const texts = LINE_FIELDS.filter((name) => name !== 'quantity').map((name) => [name, `Planted ${name}`]);
  const units = [{ lineId: line.id, quantity: 1 }];
  const part = { id: 'ful_1', fulfilmentId: 'ful_1', lines: units, note: 'Planted', externalId: 'f', contentHash: 'hash' };
  const create = { transition: 'return', returnId: 'ret_1', externalId: 'r', contentHash: 'hash', note: 'Planted' } as const;
  const lines = units.map((each) => ({ ...each, reason: 'damaged', note: 'Planted' }));
  const hold = {
    id: 'hld_1',
    reason: 'fraud',
    note: 'Planted',
    releasesStock: false,
    until: null,
    placedBy: 'key',
    placedAt: at,
  };
  return shippedOrder({
    ...personal,
    externalId: 'x',
    lines: [withContent(line, Object.fromEntries(texts))],
    holds: [hold],
    fulfilments: [newFulfilment(part, 1, at)],
    returns: [newReturn({ ...create, lines }, { status: 'approved', at })],
  });
}

const recordsOf = (order: Order) => ({
  order: toOrderRecord(order),
  fulfilment: toFulfilmentRecord(order.fulfilments?.[0] ?? newFulfilment({ id: '', lines: [] }, 1, at), order),
  returned: order.returns?.map((each) => toReturnRecord(each, order))[0],
});

const SCHEMAS = { order: orderRecord, fulfilment: fulfilmentRecord, returned: returnRecord };

/** The values at a path of a record, that of each item of a list. */
const valuesAt = (record: unknown, path: string): readonly unknown[] =>
  path
    .split('/')
    .slice(1)
    .reduce((values, name) => values.map((each) => Object(each)[name]).flat(), [record]);

/** Records without what every change counts. */
const contentOf = (records: object): unknown => {
  const counted = ['version', 'updated_at', 'erased_at'];
  return JSON.parse(JSON.stringify(records, (name, value: unknown) => (counted.includes(name) ? undefined : value)));
};

test('an erasure empties what the records declare as personal, and changes no other field', () => {
  const order = filledOrder();
  const before = recordsOf(order);
  for (const of of ['order', 'fulfilment', 'returned'] as const)
    for (const path of personalFieldsOf(SCHEMAS[of]))
      expect(JSON.stringify(valuesAt(before[of], path)), `${of} ${path} has a text to erase`).toMatch(/planted/i);

  const outcome = erase(order);

  if (outcome.type !== 'order-erased') throw new Error(outcome.type);
  expect(contentOf(recordsOf(outcome.order))).toEqual(withoutPersons(contentOf(before), order.id));
});

test('notes of its returns and of their lines go too, and each return is told of once', () => {
  const create = { transition: 'return', returnId: 'ret_1', externalId: null, contentHash: 'hash', note: 'Planted' } as const;
  const lines = [{ lineId: 'lin_1', quantity: 1, reason: 'damaged', note: 'Planted Person called' }];
  const returned = newReturn({ ...create, lines }, { status: 'approved', at });
  const outcome = erase(shippedOrder({ ...personal, returns: [returned] }));

  if (outcome.type !== 'order-erased') throw new Error(outcome.type);
  expect(JSON.stringify(outcome)).not.toMatch(/planted/i);
  expect(outcome.returns).toMatchObject([
    { type: 'return.updated', of: { id: 'ret_1', version: 2 }, changed: ['lines', 'note'] },
  ]);
});

test.each([
  ['of a line', null, 'Planted Person called'],
  ['of its own', 'Planted', null],
])('a note %s of a return without an order goes as well, and its event names the note', (_what, note, ofLine) => {
  const create = { transition: 'return', returnId: 'ret_1', externalId: null, contentHash: 'hash', note } as const;
  const returned = newReturn(
    { ...create, lines: [{ lineId: 'lin_1', quantity: 1, reason: 'unlinked', note: ofLine }] },
    { status: 'approved', at },
  );
  const outcome = erase(shippedOrder({ allocation: 'none', shipTo: null, returns: [returned] }));

  if (outcome.type !== 'order-erased') throw new Error(outcome.type);
  expect(JSON.stringify(outcome)).not.toMatch(/planted/i);
  expect(outcome.returns).toMatchObject([{ type: 'return.updated', changed: expect.arrayContaining(['note']) }]);
});

test('while a return is being made, whose notes would come back, nothing is erased', () => {
  const asked = { transition: 'return_approve', returnId: 'ret_1', lines: [] } as const;
  const pending = { asked, commandId: 'expect_return:ord_1:7', origin, since: at };
  expect(erase({ ...shippedOrder(personal), pending })).toEqual({ type: 'step-pending' });
});

test('an erased order, and one without such data, has nothing to erase', () => {
  const outcome = erase(shippedOrder(personal));

  if (outcome.type !== 'order-erased') throw new Error(outcome.type);
  expect(erase(outcome.order)).toEqual({ type: 'unchanged' });
  expect(erase(shippedOrder({ shipTo: null, note: null, metadata: {} }))).toEqual({ type: 'unchanged' });
});

test('a note that was written after an erasure can be erased too', () => {
  const outcome = erase(shippedOrder(personal));

  if (outcome.type !== 'order-erased') throw new Error(outcome.type);
  expect(erase({ ...outcome.order, note: 'again' })).toMatchObject({ type: 'order-erased', order: { note: null } });
});

test.each([pendingOrder(personal), createdOrder(personal), packedOrder(personal)])(
  'an order that is $status keeps them',
  (order) => {
    expect(erase(order)).toEqual({ type: 'wrong-status', status: order.status });
  },
);
