import { ACCOUNT_OPERATIONS, erasedAddress, ERRORS, OPERATIONS } from '@fulfilment/contracts';
import { z } from 'zod';
import {
  sampleAccount,
  sampleActor,
  sampleAuditEntry,
  sampleCaller,
  sampleIssuedKey,
  sampleKey,
  sampleMember,
  sampleMemberWithToken,
  samplePlan,
  sampleSession,
  sampleSignedIn,
} from './account.ts';
import { SAMPLE_EVENTS } from './events.ts';
import { problemSample } from './problems.ts';
import {
  cancelledFulfilment,
  closedOrder,
  packedFulfilment,
  reassignedOrder,
  sampleFulfilment,
  shippedFulfilment,
} from './fulfilments.ts';
import {
  cancelledReturn,
  closedReturn,
  receivedReturn,
  rejectedReturn,
  requestedReturn,
  restockedReturn,
  sampleReturn,
  sampleReturnHistoryEntry,
} from './returns.ts';
import {
  sampleHold,
  inMain,
  sampleLocation,
  sampleLocationStock,
  sampleOrder,
  sampleOrderHistoryEntry,
  sampleReservation,
  sampleScan,
  sampleSku,
  sampleTransfer,
} from './records.ts';
import {
  sampleDelivery,
  sampleDeliveryDetails,
  sampleEventTypes,
  sampleReplay,
  sampleWebhook,
  sampleWebhookChange,
  sampleWebhookSecrets,
  sampleWebhooksOverview,
  sampleWebhookStats,
  sampleWebhookWithSecret,
} from './webhooks.ts';

/** The entry of the ledger for three mugs that were dropped. */
const sampleMovement = {
  id: 'mov_01KAJ6Z4T8C2W6Q0N3RBMMVE01',
  sku: sampleSku.sku,
  location_id: sampleLocation.id,
  location: 'A3/S2',
  location_path: sampleLocation.path,
  delta: -3,
  balance: 97,
  reason: 'damaged',
  reference: null,
  note: 'Dropped.',
  actor: 'key_01KAJ6P2C4G8TN5YD0WQ9KEY01',
  version: 3,
  occurred_at: '2026-11-21T09:30:00.000Z',
  created_at: '2026-11-21T09:30:00.000Z',
};

const afterwards = {
  ...sampleSku,
  on_hand: 97,
  available: 95,
  stock: sampleSku.stock.map((place) => ({ ...place, on_hand: 97 })),
  warehouses: inMain({ on_hand: 97, allocated: 2 }),
  version: 3,
  updated_at: sampleMovement.created_at,
};

/** The adjustment that {@link sampleMovement} is the whole of. */
const sampleAdjustment = {
  sku: sampleSku.sku,
  delta: sampleMovement.delta,
  reason: sampleMovement.reason,
  note: sampleMovement.note,
  movements: [sampleMovement],
  record: afterwards,
  created_at: sampleMovement.created_at,
};

const { title, retryable } = ERRORS.sku_exists;

/** A batch of two items, the second refused. */
const sampleInventoryBatchResult = {
  results: [
    { index: 0, status: 200, version: afterwards.version, record: afterwards },
    { index: 1, status: 409, error: { title, code: 'sku_exists', detail: 'MUG-01 exists already.', retryable } },
  ],
};

/** A batch of two scans, the first one known already. */
const sampleScanResults = {
  results: [
    { index: 0, status: 200, record: sampleScan },
    {
      index: 1,
      status: 201,
      record: { ...sampleScan, id: 'scn_01KAJ6Y7H3Q9M5W1R8TBSCAN02', client_scan_id: 'gun-7-000182' },
    },
  ],
};

/** A batch of two orders, the second refused. */
const sampleOrderResults = {
  results: [
    { index: 0, status: 201, id: sampleOrder.id, version: sampleOrder.version, record: sampleOrder },
    {
      index: 1,
      status: 409,
      error: {
        title: ERRORS.insufficient_stock.title,
        code: 'insufficient_stock',
        detail: '1 of CUP-01 is available; 2 requested.',
        retryable: ERRORS.insufficient_stock.retryable,
        errors: [
          {
            pointer: '/orders/1/lines/0/quantity',
            code: 'insufficient_stock',
            message: '1 of CUP-01 is available; 2 requested.',
            sku: 'CUP-01',
            requested: 2,
            available: 1,
          },
        ],
      },
    },
  ],
};

