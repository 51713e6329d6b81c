import * as gateway from '@fulfilment/gateway/documents';
import * as inventory from '@fulfilment/inventory/documents';
import * as orders from '@fulfilment/orders/documents';
import * as scans from '@fulfilment/scans/documents';
import * as webhooks from '@fulfilment/webhooks/documents';
import { z } from 'zod';
import { orderReturn, stockReturnLine } from './return-rows.ts';
import { typedCollection } from './typed-collection.ts';

// The collections of each service, each with the fields that are compared. A document may be damaged, so each is parsed; that a schema
// reads what the service writes is checked by the compiler.

/** Documents that a filter selects by a field that others do not have. */
type With<Stored, Name extends keyof Stored> = Stored & { readonly [Each in Name]-?: NonNullable<Stored[Each]> };

/** A scan that asks for a movement of stock names the quantity, and the SKU where that is not to be found by its barcode. */
type AppliedScan = scans.ScanDocument & { readonly scan: With<scans.ScanDocument['scan'], 'quantity' | 'applied'> };

const read = {
  accounts: typedCollection<gateway.AccountDocument>('gateway', gateway.ACCOUNTS),
  keys: typedCollection<gateway.KeyDocument>('gateway', gateway.KEYS),
  skus: typedCollection<inventory.SkuDocument>('inventory', inventory.SKUS),
  reservations: typedCollection<inventory.ReservationDocument>('inventory', inventory.RESERVATIONS),
  movements: typedCollection<inventory.MovementDocument>('inventory', inventory.MOVEMENTS, inventory.COLD_MOVEMENTS),
  hotMovements: typedCollection<inventory.MovementDocument>('inventory', inventory.MOVEMENTS),
  coldMovements: typedCollection<inventory.MovementDocument>('inventory', inventory.COLD_MOVEMENTS),
  checkpoints: typedCollection<inventory.CheckpointDocument>('inventory', inventory.CHECKPOINTS),
  claimedMovements: typedCollection<With<inventory.MovementDocument, 'claim'>>(
    'inventory',
    inventory.MOVEMENTS,
    inventory.COLD_MOVEMENTS,
  ),
  referringMovements: typedCollection<With<inventory.MovementDocument, 'reference'>>(
    'inventory',
    inventory.MOVEMENTS,
    inventory.COLD_MOVEMENTS,
  ),
  locations: typedCollection<inventory.LocationDocument>('inventory', inventory.LOCATIONS),
  allocations: typedCollection<inventory.AllocationDocument>('inventory', inventory.ALLOCATIONS),
  orders: typedCollection<orders.OrderDocument>('orders', orders.ORDERS),
  orderHistory: typedCollection<orders.HistoryDocument>('orders', orders.ORDER_HISTORY),
  scans: typedCollection<scans.ScanDocument>('scans', scans.SCANS),
  appliedScans: typedCollection<AppliedScan>('scans', scans.SCANS),
  scanAnswers: typedCollection<inventory.ScanAnswerDocument>('inventory', inventory.SCAN_ANSWERS),
  events: typedCollection<webhooks.EventDocument>('webhooks', webhooks.COLLECTION_NAMES.events),
  positions: typedCollection<webhooks.PositionDocument>('webhooks', webhooks.COLLECTION_NAMES.positions),
  endpoints: typedCollection<webhooks.EndpointDocument>('webhooks', webhooks.COLLECTION_NAMES.endpoints),
  queues: typedCollection<webhooks.QueueDocument>('webhooks', webhooks.COLLECTION_NAMES.queues),
  deliveries: typedCollection<webhooks.DeliveryDocument>('webhooks', webhooks.COLLECTION_NAMES.deliveries),
  pending: typedCollection<webhooks.PendingDocument>('webhooks', webhooks.COLLECTION_NAMES.pending),
  attempts: typedCollection<webhooks.AttemptsDocument>('webhooks', webhooks.COLLECTION_NAMES.attempts),
};

const owned = { tenant: z.string() };
const named = { id: z.string(), ...owned };
const units = z.int();
const codes = z.array(z.string()).default([]);

export const ACCOUNTS = read.accounts({ id: z.string() });
export const KEYS = read.keys({ id: z.string(), account_id: z.string() });

