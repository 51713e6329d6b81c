import { lineOf } from './order-line.ts';
import type { Order, OrderIn, OrderLine, RequestOrigin, PendingStep } from './order.ts';
import type { Pack } from './steps.ts';
import type { AllocationSnapshot } from './take-outcome.ts';

const ORDER_ID = 'ord_01JD8Z0000000000000000TEST';

export const origin: RequestOrigin = {
  actor: 'key_01JD8Z0000000000000000TEST',
  requestId: 'req-1',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};
export const at = new Date('2026-11-21T09:05:12.411Z');

export const mugs = (changes: Partial<OrderLine> = {}): OrderLine => ({
  ...lineOf('lin_01JD8Z00000000000000000001', 'MUG-01', 2),
  name: 'Mug',
  allocated: 2,
  shipped: 0,
  ...changes,
});

const facts = {
  id: ORDER_ID,
  tenant: { accountId: 'acc_01JD8Z0000000000000000TEST', environment: 'sandbox' },
  externalId: null,
  contentHash: 'a-hash',
  lines: [mugs()],
  allocation: 'allocated',
  shipTo: null,
  note: null,
  metadata: {},
  allowBackorder: true,
  shipment: { carrier: null, trackingNumber: null, trackingUrl: null },
  attempt: 1,
  allocationVersion: 1,
  lastAnswer: { commandId: `allocate:${ORDER_ID}:1`, refusal: null },
  refusal: null,
  version: 2,
  createdAt: at,
  updatedAt: at,
} as const;

export const packing = { packages: [{ weight_g: 850 }], packedAt: at };

export const pendingOrder = (changes: Partial<OrderIn<'pending'>> = {}): OrderIn<'pending'> => ({
  ...facts,
  lines: [mugs({ name: null, allocated: 0 })],
  allocation: 'backordered',
  allocationVersion: 0,
  lastAnswer: null,
  version: 1,
  status: 'pending',
  pending: { asked: { transition: 'create' }, commandId: `allocate:${ORDER_ID}:1`, origin: origin, since: at },
  ...changes,
});

export const createdOrder = (changes: Partial<OrderIn<'created'>> = {}): OrderIn<'created'> => ({
  ...facts,
  status: 'created',
  pending: null,
  ...changes,
});

export const packUnderWay: PendingStep<Pack> = {
  asked: { transition: 'pack', packages: packing.packages },
  commandId: `confirm:${ORDER_ID}:2`,
  origin: origin,
  since: at,
  isUnseen: true,
};

/** A created order that waits for inventory to make its holds firm. */
export const orderBeingPacked = (changes: Partial<OrderIn<'created'>> = {}): OrderIn<'created'> =>
  createdOrder({ attempt: 2, version: 3, unseenChanges: 1, pending: packUnderWay, ...changes });

export const packedOrder = (changes: Partial<OrderIn<'packed'>> = {}): OrderIn<'packed'> => ({
  ...facts,
  attempt: 2,
  version: 4,
  unseenChanges: 1,
  allocationVersion: 2,
  status: 'packed',
  packing,
  pending: null,
  ...changes,
});

export const shippedOrder = (changes: Partial<OrderIn<'shipped'>> = {}): OrderIn<'shipped'> => ({
  ...facts,
  lines: [mugs({ allocated: 0, shipped: 2 })],
  attempt: 3,
  version: 6,
  unseenChanges: 2,
  status: 'shipped',
  packing,
  shipment: { carrier: 'DHL', trackingNumber: null, trackingUrl: null },
  shippedAt: at,
  pending: null,
  ...changes,
});

export const cancelledOrder = (changes: Partial<OrderIn<'cancelled'>> = {}): OrderIn<'cancelled'> => ({
  ...facts,
  lines: [mugs({ allocated: 0 })],
  status: 'cancelled',
  packing: null,
  cancelledAt: at,
  cancelReason: null,
  ...changes,
});

export const rejectedOrder = (changes: Partial<OrderIn<'rejected'>> = {}): OrderIn<'rejected'> => ({
  ...facts,
  status: 'rejected',
  refusal: { transition: 'create', code: 'unknown_sku', detail: 'MUG-01 is not known.', errors: [], at },
  ...changes,
});

/** The next allocation snapshot of `order`: every line held and the pending command accepted, except for `changes`. */
export const snapshotOf = (order: Order, changes: Partial<AllocationSnapshot> = {}): AllocationSnapshot => ({
  version: order.allocationVersion + 1,
  lines: order.lines.map(({ id, quantity }) => ({ id, name: 'Mug', allocated: quantity, shipped: 0 })),
  answer: { commandId: commandOf(order), refused: null },
  actor: 'service:inventory',
  requestId: 'req-of-inventory',
  ...changes,
});

export const refusedSnapshot = (order: Order, changes: Partial<AllocationSnapshot> = {}): AllocationSnapshot =>
  snapshotOf(order, {
    answer: { commandId: commandOf(order), refused: { code: 'insufficient_stock', detail: 'Not enough.', errors: [] } },
    ...changes,
  });

function commandOf(order: Order): string {
  return 'pending' in order && order.pending ? order.pending.commandId : (order.lastAnswer?.commandId ?? '');
}