/** Examples of records, by the id of their schema. A schema may bring its own as well, by `meta`. */
export const RECORD_EXAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  Sku: [sampleSku],
  Movement: [sampleMovement],
  Adjustment: [sampleAdjustment],
  InventoryBatchResult: [sampleInventoryBatchResult],
  Location: [sampleLocation],
  LocationStock: [sampleLocationStock],
  Transfer: [sampleTransfer],
  Reservation: [sampleReservation],
  Fulfilment: [sampleFulfilment],
  Return: [sampleReturn],
  Order: [sampleOrder],
  OrderHistoryEntry: [sampleOrderHistoryEntry],
  ReturnHistoryEntry: [sampleReturnHistoryEntry],
  OrderResults: [sampleOrderResults],
  Scan: [sampleScan],
  ScanResults: [sampleScanResults],
  Problem: [problemSample('insufficient_stock')],
  Account: [sampleAccount],
  Caller: [sampleCaller],
  Key: [sampleKey],
  KeyWithQuota: [{ ...sampleKey, remaining: 97 }],
  IssuedKey: [sampleIssuedKey],
  Actor: [sampleActor],
  ActorList: [{ data: [sampleActor] }],
  AuditEntry: [sampleAuditEntry],
  Member: [sampleMember],
  MemberWithToken: [sampleMemberWithToken],
  Session: [sampleSession],
  SessionList: [{ data: [sampleSession] }],
  SignedIn: [sampleSignedIn],
  Plan: [samplePlan],
  PlanList: [{ data: [samplePlan] }],
  Webhook: [sampleWebhook],
  WebhookWithSecret: [sampleWebhookWithSecret],
  WebhookSecrets: [sampleWebhookSecrets],
  Delivery: [sampleDelivery],
  DeliveryDetails: [sampleDeliveryDetails],
  Replay: [sampleReplay],
  WebhookStats: [sampleWebhookStats],
  WebhooksOverview: [sampleWebhooksOverview],
  WebhookChange: [sampleWebhookChange],
  EventTypes: [sampleEventTypes],
  EventPage: [
    {
      data: [SAMPLE_EVENTS['order.created'], SAMPLE_EVENTS['scan.completed']],
      has_more: false,
      next_cursor: null,
      next_after: SAMPLE_EVENTS['scan.completed'].id,
    },
  ],
};

const packed = {
  ...sampleOrder,
  status: 'packed',
  lines: sampleOrder.lines.map((line) => ({ ...line, packed: line.allocated })),
  packages: [{ weight_g: 850 }],
  version: 3,
  packed_at: '2026-11-21T09:10:00.000Z',
  updated_at: '2026-11-21T09:10:00.000Z',
} as const;
const moved = { updated_at: '2026-11-21T09:15:00.000Z' } as const;
const dueAgain = { status: 'pending', next_attempt_at: '2026-11-21T09:20:00.000Z', ended_at: null } as const;
const nothingHeld = sampleOrder.lines.map((line) => ({ ...line, allocated: 0 }));

