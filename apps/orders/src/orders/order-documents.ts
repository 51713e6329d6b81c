import { assertNever, type KnownFields, parseTenantKey, tenantKey, unknownFieldsOf, withUnknownFields } from '@fulfilment/kernel';
import type { OutboxDocument } from '@fulfilment/messaging';
import {
  type Answer,
  type Create,
  type HistoryEntry,
  NO_SHIPMENT,
  type Order,
  type OrderState,
  type Packing,
  type PendingStep,
  type Step,
} from './domain/order.ts';

import {
  type AddressDocument,
  type LineDocument,
  toAddress,
  toAddressDocument,
  toLine,
  toLineDocument,
} from './order-line-documents.ts';

// The types of this file are the storage format. Fields with one name in domain and document are assigned; a domain field
// that is renamed does not compile until it is mapped.

/** The collection of orders. */
export const ORDERS = 'orders';
/** The collection of their history. */
export const ORDER_HISTORY = 'order_history';

interface RefusalDocument {
  readonly transition: 'create' | 'pack' | 'ship' | 'cancel';
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

interface AnswerDocument {
  readonly command_id: string;
  readonly refusal: RefusalDocument | null;
}

interface PackageDocument {
  readonly weight_g?: number | undefined;
  readonly length_mm?: number | undefined;
  readonly width_mm?: number | undefined;
  readonly height_mm?: number | undefined;
  readonly tracking?: string | undefined;
}

interface ShipmentDocument {
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
}

interface CreateDocument {
  readonly transition: 'create';
}
interface PackDocument {
  readonly transition: 'pack';
  readonly packages: readonly PackageDocument[];
}
interface ShipDocument extends ShipmentDocument {
  readonly transition: 'ship';
}
interface CancelDocument {
  readonly transition: 'cancel';
  readonly reason: string | null;
}

interface PendingDocument<Asked> {
  readonly asked: Asked;
  readonly command_id: string;
  readonly actor: string;
  readonly request_id: string;
  readonly traceparent?: string | undefined;
  readonly claim_id?: string | undefined;
  readonly since: Date;
}

interface PackingDocument {
  readonly packages: readonly PackageDocument[];
  readonly packed_at: Date;
}

type StateDocument =
  | { readonly status: 'pending'; readonly pending: PendingDocument<CreateDocument> }
  | { readonly status: 'rejected'; readonly refusal: RefusalDocument }
  | { readonly status: 'created'; readonly pending: PendingDocument<PackDocument | CancelDocument> | null }
  | {
      readonly status: 'packed';
      readonly packing: PackingDocument;
      readonly pending: PendingDocument<ShipDocument | CancelDocument> | null;
    }
  | {
      readonly status: 'shipped';
      readonly packing: PackingDocument;
      readonly shipped_at: Date;
    }
  | {
      readonly status: 'cancelled';
      readonly packing: PackingDocument | null;
      readonly cancelled_at: Date;
      /** Absent without a reason, and in orders of releases before it was kept. */
      readonly cancel_reason?: string | undefined;
    };

interface FactsDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly external_id?: string | undefined;
  /** The external id while the order holds it: unique, and released by a rejected order. */
  readonly external_key?: string | undefined;
  readonly content_hash: string;
  readonly lines: readonly LineDocument[];
  readonly allocation: 'allocated' | 'partial' | 'backordered';
  readonly ship_to: AddressDocument | null;
  readonly note: string | null;
  /** Pairs: the names are the caller's, and may hold what MongoDB reads as an operator or a path. */
  readonly metadata: readonly (readonly [name: string, value: string])[];
  /** Absent where backorders are allowed. */
  readonly allow_backorder?: false | undefined;
  /** Carrier and tracking; absent where none is known. */
  readonly shipment?: ShipmentDocument | undefined;
  readonly attempt: number;
  readonly allocation_version: number;
  readonly last_answer: AnswerDocument | null;
  readonly refusal: RefusalDocument | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
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
  /** Entries that go to the history together with the events of their changes. */
  readonly history?: readonly HistoryDocument[];
}

/** An order as it is stored. A field that is undefined is absent. */
export type OrderDocument = FactsDocument & StateDocument & CarriedDocument;

export function toOrderDocument(order: Order): OrderDocument {
  const externalId = order.externalId ?? undefined;
  return {
    _id: order.id,
    tenant: tenantKey(order.tenant),
    external_id: externalId,
    external_key: order.status === 'rejected' ? undefined : externalId,
    content_hash: order.contentHash,
    lines: order.lines.map(toLineDocument),
    allocation: order.allocation,
    ship_to: orNull(order.shipTo, toAddressDocument),
    note: order.note,
    metadata: Object.entries(order.metadata),
    allow_backorder: order.allowBackorder ? undefined : false,
    shipment: isKnown(order.shipment) ? order.shipment : undefined,
    attempt: order.attempt,
    allocation_version: order.allocationVersion,
    last_answer: orNull(order.lastAnswer, toAnswerDocument),
    refusal: order.refusal,
    version: order.version,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    ...toStateDocument(order),
  };
}

