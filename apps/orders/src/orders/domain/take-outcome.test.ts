import { describe, expect, test } from 'vitest';
import {
  at,
  createdOrder,
  mugs,
  snapshotOf,
  orderBeingPacked,
  packedOrder,
  packing,
  packUnderWay,
  pendingOrder,
  refusedSnapshot,
  origin,
} from './order.builder.ts';
import { type Order, warehousesOf } from './order.ts';
import type { Source } from './steps.ts';
import { toOrderRecord } from '../order-messages.ts';
import { acknowledgeStep, startStep } from './start-step.ts';
import { type AllocationSnapshot, type OrderChanged, takeOutcome } from './take-outcome.ts';

function changed(order: Order, snapshot: AllocationSnapshot): OrderChanged {
  const outcome = takeOutcome(order, snapshot, at);
  if (outcome.type !== 'order-changed') throw new Error(outcome.type);
  return outcome;
}

const holding = (allocated: number): AllocationSnapshot['lines'] => [{ id: mugs().id, name: 'Mug', allocated, shipped: 0 }];

describe('the answer to the pending command', () => {
  test('an accepted create makes the order, with what is held for it', () => {
    const { order, event, history, finished } = changed(pendingOrder(), snapshotOf(pendingOrder()));

    expect(order).toMatchObject({ status: 'created', pending: null, version: 2, allocation: 'allocated', refusal: null });
    expect(order.lines).toEqual([mugs()]);
    expect(event).toBe('order.created');
    expect(history).toMatchObject([{ transition: 'create', status: 'created', version: 2, actor: origin.actor }]);
    expect(finished).toEqual(pendingOrder().pending);
  });

  test('a refused create rejects the order without an event', () => {
    const before = pendingOrder();
    const { order, event, history } = changed(before, refusedSnapshot(before, { lines: holding(0) }));

    expect(order).toMatchObject({ status: 'rejected', refusal: { transition: 'create', code: 'insufficient_stock', at } });
    expect('pending' in order).toBe(false);
    expect(event).toBeNull();
    expect(history).toMatchObject([
      { transition: 'create', status: 'rejected', answer: { refusal: { code: 'insufficient_stock' } } },
    ]);
  });

  test('an accepted pack keeps the parcels and clears an earlier refusal', () => {
    const refusal = { transition: 'pack', code: 'insufficient_stock', detail: 'Not enough.', errors: [], at } as const;
    const { order, event } = changed(orderBeingPacked({ refusal }), snapshotOf(orderBeingPacked()));

    expect(order).toMatchObject({ status: 'packed', packing: { packages: packing.packages, packedAt: at }, refusal: null });
    expect(event).toBe('order.packed');
  });

  test('a refused pack leaves the record as it was, and has no event; history and last answer have the refusal', () => {
    const before = started(createdOrder(), { ...packUnderWay.asked, fulfilmentId: 'ful_01JD8Z0000000000000000TEST' });
    const { order, event, history, changed: fields } = changed(before, refusedSnapshot(before));

    expect(toOrderRecord(order)).toEqual(toOrderRecord(createdOrder()));
    expect(order).toMatchObject({ status: 'created', pending: null, version: before.version + 1 });
    expect(fields).toEqual([]);
    expect(order.lastAnswer).toMatchObject({ commandId: packUnderWay.commandId, refusal: { code: 'insufficient_stock' } });
    expect(event).toBeNull();
    expect(history).toMatchObject([
      { transition: 'pack', status: 'created', answer: { refusal: { code: 'insufficient_stock' } } },
    ]);
  });

  test('a refused pack whose request was answered before is an order.updated event, with the refusal', () => {
    const before = acknowledgeStep(orderBeingPacked(), packUnderWay.commandId, at)?.order ?? createdOrder();
    const { order, event, changed: fields } = changed(before, refusedSnapshot(before));

    const shown = {
      transition: 'pack',
      fulfilment_id: null,
      return_id: null,
      code: 'insufficient_stock',
      detail: 'Not enough.',
      errors: [],
      at: at.toISOString(),
    };
    expect(toOrderRecord(order)).toEqual({ ...toOrderRecord(createdOrder()), refusal: shown, version: 4 });
    expect([event, fields]).toEqual(['order.updated', ['pending_transition', 'refusal']]);
  });

  test('a pack of an earlier release, which counted its beginning and showed it, is refused as it was then', () => {
    const before = createdOrder({ attempt: 2, version: 3, pending: { ...packUnderWay, isUnseen: undefined } });

    expect(toOrderRecord(before)).toMatchObject({ version: 3, pending_transition: 'pack' });
    expect(changed(before, refusedSnapshot(before))).toMatchObject({
      order: { version: 4, refusal: { code: 'insufficient_stock' } },
      event: 'order.updated',
    });
  });

  test('units that a refused pack allocates are an order.updated event', () => {
    const before = orderBeingPacked({ lines: [mugs({ quantity: 5, allocated: 2 })] });
    const { order, event, history } = changed(before, refusedSnapshot(before, { lines: holding(4) }));

    expect(order).toMatchObject({ allocation: 'partial', lines: [{ allocated: 4 }] });
    expect(event).toBe('order.updated');
    expect(history.map(({ transition }) => transition)).toEqual(['allocate', 'pack']);
  });

  test('a shipped order holds nothing more and counts as allocated', () => {
    const step = { transition: 'ship', carrier: 'DHL', trackingNumber: '42', trackingUrl: null } as const;
    const before = started(packedOrder(), step);
    const lines = [{ id: mugs().id, name: 'Mug', allocated: 0, shipped: 2 }];
    const { order, event } = changed(before, snapshotOf(before, { lines }));

    expect(order).toMatchObject({
      status: 'shipped',
      shipment: { carrier: 'DHL', trackingNumber: '42' },
      shippedAt: at,
      packing,
    });
    expect(order).toMatchObject({ allocation: 'allocated', lines: [{ allocated: 0, shipped: 2 }] });
    expect(event).toBe('order.shipped');
  });

  test.each([createdOrder(), packedOrder()])(
    'an order cancelled from $status keeps its last allocation and holds nothing',
    (from) => {
      const before = started(from, { transition: 'cancel', reason: 'changed their mind' });
      const { order, event, history } = changed(before, snapshotOf(before, { lines: holding(0) }));

      expect(order).toMatchObject({ cancelReason: 'changed their mind' });
      expect(order).toMatchObject({ status: 'cancelled', cancelledAt: at, allocation: 'allocated', lines: [{ allocated: 0 }] });
      expect(event).toBe('order.cancelled');
      expect(history).toMatchObject([{ transition: 'cancel', reason: 'changed their mind' }]);
    },
  );
});