/** Examples of responses that differ from the record's own example, by operation and status. */
export const REPLY_EXAMPLES: Readonly<Record<string, unknown>> = {
  'createSku 201': {
    ...sampleSku,
    allocated: 0,
    available: 100,
    warehouses: inMain({ on_hand: 100, allocated: 0 }),
    version: 1,
    updated_at: sampleSku.created_at,
  },
  'updateSku 200': {
    ...sampleSku,
    on_hand: 120,
    available: 118,
    stock: sampleSku.stock.map((place) => ({ ...place, on_hand: 120 })),
    warehouses: inMain({ on_hand: 120, allocated: 2 }),
    version: 3,
  },
  'updateSkuWarehouse 200': {
    ...sampleSku,
    buffer: 5,
    available: 93,
    warehouses: inMain({ on_hand: 100, allocated: 2 }).map((each) => ({
      ...each,
      buffer: 5,
      available: 93,
      safety_stock: 5,
      reorder_point: 10,
    })),
    version: 3,
    ...moved,
  },
  'archiveSku 200': { ...sampleSku, status: 'archived', version: 3, archived_at: moved.updated_at, ...moved },
  'createLocation 201': {
    ...sampleLocation,
    id: 'loc_01KAJ6Q8Y4ZT5R2W9XBMWARE02',
    type: 'warehouse',
    code: 'W2',
    parent_id: null,
    name: 'Second warehouse',
    ships: true,
    priority: 0,
    path: 'W2',
  },
  'updateLocation 200': { ...sampleLocation, code: 'C1', name: 'Cold store', path: 'MAIN:A3/C1', version: 2, ...moved },
  'archiveLocation 200': { ...sampleLocation, status: 'archived', version: 2, ...moved },
  'updateReservation 200': {
    ...sampleReservation,
    expires_at: '2026-11-21T09:18:02.711Z',
    version: 2,
    updated_at: '2026-11-21T09:08:02.711Z',
  },
  'releaseReservation 200': SAMPLE_EVENTS['reservation.released'].data,
  'createOrder 202': {
    ...sampleOrder,
    status: 'pending',
    allocation: 'backordered',
    lines: sampleOrder.lines.map((line) => ({ ...line, name: null, allocated: 0, backordered: line.quantity })),
    pending_transition: 'create',
    version: 1,
    updated_at: sampleOrder.created_at,
  },
  'updateOrder 200': { ...sampleOrder, note: 'Leave at the back door.', metadata: { gift: 'yes' }, version: 3, ...moved },
  'updateOrder 202': { ...sampleOrder, pending_transition: 'edit', version: 3 },
  'editOrder 200': {
    ...sampleOrder,
    lines: sampleOrder.lines.map((line) => ({ ...line, quantity: 1, allocated: 1 })),
    version: 3,
    ...moved,
  },
  'editOrder 202': { ...sampleOrder, pending_transition: 'edit', version: 3 },
  'holdOrder 201': { ...sampleOrder, holds: [sampleHold], version: 3, ...moved },
  'holdOrder 202': { ...sampleOrder, pending_transition: 'hold', version: 3 },
  'releaseHold 200': { ...sampleOrder, version: 4, ...moved },
  'releaseHold 202': { ...sampleOrder, holds: [sampleHold], pending_transition: 'release_hold', version: 4 },
  'packOrder 200': packed,
  'packOrder 202': { ...sampleOrder, pending_transition: 'pack', version: 3 },
  'shipOrder 200': {
    ...packed,
    status: 'shipped',
    fulfilment: 'complete',
    lines: nothingHeld.map((line) => ({ ...line, shipped: line.quantity })),
    carrier: 'DHL',
    tracking_number: '00340434161094042557',
    version: 4,
    shipped_at: moved.updated_at,
    ...moved,
  },
  'shipOrder 202': { ...packed, pending_transition: 'ship', version: 4 },
  'cancelOrder 200': {
    ...sampleOrder,
    status: 'cancelled',
    lines: nothingHeld.map((line) => ({ ...line, cancelled: line.quantity })),
    version: 3,
    cancel_reason: 'customer changed their mind',
    cancelled_at: moved.updated_at,
    ...moved,
  },
  'pauseWebhook 200': { ...sampleWebhook, status: 'paused', version: 2 },
  'testWebhook 202': {
    ...sampleDelivery,
    event_id: 'evt_01KAJ71C5V8X2N6R4TPBEVNT10',
    event_type: 'webhook.test',
    ...dueAgain,
    attempts: 0,
  },
  'resendDelivery 202': { ...sampleDelivery, ...dueAgain },
  'cancelReplay 200': { ...sampleReplay, status: 'cancelled', ended_at: '2026-11-21T10:00:12.000Z' },
  'eraseOrder 200': {
    ...sampleOrder,
    status: 'shipped',
    fulfilment: 'complete',
    lines: sampleOrder.lines.map((line) => ({ ...line, allocated: 0, shipped: line.quantity })),
    ship_to: erasedAddress(sampleOrder.ship_to),
    note: null,
    metadata: {},
    packed_at: '2026-11-21T09:40:00.000Z',
    shipped_at: moved.updated_at,
    erased_at: '2027-02-21T10:00:00.000Z',
    updated_at: '2027-02-21T10:00:00.000Z',
    version: 6,
  },
  'closeOrder 200': closedOrder,
  'closeOrder 202': { ...sampleOrder, pending_transition: 'close', version: 3 },
  'reassignOrder 200': reassignedOrder,
  'reassignOrder 202': { ...sampleOrder, pending_transition: 'reassign', version: 3 },
  'createFulfilment 202': { ...sampleFulfilment, pending_transition: 'fulfil' },
  'packFulfilment 200': packedFulfilment,
  'packFulfilment 202': { ...sampleFulfilment, pending_transition: 'pack', version: 2 },
  'unpackFulfilment 200': { ...sampleFulfilment, version: 3, ...moved },
  'unpackFulfilment 202': { ...packedFulfilment, pending_transition: 'unpack', version: 3 },
  'shipFulfilment 200': shippedFulfilment,
  'shipFulfilment 202': { ...packedFulfilment, pending_transition: 'ship', version: 3 },
  'cancelFulfilment 200': cancelledFulfilment,
  'cancelFulfilment 202': { ...sampleFulfilment, pending_transition: 'cancel', version: 2 },
  'updateFulfilment 200': { ...shippedFulfilment, version: 4, delivered_at: moved.updated_at },
  'createReturn 202': { ...sampleReturn, pending_transition: 'return' },
  'approveReturn 200': { ...sampleReturn, version: 2 },
  'approveReturn 202': { ...requestedReturn, pending_transition: 'approve', version: 2 },
  'rejectReturn 200': rejectedReturn,
  'cancelReturn 200': cancelledReturn,
  'cancelReturn 202': { ...sampleReturn, pending_transition: 'cancel', version: 2 },
  'closeReturn 200': closedReturn,
  'closeReturn 202': { ...receivedReturn, pending_transition: 'close', version: 3 },
  'receiveReturn 200': receivedReturn,
  'receiveReturn 202': { ...sampleReturn, pending_transition: 'receive', version: 2 },
  'eraseReturn 200': { ...closedReturn, order_id: null, note: null, version: 4 },
  'disposeReturn 200': restockedReturn,
  'disposeReturn 202': { ...closedReturn, pending_transition: 'dispose', version: 4 },
  'cancelOrder 202': { ...sampleOrder, pending_transition: 'cancel', version: 3 },
};

