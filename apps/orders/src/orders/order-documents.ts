import { assertNever, parseTenantKey, tenantKey } from '@fulfilment/kernel';
import type { OutboxDocument } from '@fulfilment/messaging';
import { absentIfNull, codecOf, converted, type DocumentOf, given, nested, whole } from '@fulfilment/mongo';
import {
  type Answer,
  hasEnded,
  type HistoryEntry,
  type Order,
  type OrderFacts,
  type OrderState,
  type Packing,
  type PendingStep,
  pendingStep,
  warehousesOf,
} from './domain/order.ts';
import { type Create, partCreatedBy, type Step, type Transition } from './domain/steps.ts';
import { progressOf } from './domain/units-in-parts.ts';
import { allReturns } from './domain/return-changes.ts';
import { searchTermsOf } from './search/domain/search-terms.ts';
import { RETURN } from './return-documents.ts';
import { FULFILMENT, SHIPMENT, type ShipmentDocument } from './fulfilment-documents.ts';
import { ADDRESS, HOLD, LINE } from './order-line-documents.ts';

// The codecs and types of this file are the storage format: a domain field that is renamed does not compile until it is mapped.

/** The collection of orders. */
export const ORDERS = 'orders';
/** The collection of their history. */
export const ORDER_HISTORY = 'order_history';

interface RefusalDocument {
  readonly transition: Transition;
  readonly fulfilmentId?: string | undefined;
  readonly returnId?: string | undefined;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly {
    readonly pointer: string;
    readonly code: string;
    readonly message: string;
    readonly [fact: string]: unknown;
  }[];
  readonly at: Date;
}

/** The result of a command. */
export const ANSWER = codecOf<Answer>()({ command_id: 'commandId', refusal: 'refusal' });

interface AnswerDocument extends DocumentOf<typeof ANSWER> {
  readonly refusal: RefusalDocument | null;
}

interface PackageDocument {
  readonly weight_g?: number | undefined;
  readonly length_mm?: number | undefined;
  readonly width_mm?: number | undefined;
  readonly height_mm?: number | undefined;
  readonly tracking?: string | undefined;
}

const PENDING = codecOf<PendingStep>()({
  asked: 'asked',
  command_id: 'commandId',
  actor: 'origin.actor',
  request_id: 'origin.requestId',
  traceparent: 'origin.traceparent',
  claim_id: 'origin.claimId',
  since: 'since',
  /** Absent of a step that its order shows. */
  unseen: 'isUnseen',
});

interface PendingDocument<Asked> extends Omit<DocumentOf<typeof PENDING>, 'asked'> {
  readonly asked: Asked;
}

const PACKING = codecOf<Packing>()({ packages: 'packages', packed_at: 'packedAt' });

interface PackingDocument extends DocumentOf<typeof PACKING> {
  readonly packages: readonly PackageDocument[];
}

type StateDocument =
  | { readonly status: 'pending'; readonly pending: PendingDocument<Create> }
  | { readonly status: 'rejected'; readonly refusal: RefusalDocument }
  | { readonly status: 'created'; readonly pending: PendingDocument<Step> | null }
  | {
      readonly status: 'packed';
      readonly packing: PackingDocument;
      readonly pending: PendingDocument<Step> | null;
    }
  | {
      readonly status: 'shipped';
      readonly packing: PackingDocument;
      readonly shipped_at: Date;
      /** A step of a return; absent without one. */
      readonly pending?: PendingDocument<Step> | undefined;
    }
  | {
      readonly status: 'cancelled';
      readonly packing: PackingDocument | null;
      readonly cancelled_at: Date;
      /** Absent without a reason, and in orders of releases before it was kept. */
      readonly cancel_reason?: string | undefined;
    };

