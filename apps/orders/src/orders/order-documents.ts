import { parseTenantKey, tenantKey } from '@fulfilment/kernel';
import type { Address, Order, OrderLine, Refusal } from './domain/order.ts';
import { type AnswerDocument, toAnswer, toAnswerDocument } from './answer-documents.ts';
import { type OrderStateDocument, toState, toStateDocument } from './order-state-documents.ts';

interface LineDocument {
  readonly id: string;
  readonly sku: string;
  readonly name: string | null;
  readonly quantity: number;
  readonly allocated: number;
  readonly shipped: number;
  readonly external_line_id: string | null;
}

interface OrderFactsDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly external_id?: string | undefined;
  /** The external id while the order holds it: unique, and given up by a rejected order. */
  readonly external_key?: string | undefined;
  readonly content_hash: string;
  readonly lines: readonly LineDocument[];
  readonly allocation: Order['allocation'];
  readonly ship_to: Address | null;
  readonly note: string | null;
  /** Pairs: the names are the caller's, and may hold what MongoDB reads as an operator or a path. */
  readonly metadata: readonly (readonly [name: string, value: string])[];
  readonly attempt: number;
  readonly allocation_version: number;
  readonly last_answer: AnswerDocument | null;
  readonly refusal: Refusal | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** An order as it is stored. A field that is undefined is not there. */
export type OrderDocument = OrderFactsDocument & OrderStateDocument;

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
    ship_to: order.shipTo,
    note: order.note,
    metadata: Object.entries(order.metadata),
    attempt: order.attempt,
    allocation_version: order.allocationVersion,
    last_answer: order.lastAnswer && toAnswerDocument(order.lastAnswer),
    refusal: order.refusal,
    version: order.version,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    ...toStateDocument(order),
  };
}

export function toOrder(document: OrderDocument): Order {
  const { _id: id } = document;
  return {
    id,
    tenant: parseTenantKey(document.tenant),
    externalId: document.external_id ?? null,
    contentHash: document.content_hash,
    lines: document.lines.map(toLine),
    allocation: document.allocation,
    shipTo: document.ship_to,
    note: document.note,
    metadata: Object.fromEntries(document.metadata),
    attempt: document.attempt,
    allocationVersion: document.allocation_version,
    lastAnswer: document.last_answer && toAnswer(document.last_answer),
    refusal: document.refusal,
    version: document.version,
    createdAt: document.created_at,
    updatedAt: document.updated_at,
    ...toState(document),
  };
}

function toLineDocument({ id, sku, name, quantity, allocated, shipped, externalLineId }: OrderLine): LineDocument {
  return { id, sku, name, quantity, allocated, shipped, external_line_id: externalLineId };
}

function toLine({ id, sku, name, quantity, allocated, shipped, external_line_id: externalLineId }: LineDocument): OrderLine {
  return { id, sku, name, quantity, allocated, shipped, externalLineId };
}