/** @throws Error where a counter is no whole number: a step would store it again. */
export function toOrder(document: OrderDocument): Order {
  const { _id: id, attempt, allocation_version: allocationVersion, version } = document;
  if (!Number.isSafeInteger(attempt + allocationVersion + version)) throw new Error(`The order ${id} lacks a counter`);
  return {
    id,
    tenant: parseTenantKey(document.tenant),
    externalId: document.external_id ?? null,
    contentHash: document.content_hash,
    lines: document.lines.map(toLine),
    allocation: document.allocation,
    shipTo: orNull(document.ship_to, toAddress),
    note: document.note,
    metadata: Object.fromEntries(document.metadata),
    allowBackorder: document.allow_backorder ?? true,
    shipment: document.shipment ?? NO_SHIPMENT,
    attempt,
    allocationVersion,
    lastAnswer: orNull(document.last_answer, toAnswer),
    refusal: document.refusal,
    version,
    createdAt: document.created_at,
    updatedAt: document.updated_at,
    ...toState(document),
  };
}

/** One entry of an order's history as it is stored. */
export interface HistoryDocument {
  /** `‹order›:‹version›:‹n›`, the version with leading zeros: its order as text is the order of the entries. */
  readonly _id: string;
  readonly tenant: string;
  readonly order_id: string;
  readonly transition: RefusalDocument['transition'] | 'allocate' | 'update';
  readonly status: StateDocument['status'];
  readonly version: number;
  /** Place within the version, from 0. */
  readonly n: number;
  readonly reason: string | null;
  readonly actor: string;
  readonly request_id: string;
  readonly answer: AnswerDocument | null;
  readonly at: Date;
}

const VERSION_DIGITS = 10;

export function toHistoryDocuments({ id, tenant }: Order, history: readonly HistoryEntry[]): HistoryDocument[] {
  const versions = Map.groupBy(history, ({ version }) => version);
  return Array.from(versions.values(), (entries) =>
    entries.map(({ transition, status, version, reason, actor, requestId, answer, at }, n) => ({
      _id: `${id}:${String(version).padStart(VERSION_DIGITS, '0')}:${n}`,
      tenant: tenantKey(tenant),
      order_id: id,
      transition,
      status,
      version,
      n,
      reason,
      actor,
      request_id: requestId,
      answer: orNull(answer, toAnswerDocument),
      at,
    })),
  ).flat();
}

export function toHistoryEntry(document: HistoryDocument): HistoryEntry {
  const { transition, status, version, reason, actor, request_id: requestId, answer, at } = document;
  return { transition, status, version, reason, actor, requestId, answer: orNull(answer, toAnswer), at };
}

const ANSWER_FIELDS: KnownFields<AnswerDocument> = { command_id: true, refusal: true };
const PACKING_FIELDS: KnownFields<PackingDocument> = { packages: true, packed_at: true };
const PENDING_FIELDS: KnownFields<PendingDocument<unknown>> = {
  asked: true,
  command_id: true,
  actor: true,
  request_id: true,
  traceparent: true,
  claim_id: true,
  since: true,
};

function toAnswerDocument(answer: Answer): AnswerDocument {
  return { ...unknownFieldsOf(answer), command_id: answer.commandId, refusal: answer.refusal };
}

/** The result of a command, from its document. */
export function toAnswer(document: AnswerDocument): Answer {
  const { command_id: commandId, refusal } = document;
  return withUnknownFields({ commandId, refusal }, document, ANSWER_FIELDS);
}

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
      return { status: order.status, packing: toPackingDocument(order.packing), pending };
    }
    case 'shipped': {
      const { status, packing, shippedAt } = order;
      return { status, packing: toPackingDocument(packing), shipped_at: shippedAt };
    }
    case 'cancelled': {
      const { status, packing, cancelledAt, cancelReason } = order;
      const ended = { cancelled_at: cancelledAt, cancel_reason: cancelReason ?? undefined };
      return { status, packing: orNull(packing, toPackingDocument), ...ended };
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
      return { status: document.status, packing: toPacking(document.packing), pending };
    }
    case 'shipped': {
      const { status, packing, shipped_at: shippedAt } = document;
      return { status, packing: toPacking(packing), shippedAt };
    }
    case 'cancelled': {
      const { status, packing, cancelled_at: cancelledAt, cancel_reason: cancelReason = null } = document;
      return { status, packing: orNull(packing, toPacking), cancelledAt, cancelReason };
    }
    default:
      return assertNever(document);
  }
}

function toPendingDocument<Asked extends Create | Step>(step: PendingStep<Asked>): PendingDocument<Asked> {
  const { actor, requestId, traceparent, claimId } = step.origin;
  const origin = { actor, request_id: requestId, traceparent, claim_id: claimId };
  return { ...unknownFieldsOf(step), asked: step.asked, command_id: step.commandId, ...origin, since: step.since };
}

function toPendingStep<Asked extends Create | Step>(document: PendingDocument<Asked>): PendingStep<Asked> {
  const { asked, command_id: commandId, actor, request_id: requestId, traceparent, claim_id: claimId, since } = document;
  const step = { asked, commandId, origin: { actor, requestId, traceparent, claimId }, since };
  return withUnknownFields(step, document, PENDING_FIELDS);
}

function isKnown({ carrier, trackingNumber, trackingUrl }: ShipmentDocument): boolean {
  return [carrier, trackingNumber, trackingUrl].some((fact) => fact !== null);
}

function toPackingDocument(packing: Packing): PackingDocument {
  return { ...unknownFieldsOf(packing), packages: packing.packages, packed_at: packing.packedAt };
}

function toPacking(document: PackingDocument): Packing {
  const { packages, packed_at: packedAt } = document;
  return withUnknownFields({ packages, packedAt }, document, PACKING_FIELDS);
}

function orNull<From, To>(value: From | null, map: (value: From) => To): To | null {
  return value === null ? null : map(value);
}