const place = z.object({ location_id: z.string(), on_hand: units });
const inWarehouse = z.object({
  warehouse_id: z.string(),
  on_hand: units,
  unavailable: units,
  allocated: units,
  firm: units,
  reserved: units.default(0),
  safety_stock: units.default(0),
  reorder_point: units.default(0),
});
export const SKUS = read.skus({
  ...owned,
  sku: z.string(),
  on_hand: units,
  unavailable: units.default(0),
  allocated: units,
  reserved: units.default(0),
  reservations: units.default(0),
  safety_stock: units.default(0),
  firm: units,
  waiting: units,
  filling: z.boolean(),
  reorder_point: units,
  low_stock: z.boolean(),
  warehouses: z.array(inWarehouse).optional(),
  low_in: codes,
  stock: z.array(place),
  version: z.int(),
  created_at: z.date(),
});
export type SkuRow = z.output<typeof SKUS.schema>;

export const RESERVATIONS = read.reservations({
  ...owned,
  state: z.string(),
  lines: z.array(z.object({ sku: z.string(), quantity: units, units })),
  warehouse: z.object({ id: z.string() }).optional(),
});

/** Where a SKU is among the others. */
export const SKU_KEYS = read.skus({ ...owned, sku: z.string() });

/** The facts of a SKU beside its quantities. */
export const SKU_FACTS = read.skus({
  ...owned,
  sku: z.string(),
  name: z.string(),
  reorder_point: units,
  location_id: z.string(),
  status: z.enum(['active', 'archived']),
  barcodes: z.array(z.string()).default([]),
  version: z.int(),
});
export type SkuFactsRow = z.output<typeof SKU_FACTS.schema>;

export const MOVEMENTS = read.movements({
  ...named,
  sku: z.string(),
  version: z.int(),
  line: z.int(),
  location_id: z.string(),
  delta: units,
  balance: units,
  created_at: z.date(),
  occurred_at: z.date().optional(),
});
export type MovementRow = z.output<typeof MOVEMENTS.schema>;

/** Where each of the two collections of the ledger has an entry. */
const entryPlace = { id: z.string(), ...owned, sku: z.string() };
export const HOT_MOVEMENTS = read.hotMovements(entryPlace);
export const COLD_MOVEMENTS = read.coldMovements(entryPlace);

/** The last checkpoint of a SKU's ledger. */
export const LEDGER_CHECKPOINTS = read.checkpoints({
  ...named,
  sku: z.string(),
  through: z.int(),
  entries: z.int(),
  places: z.array(place),
  chain: z.string(),
  seal: z.string(),
});
export type CheckpointRow = z.output<typeof LEDGER_CHECKPOINTS.schema>;

/** Entries that requests with an idempotency key made. */
export const CLAIMED_MOVEMENTS = read.claimedMovements({
  ...owned,
  sku: z.string(),
  version: z.int(),
  claim: z.object({ id: z.string() }),
});
export type ClaimedMovementRow = z.output<typeof CLAIMED_MOVEMENTS.schema>;

export const LOCATIONS = read.locations({ id: z.string(), ...owned });
/** The purpose of a location, as far as quantities depend on it; the first of its lineage is its warehouse. */
export const LOCATION_PURPOSES = read.locations({ ...named, sellable: z.boolean().default(true), lineage: codes });
export const LOCATION_FACTS = read.locations({
  ...named,
  type: z.string(),
  code: z.string(),
  name: z.string().nullable(),
  parent_id: z.string().nullable(),
  path: z.string(),
  status: z.enum(['active', 'archived']),
  version: z.int(),
  created_at: z.date(),
});
export type LocationFactsRow = z.output<typeof LOCATION_FACTS.schema>;

const line = z.object({
  id: z.string(),
  sku: z.string(),
  quantity: units,
  allocated: units,
  shipped: units,
  cancelled: units.optional(),
  returned: units.optional(),
  /** Of an order with the id of each warehouse beside its code, of an allocation with the id alone. */
  sources: z.array(z.object({ warehouse_id: z.string().optional(), warehouse: z.string(), units })).optional(),
});
export type LineRow = z.output<typeof line>;