describe('a snapshot without an answer', () => {
  test('a filled backorder has an event, with the actor who added the stock', () => {
    const before = createdOrder({ lines: [mugs({ allocated: 0 })], allocation: 'backordered' });
    const { order, event, history, finished } = changed(before, snapshotOf(before, { actor: 'key_receiver' }));

    expect(order).toMatchObject({ status: 'created', allocation: 'allocated' });
    expect(event).toBe('order.updated');
    expect(history).toMatchObject([
      { transition: 'allocate', actor: 'key_receiver', requestId: 'req-of-inventory', answer: null },
    ]);
    expect(finished).toBeNull();
  });

  test('a hold that a count takes back makes a backorder again', () => {
    const { order, event } = changed(createdOrder(), snapshotOf(createdOrder(), { lines: holding(0) }));

    expect(order.allocation).toBe('backordered');
    expect(event).toBe('order.updated');
  });

  test('a pending step stays pending', () => {
    const before = orderBeingPacked({ lines: [mugs({ allocated: 0 })] });
    const snapshot = snapshotOf(before, { answer: { commandId: `allocate:${before.id}:1`, refused: null } });

    expect(changed(before, snapshot)).toMatchObject({ order: { status: 'created', pending: packUnderWay }, finished: null });
  });

  test.each([0, 1])('a snapshot that is not newer changes nothing (%i versions back)', (back) => {
    const before = packedOrder();

    expect(takeOutcome(before, snapshotOf(before, { version: before.allocationVersion - back }), at)).toEqual({
      type: 'already-known',
    });
  });
});

test('a lost answer is found in any later version', () => {
  const before = orderBeingPacked();
  const { order, event } = changed(before, snapshotOf(before, { version: before.allocationVersion + 7 }));

  expect(order).toMatchObject({ status: 'packed', allocationVersion: before.allocationVersion + 7 });
  expect(event).toBe('order.packed');
});