/** Parameters that do not name the record that the path is about. */
const PARAMETER_EXAMPLES: Readonly<Record<string, string>> = {
  hold: sampleHold.id,
  replay_id: sampleReplay.id,
  code: '4006381333931',
  warehouse: 'MAIN',
};

const shown = z.looseObject({ id: z.string().optional(), examples: z.array(z.unknown()).default([]) });

/** The name of the record of `GET /‹tag›/:‹parameter›` in paths, by `‹tag› ‹parameter›`: the member of its example with that name. */
const PATH_EXAMPLES: ReadonlyMap<string, unknown> = new Map(
  [...OPERATIONS, ...ACCOUNT_OPERATIONS].flatMap(({ method, path, replies }) => {
    const [, tag, parameter] = /^\/([^/]+)\/:([^/]+)$/.exec(path) ?? [];
    const body = replies[200]?.body;
    if (method !== 'GET' || tag === undefined || parameter === undefined || !body) return [];
    const { id = '', examples } = shown.parse(body.meta() ?? {});
    const [example] = RECORD_EXAMPLES[id] ?? examples;
    return [[`${tag} ${parameter}`, Object(example)[parameter]] as const];
  }),
);

/** @returns what stands in the path of an operation for a parameter, where its record has an id. */
export function pathExample(path: string, parameter: string): string | undefined {
  const example = PARAMETER_EXAMPLES[parameter] ?? PATH_EXAMPLES.get(`${path.split('/')[1]} ${parameter}`);
  return typeof example === 'string' ? example : undefined;
}