const rank = { priority: z.int().optional(), ship_by: z.date().optional() };
const portion = z.object({ fulfilment: z.string(), units, firm: z.boolean() });
const later = z.array(z.object({ since: z.date(), units })).optional();
const heldLine = line.extend({ portions: z.array(portion).optional(), suspended: units.optional(), later });
export const ALLOCATIONS = read.allocations({
  ...owned,
  order_id: z.string(),
  lines: z.array(heldLine),
  returns: z.array(z.object({ id: z.string(), lines: z.array(stockReturnLine) })).default([]),
  state: z.enum(['open', 'confirmed', 'shipped', 'released', 'rejected']),
  version: z.int(),
  waiting_skus: codes,
  held_skus: codes,
  ranked_waiting_skus: codes,
  ranked_held_skus: codes,
  waiting_rank: z.string().optional(),
  held_rank: z.string().optional(),
  ...rank,
});
/** The order that an allocation is of. */
export const ALLOCATED_ORDERS = read.allocations({ ...owned, order_id: z.string() });
export type AllocationRow = z.output<typeof ALLOCATIONS.schema>;

const step = z.object({ command_id: z.string(), claim_id: z.string().optional(), since: z.date() });
const fulfilment = z.object({
  id: z.string(),
  status: z.enum(['open', 'packed', 'shipped', 'cancelled']),
  lines: z.array(z.object({ line_id: z.string(), quantity: units, allocated: units })),
  warehouse: z.object({ id: z.string() }).optional(),
});
export type FulfilmentRow = z.output<typeof fulfilment>;
const entry = {
  transition: z.string(),
  answer: z.object({ refusal: z.unknown().nullable() }).nullable(),
  status: z.string(),
  version: z.int(),
  unseen_changes: z.int().optional(),
  at: z.date(),
};
export const ORDERS = read.orders({
  ...named,
  status: z.enum(['pending', 'rejected', 'created', 'packed', 'shipped', 'cancelled']),
  /** `none`: it stands for the unknown order of a return. */
  allocation: z.string(),
  lines: z.array(line),
  fulfilments: z.array(fulfilment).optional(),
  returns: z.array(orderReturn).default([]),
  ...rank,
  suspended: z.literal(true).optional(),
  shipped_from: z.array(z.string()).optional(),
  warehouses: z.array(z.string()).optional(),
  allocation_version: z.int(),
  pending: step.nullish(),
  /** Entries that its history may not have yet. */
  history: z.array(z.object({ _id: z.string(), ...entry })).default([]),
  version: z.int(),
});

export const ORDER_KEYS = read.orders({ id: z.string(), ...owned });
export type OrderRow = z.output<typeof ORDERS.schema>;

/** The receipts of requests with an idempotency key; `id` is tenant and claim. */
export const ORDER_RECEIPTS = {
  store: 'orders',
  collection: 'idempotency_receipts',
  schema: z.object({ id: z.string(), subject: z.string().nullable(), answer: z.string().nullable() }),
} as const;

export const HISTORY = read.orderHistory({ ...named, order_id: z.string(), ...entry });
export const HISTORY_OWNERS = read.orderHistory({ ...owned, order_id: z.string() });
export type HistoryRow = z.output<typeof HISTORY.schema>;

const outbox = z.object({
  ...named,
  topic: z.string(),
  key: z.string(),
  version: z.int(),
  part: z.int(),
  value: z.string(),
  state: z.enum(['new', 'published', 'parked']),
  error: z.string().optional(),
});
export const OUTBOXES = [
  { store: 'inventory', collection: 'outbox', schema: outbox },
  { store: 'orders', collection: 'outbox', schema: outbox },
] as const;
export type OutboxRow = z.output<typeof outbox>;

const block = z.object({
  id: z.string(),
  ...owned,
  state: z.enum(['new', 'published']),
  rows: z.array(outbox.omit({ id: true, state: true, error: true }).extend({ _id: z.string() })),
});
/** Messages that were written, or kept, together as one document. */
export const BLOCKS = [
  { store: 'inventory', collection: 'outbox_blocks', schema: block },
  { store: 'orders', collection: 'outbox_blocks', schema: block },
] as const;

/** Orders that carry a command or events until they are published. */
export const CARRYING_ORDERS = read.orders({
  ...named,
  command: z.object({ state: z.literal('new') }).optional(),
  outbox: z.object({ state: z.literal('new'), rows: z.array(z.looseObject({ _id: z.string() })) }).optional(),
});