function started(order: Order, step: Parameters<typeof startStep>[1]): Order {
  const outcome = startStep(order, step, origin, at);
  if (outcome.type !== 'step-started') throw new Error(outcome.type);
  return outcome.order;
}

const heldIn = (order: Order, ...sources: readonly Source[]): AllocationSnapshot =>
  snapshotOf(order, { lines: holding(2).map((line) => ({ ...line, sources })) });

describe('the warehouses that units are held in', () => {
  const W1 = { warehouseId: 'loc_1', warehouse: 'W1' };
  const W2 = { warehouseId: 'loc_2', warehouse: 'W2' };
  const placed = createdOrder({ lines: [mugs({ sources: [{ ...W1, units: 2 }] })] });

  test.each([
    ['moves to another warehouse', [{ ...W2, units: 2 }]],
    [
      'is split',
      [
        { ...W1, units: 1 },
        { ...W2, units: 1 },
      ],
    ],
    ['is in a warehouse that got another code', [{ ...W1, warehouse: 'NORTH', units: 2 }]],
  ])('a line that %s is a change of the lines, for subscribers and in the history', (_what, sources) => {
    const { order, event, changed: fields, history } = changed(placed, heldIn(placed, ...sources));

    expect(order.lines[0]?.sources).toEqual(sources);
    expect([event, fields]).toEqual(['order.updated', ['lines']]);
    expect(history).toMatchObject([{ transition: 'allocate', version: placed.version + 1 }]);
  });

  test('the same warehouses again leave the record as it was', () => {
    const { order, event, changed: fields } = changed(placed, heldIn(placed, { ...W1, units: 2 }));

    expect([event, fields]).toEqual([null, []]);
    expect(toOrderRecord(order)).toEqual(toOrderRecord(placed));
  });

  test('units that lie in no one warehouse any more have none', () => {
    const { order } = changed(placed, snapshotOf(placed));

    expect(toOrderRecord(order).lines[0]?.allocations).toEqual([]);
  });

  test('the warehouses that units leave with a shipment are remembered, and those that lose some otherwise are not', () => {
    const sources = [
      { ...W1, units: 1 },
      { ...W2, units: 1 },
    ];
    const held = createdOrder({ lines: [mugs({ sources })] });
    const shipped = { ...mugs(), name: 'Mug', shipped: 1, allocated: 1, sources: [{ ...W2, units: 1 }] };
    const inPart = changed(held, snapshotOf(held, { lines: [shipped] }));
    expect(inPart.order.shippedFrom).toEqual(['loc_1']);
    expect(warehousesOf(inPart.order)).toEqual(['loc_1', 'loc_2']);

    const lost = changed(inPart.order, snapshotOf(inPart.order, { lines: [{ ...shipped, allocated: 0, sources: undefined }] }));
    expect(warehousesOf(lost.order)).toEqual(['loc_1']);

    const whole = changed(held, snapshotOf(held, { lines: [{ ...shipped, shipped: 2, allocated: 0, sources: undefined }] }));
    expect(whole.order.shippedFrom).toEqual(['loc_1', 'loc_2']);
    expect(changed(placed, heldIn(placed, { ...W2, units: 2 })).order.shippedFrom).toBeUndefined();
  });

  test('an open order that no warehouse may ship says so, until one may, or it ends', () => {
    const before = createdOrder({ lines: [mugs({ allocated: 0 })] });
    const stopped = changed(before, snapshotOf(before, { lines: holding(0), hasNoWarehouse: true }));
    const freed = changed(stopped.order, snapshotOf(stopped.order, { lines: holding(0) }));
    const asked = started(stopped.order, { transition: 'cancel', reason: null });
    const ended = changed(asked, snapshotOf(asked, { lines: holding(0), hasNoWarehouse: true }));

    expect(toOrderRecord(stopped.order).allocation_reason).toBe('no_eligible_warehouse');
    expect(stopped).toMatchObject({ event: 'order.updated', history: [{ transition: 'allocate' }] });
    expect(stopped.changed).toContain('allocation_reason');
    expect(toOrderRecord(freed.order).allocation_reason).toBeNull();
    expect(toOrderRecord(ended.order)).toMatchObject({ status: 'cancelled', allocation_reason: null });
  });
});
