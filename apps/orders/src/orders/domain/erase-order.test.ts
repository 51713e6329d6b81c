import { expect, test } from 'vitest';
import {
  at,
  cancelledOrder,
  createdOrder,
  origin,
  packedOrder,
  pendingOrder,
  rejectedOrder,
  shippedOrder,
} from './order.builder.ts';
import { eraseOrder } from './erase-order.ts';
import type { Order } from './order.ts';
import { newReturn } from './return.ts';

const left = { name: '-', address1: '-', city: '-', country: 'HK' };
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