const waiting = z.object({ state: z.enum(['new', 'parked']), error: z.string().optional() });
export const SCANS = read.scans({
  ...named,
  event_id: z.string(),
  result_event: z.object({ id: z.string(), at: z.date() }).optional(),
  scan: z.object({ received_at: z.string(), applied: z.enum(['pending', 'done', 'refused']).nullish() }),
  outbox: waiting.optional(),
  command: waiting.optional(),
  result: waiting.optional(),
});
export type ScanRow = z.output<typeof SCANS.schema>;

export const SCAN_KEYS = read.scans({ id: z.string(), ...owned });

/** Scans that ask for a movement of stock. */
export const APPLIED_SCANS = read.appliedScans({
  ...named,
  scan: z.object({
    type: z.string(),
    sku: z.string().nullable(),
    quantity: units,
    order_id: z.string().nullish(),
    return_id: z.string().nullish(),
    disposition: z.string().nullish(),
    applied: z.enum(['pending', 'done', 'refused']),
    refusal: z.object({ code: z.string() }).nullable(),
  }),
});
export type AppliedScanRow = z.output<typeof APPLIED_SCANS.schema>;

/** The answers of stock to scans. */
export const SCAN_ANSWERS = read.scanAnswers({
  ...owned,
  scan_id: z.string(),
  refusal: z.object({ code: z.string() }).nullable(),
});
export type ScanAnswerRow = z.output<typeof SCAN_ANSWERS.schema>;

/** The movements of orders and scans in the ledger. */
export const REFERRING_MOVEMENTS = read.referringMovements({
  ...owned,
  sku: z.string(),
  version: z.int(),
  line: z.int(),
  delta: units,
  reference: z.object({ id: z.string() }),
});
export type ReferringMovementRow = z.output<typeof REFERRING_MOVEMENTS.schema>;

const event = {
  ...named,
  position: z.int(),
  type: z.string(),
  key: z.string(),
  sequence: z.int().nullable(),
  created_at: z.date(),
};

/** Without their bodies, which are by far the most of them. */
export const EVENTS = read.events(event);
export type EventRow = z.output<typeof EVENTS.schema>;
export const MATCHED_EVENTS = read.events({ id: z.string(), ...owned, endpoints: z.array(z.string()) });
export const EVENT_BODIES = read.events({ id: z.string(), ...owned, type: z.string(), key: z.string(), body: z.string() });
export const FILED_EVENTS = read.events({
  ...named,
  type: z.string(),
  sequence: z.int().nullable(),
  body: z.string(),
});
export type FiledEventRow = z.output<typeof FILED_EVENTS.schema>;
export const KEPT_EVENTS = read.events({ ...owned, position: z.int(), expires_at: z.date() });
export type KeptEventRow = z.output<typeof KEPT_EVENTS.schema>;
export const POSITIONS = read.positions({ id: z.string(), position: z.int() });

export const ENDPOINTS = read.endpoints({
  ...named,
  status: z.enum(['active', 'paused', 'disabled']),
  suspended: z.boolean().default(false),
});
export const QUEUES = read.queues({ id: z.string(), ...owned, due_at: z.date().nullable() });
export const DELIVERIES = read.deliveries({
  ...named,
  endpoint_id: z.string(),
  event_id: z.string(),
  state: z.enum(['pending', 'delivered', 'failed', 'dropped', 'batched']),
  members: z.array(z.object({ delivery_id: z.string(), event_id: z.string() })).optional(),
  batch_id: z.string().optional(),
  unwanted: z.literal(true).optional(),
  attempts: z.int(),
  recorded_in: z.array(z.string()).default([]),
  schedule_from: z.int().default(0),
  next_at: z.date().optional(),
  created_at: z.date(),
});
export type DeliveryRow = z.output<typeof DELIVERIES.schema>;
/** The pending projection, which workers read. */
export const PENDING_DELIVERIES = read.pending({
  ...named,
  endpoint_id: z.string(),
  attempts: z.int(),
  next_at: z.date(),
});
export type PendingRow = z.output<typeof PENDING_DELIVERIES.schema>;
const attempt = z.object({ delivery_id: z.string(), n: z.int(), outcome: z.enum(['delivered', 'retry', 'failed']) });
export type AttemptRow = z.output<typeof attempt>;
/** Those of a tenant that were written together. Its id is the tenant, a slash, and what deliveries know it by. */
export const ATTEMPTS = read.attempts({ id: z.string(), made: z.array(attempt) });
