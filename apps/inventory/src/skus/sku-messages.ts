import { type DomainEvent, type EventType, type SkuRecord, TOPIC_OF_EVENT } from '@fulfilment/contracts';
import { type OutgoingMessage, parseTenantKey } from '@fulfilment/kernel';
import type { LocationsById } from '../locations/domain/location.ts';
import type { SkuChange } from '../stock/domain/sku-changes.ts';
import { availableOf, type Sku } from './domain/sku.ts';
import { toSkuRecord } from './sku-record.ts';

export interface EventTerms {
  readonly tenant: string;
  readonly locations: LocationsById;
  readonly newId: (prefix: 'evt') => string;
}

/** What subscribers are told of a SKU: its creation, every change of its quantities, and that it fell below its reorder point. */
export function skuEvents(change: SkuChange, terms: EventTerms): OutgoingMessage[] {
  const { before, after, changed, fellLow } = change;
  const isTold = before === null || changed.length > 0;
  if (!isTold && !fellLow) return [];
  const record = toSkuRecord(after, terms.locations);
  const messages: OutgoingMessage[] = [];
  if (isTold) messages.push(message(change, terms, { type: 'inventory.updated', part: 0, data: record }));
  if (fellLow) {
    const data = { ...record, threshold: after.reorderPoint };
    messages.push(message(change, terms, { type: 'inventory.low_stock', part: 1, data }));
  }
  return messages;
}

type Told = { readonly part: number } & (
  | { readonly type: 'inventory.updated'; readonly data: SkuRecord }
  | { readonly type: 'inventory.low_stock'; readonly data: SkuRecord & { readonly threshold: number } }
);

function message(change: SkuChange, terms: EventTerms, told: Told): OutgoingMessage {
  const { after, cause } = change;
  const { requestId, traceparent } = cause.origin;
  const id = terms.newId('evt');
  return {
    id,
    topic: topicOf(told.type),
    key: `${terms.tenant}|${after.code}`,
    type: told.type,
    tenant: terms.tenant,
    subject: after.code,
    at: after.updatedAt,
    version: after.version,
    part: told.part,
    value: JSON.stringify(eventOf(id, change, { terms, told })),
    requestId,
    traceparent,
  };
}

/** The members stand in the order in which every event has them. */
function eventOf(
  id: string,
  { before, after, changed, cause }: SkuChange,
  { terms, told }: { readonly terms: EventTerms; readonly told: Told },
): DomainEvent {
  const { accountId, environment } = parseTenantKey(terms.tenant);
  const isMoved = changed.includes('stock');
  const common = {
    created_at: after.updatedAt.toISOString(),
    api_version: 'v1' as const,
    account_id: accountId,
    environment,
    sequence: after.version,
  };
  const facts = {
    previous: before && { ...quantitiesOf(before), ...(isMoved ? { stock: toSkuRecord(before, terms.locations).stock } : {}) },
    changed: [...changed],
    reason: cause.reason,
    reference: cause.reference,
  };
  return told.type === 'inventory.updated'
    ? { id, type: told.type, ...common, data: told.data, ...facts }
    : { id, type: told.type, ...common, data: told.data, ...facts };
}

const topicOf = (type: EventType): string => TOPIC_OF_EVENT[type];

const quantitiesOf = (sku: Sku) => ({ on_hand: sku.onHand, allocated: sku.allocated, available: availableOf(sku) });
