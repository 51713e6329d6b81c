import { describe, expect, test } from 'vitest';
import { newFulfilment } from './fulfilment.ts';
import {
  at,
  cancelledOrder,
  createdOrder,
  mugs,
  orderBeingPacked,
  packedOrder,
  pendingOrder,
  rejectedOrder,
  origin,
  shippedOrder,
} from './order.builder.ts';
import { startStep } from './start-step.ts';
import type { Step } from './steps.ts';

const fulfilmentId = 'ful_01JD8Z0000000000000000TEST';
const steps = {
  pack: { transition: 'pack', packages: [{ weight_g: 850 }] },
  ship: { transition: 'ship', carrier: 'DHL', trackingNumber: null, trackingUrl: null },
  cancel: { transition: 'cancel', reason: 'changed their mind' },
} as const satisfies Record<string, Step>;

const asks = { ...steps, pack: { ...steps.pack, fulfilmentId } };

describe('where a step starts from', () => {
  test.each([
    ['pack', createdOrder(), 'confirm'],
    ['ship', packedOrder(), 'ship'],
    ['cancel', createdOrder(), 'release'],
    ['cancel', packedOrder(), 'release'],
  ] as const)('%s starts from $status and sends the next command: %s', (name, order, verb) => {
    const step = steps[name];
    const outcome = startStep(order, asks[name], origin, at);

    const attempt = order.attempt + 1;
    expect(outcome).toMatchObject({
      type: 'step-started',
      sent: { commandId: `${verb}:${order.id}:${attempt}`, asked: step },
      order: { status: order.status, attempt, version: order.version + 1, pending: { asked: step, origin, since: at } },
    });
  });

  test.each([
    ['pack', packedOrder()],
    ['pack', shippedOrder()],
    ['ship', createdOrder()],
    ['ship', shippedOrder()],
    ['cancel', shippedOrder()],
    ['cancel', cancelledOrder()],
    ['pack', rejectedOrder()],
    ['ship', cancelledOrder()],
  ] as const)('%s does not start from $status', (name, order) => {
    expect(startStep(order, asks[name], origin, at)).toEqual({
      type: 'wrong-status',
      status: order.status,
    });
  });

  test.each([['pack'], ['ship'], ['cancel']] as const)('%s waits while another command is pending', (name) => {
    for (const order of [pendingOrder(), orderBeingPacked()]) {
      expect(startStep(order, asks[name], origin, at)).toEqual({
        type: 'step-pending',
        commandId: order.pending?.commandId,
      });
    }
  });
});

describe('a fulfilment of what a warehouse holds', () => {
  const W1 = { warehouseId: 'loc_01JD8Z0000000000000000TEST', warehouse: 'W1' };
  const ask = {
    transition: 'fulfil',
    fulfilmentId,
    externalId: null,
    note: null,
    contentHash: '',
    warehouse: 'W1',
    lines: null,
  } as const;
  /** A planned unit was taken back from its fulfilment, and the order holds others for it. */
  const lost = (quantity: number) =>
    createdOrder({
      lines: [mugs({ quantity, allocated: 2, sources: [{ ...W1, units: 2 }] })],
      fulfilments: [newFulfilment({ id: 'ful_01JD8Z0000000000000000LOST', lines: [{ lineId: mugs().id, quantity: 1 }] }, 1, at)],
    });

  test('leaves those that another fulfilment lost, and gets back when it is packed', () => {
    expect(startStep(lost(2), ask, origin, at)).toMatchObject({
      sent: { asked: { lines: [{ lineId: mugs().id, quantity: 1 }] } },
    });
  });

  test('is refused where all units of the order are in fulfilments', () => {
    expect(startStep(lost(1), ask, origin, at)).toMatchObject({ type: 'refused', code: 'insufficient_stock' });
  });
});