/** The fields of an order in every state. */
const FACTS = codecOf<OrderFacts>({ keepsUnknown: false })({
  _id: 'id',
  tenant: converted('tenant', tenantKey, parseTenantKey),
  external_id: absentIfNull('externalId'),
  /** Absent while no other order has taken over the external id. */
  replaced_by: 'replacedBy',
  /** The external id while the order holds it: unique, released by a rejected order, and by a cancelled one that is replaced. */
  external_key: given<string | undefined>(),
  content_hash: 'contentHash',
  lines: nested('lines', LINE),
  allocation: 'allocation',
  /** Absent where the order does not say. */
  ship_from: 'shipFrom',
  split: 'split',
  /** Absent where none was shipped, or from no one warehouse. */
  shipped_from: 'shippedFrom',
  /** Those that hold units of it or shipped some; absent for none. */
  warehouses: given<readonly string[] | undefined>(),
  /** True of an open order of which some units were shipped; absent of any other. */
  partly_shipped: given<true | undefined>(),
  /** The terms that it is found by; absent of orders of releases before until the first pass. */
  search: given<readonly string[] | undefined>(),
  /** True where no warehouse may ship it; absent otherwise. */
  no_warehouse: 'hasNoWarehouse',
  /** Absent for that of most orders. */
  priority: 'priority',
  ship_by: 'shipBy',
  /** Absent for none. */
  holds: converted(
    'holds',
    (holds: OrderFacts['holds']) => holds?.map((each) => HOLD.toDocument(each)),
    (stored) => stored?.map((each) => HOLD.fromDocument(each)),
  ),
  /** The time at which the next of them ends by itself, of an open order; absent where none does. */
  holds_until: given<Date | undefined>(),
  suspended: 'suspended',
  ship_to: nested('shipTo', ADDRESS),
  note: 'note',
  /** Pairs: the names are the caller's, and may hold what MongoDB reads as an operator or a path. */
  metadata: converted(
    'metadata',
    (metadata: OrderFacts['metadata']): readonly (readonly [name: string, value: string])[] => Object.entries(metadata),
    (pairs) => Object.fromEntries(pairs),
  ),
  /** Absent before an erasure. */
  erased_at: 'erasedAt',
  /** Absent where backorders are allowed. */
  allow_backorder: converted(
    'allowBackorder',
    (isAllowed: boolean) => (isAllowed ? undefined : false),
    (stored) => stored ?? true,
  ),
  /** Absent of an order that is made of no reservation. */
  reservation: 'reservation',
  /** Carrier and tracking; absent where none is known. */
  shipment: SHIPMENT,
  /** The parts of the order; absent of one that goes as a whole. */
  fulfilments: converted(
    'fulfilments',
    (fulfilments: OrderFacts['fulfilments']) => fulfilments?.map((each) => FULFILMENT.toDocument(each)),
    (stored) => stored?.map((each) => FULFILMENT.fromDocument(each)),
  ),
  /** Their ids, that of one whose creation waits too; absent of an order that goes as a whole. */
  fulfilment_ids: given<readonly string[] | undefined>(),
  /** The ids of their warehouses; absent for none. */
  fulfilment_warehouses: given<readonly string[] | undefined>(),
  /** Their external ids, unique among fulfilments; absent for none. */
  fulfilment_keys: given<readonly string[] | undefined>(),
  /** Units that come back; absent where there was no return. */
  returns: converted(
    'returns',
    (returns: OrderFacts['returns']) => returns?.map((each) => RETURN.toDocument(each)),
    (stored) => stored?.map((each) => RETURN.fromDocument(each)),
  ),
  /** Their ids, that of one whose creation waits too; absent where there is none. */
  return_ids: given<readonly string[] | undefined>(),
  /** Their external ids, unique among returns; absent for none. */
  return_keys: given<readonly string[] | undefined>(),
  /** The return that it is in exchange for; absent of any other order. */
  exchange_for: 'exchangeFor',
  attempt: whole('attempt'),
  allocation_version: whole('allocationVersion'),
  last_answer: nested('lastAnswer', ANSWER),
  refusal: 'refusal',
  version: whole('version'),
  /** How many of its versions the record did not show; absent for none. */
  unseen_changes: 'unseenChanges',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
});

interface FactsDocument extends DocumentOf<typeof FACTS> {
  readonly last_answer: AnswerDocument | null;
  readonly refusal: RefusalDocument | null;
  readonly shipment?: ShipmentDocument | undefined;
}

/** Where messages are found that wait to be published: the shard of their key, and since when they wait. */
interface WaitingDocument {
  readonly state: 'new';
  readonly lane: number;
  readonly key: string;
  readonly since: Date;
}

/** Messages and history that an order carries until they are published, and kept where they belong. */
interface CarriedDocument {
  /** The command of the pending step, which it is made from; absent once it is published. */
  readonly command?: WaitingDocument;
  readonly outbox?: WaitingDocument & { readonly rows: readonly OutboxDocument[] };
  /** Entries that are not in the history yet, in their order: it is written when it is read, or there are too many. */
  readonly history?: readonly HistoryDocument[];
}

/** An order as it is stored. A field that is undefined is absent. */
export type OrderDocument = FactsDocument & StateDocument & CarriedDocument;

export function toOrderDocument(order: Order): OrderDocument {
  const holds = order.status !== 'rejected' && order.replacedBy === undefined;
  const externalKey = holds ? (order.externalId ?? undefined) : undefined;
  return {
    ...FACTS.toDocument(order, {
      external_key: externalKey,
      holds_until: holdsUntil(order),
      warehouses: warehousesIn(order),
      partly_shipped: progressOf(order) === 'partial' ? true : undefined,
      search: searchTermsOf(order),
      ...fulfilmentKeys(order),
      ...returnKeys(order),
    }),
    ...toStateDocument(order),
  };
}

function warehousesIn(order: Order): readonly string[] | undefined {
  const warehouses = warehousesOf(order);
  return warehouses.length === 0 ? undefined : warehouses;
}

function holdsUntil({ holds = [], status }: Order): Date | undefined {
  if (hasEnded(status)) return undefined;
  const ends = holds.flatMap(({ until }) => until?.getTime() ?? []);
  return ends.length === 0 ? undefined : new Date(Math.min(...ends));
}

function fulfilmentKeys(order: Order) {
  const step = pendingStep(order);
  const begun = step && partCreatedBy(step.asked);
  const all = [...(order.fulfilments ?? []), ...(begun ? [{ id: begun.fulfilmentId, externalId: begun.externalId }] : [])];
  const keys = all.flatMap(({ externalId }) => externalId ?? []);
  const warehouses = new Set((order.fulfilments ?? []).flatMap(({ warehouse }) => warehouse?.id ?? []));
  return {
    fulfilment_warehouses: warehouses.size === 0 ? undefined : [...warehouses],
    fulfilment_ids: all.length === 0 ? undefined : all.map(({ id }) => id),
    fulfilment_keys: keys.length === 0 ? undefined : keys,
  };
}

function returnKeys(order: Order) {
  const all = allReturns(order);
  const keys = all.flatMap(({ externalId }) => externalId ?? []);
  return {
    return_ids: all.length === 0 ? undefined : all.map(({ id }) => id),
    return_keys: keys.length === 0 ? undefined : keys,
  };
}

/** @throws Error where a counter or a quantity is no whole number: a step would store it again. */
export function toOrder(document: OrderDocument): Order {
  return { ...FACTS.fromDocument(document), ...toState(document) };
}

const NO_STATE: { readonly [Name in Exclude<FieldOf<StateDocument>, 'status' | 'refusal'>]: undefined } = {
  pending: undefined,
  packing: undefined,
  shipped_at: undefined,
  cancelled_at: undefined,
  cancel_reason: undefined,
};
type FieldOf<Type> = Type extends unknown ? keyof Type : never;

/** The fields of its own, without messages, that the document of an order may have: one that is undefined has to be absent. */
export const ORDER_FIELDS: readonly string[] = [...FACTS.knownFields, ...Object.keys(NO_STATE)];

/** One entry of an order's history. */
const HISTORY_ENTRY = codecOf<HistoryEntry>({ keepsUnknown: false })({
  /** `‹order›:‹version›:‹n›`, the version with leading zeros: its order as text is the order of the entries. */
  _id: given<string>(),
  tenant: given<string>(),
  order_id: given<string>(),
  transition: 'transition',
  /** Absent of a change of the whole order. */
  fulfilment_id: 'fulfilmentId',
  /** Absent of a change that is about no return. */
  return_id: 'returnId',
  status: 'status',
  version: 'version',
  unseen_changes: 'unseenChanges',
  /** Place within the version, from 0. */
  n: given<number>(),
  reason: 'reason',
  actor: 'actor',
  request_id: 'requestId',
  answer: nested('answer', ANSWER),
  at: 'at',
});

/** One entry of an order's history as it is stored. */
export interface HistoryDocument extends DocumentOf<typeof HISTORY_ENTRY> {
  readonly transition: RefusalDocument['transition'] | 'allocate' | 'update';
  readonly status: StateDocument['status'];
  readonly answer: AnswerDocument | null;
}

const VERSION_DIGITS = 10;

export function toHistoryDocuments({ id, tenant }: Order, history: readonly HistoryEntry[]): HistoryDocument[] {
  const versions = Map.groupBy(history, ({ version }) => version);
  const owner = { tenant: tenantKey(tenant), order_id: id };
  return Array.from(versions, ([version, entries]) => {
    const prefix = `${id}:${String(version).padStart(VERSION_DIGITS, '0')}`;
    return entries.map((entry, n) => HISTORY_ENTRY.toDocument(entry, { ...owner, _id: `${prefix}:${n}`, n }));
  }).flat();
}

export const toHistoryEntry: (document: HistoryDocument) => HistoryEntry = HISTORY_ENTRY.fromDocument;

function toStateDocument(order: Order): StateDocument {
  switch (order.status) {
    case 'pending':
      return { status: order.status, pending: toPendingDocument(order.pending) };
    case 'rejected':
      return { status: order.status, refusal: order.refusal };
    case 'created':
      return { status: order.status, pending: orNull(order.pending, toPendingDocument) };
    case 'packed': {
      const pending = orNull(order.pending, toPendingDocument);
      return { status: order.status, packing: PACKING.toDocument(order.packing), pending };
    }
    case 'shipped': {
      const { status, packing, shippedAt } = order;
      const pending = orNull(order.pending, toPendingDocument) ?? undefined;
      return { status, packing: PACKING.toDocument(packing), shipped_at: shippedAt, pending };
    }
    case 'cancelled': {
      const { status, packing, cancelledAt, cancelReason } = order;
      const ended = { cancelled_at: cancelledAt, cancel_reason: cancelReason ?? undefined };
      return { status, packing: orNull(packing, PACKING.toDocument), ...ended };
    }
    default:
      return assertNever(order);
  }
}

function toState(document: StateDocument): OrderState {
  switch (document.status) {
    case 'pending':
      return { status: document.status, pending: toPendingStep(document.pending) };
    case 'rejected':
      return { status: document.status, refusal: document.refusal };
    case 'created':
      return { status: document.status, pending: orNull(document.pending, toPendingStep) };
    case 'packed': {
      const pending = orNull(document.pending, toPendingStep);
      return { status: document.status, packing: PACKING.fromDocument(document.packing), pending };
    }
    case 'shipped': {
      const { status, packing, shipped_at: shippedAt, pending = null } = document;
      return { status, packing: PACKING.fromDocument(packing), shippedAt, pending: orNull(pending, toPendingStep) };
    }
    case 'cancelled': {
      const { status, packing, cancelled_at: cancelledAt, cancel_reason: cancelReason = null } = document;
      return { status, packing: orNull(packing, PACKING.fromDocument), cancelledAt, cancelReason };
    }
    default:
      return assertNever(document);
  }
}

function toPendingDocument<Asked extends Create | Step>(step: PendingStep<Asked>): PendingDocument<Asked> {
  return { ...PENDING.toDocument(step), asked: step.asked };
}

function toPendingStep<Asked extends Create | Step>(document: PendingDocument<Asked>): PendingStep<Asked> {
  return { ...PENDING.fromDocument(document), asked: document.asked };
}

function orNull<From, To>(value: From | null, map: (value: From) => To): To | null {
  return value === null ? null : map(value);
}
