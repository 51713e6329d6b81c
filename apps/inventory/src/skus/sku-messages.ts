import { type DomainEvent, type SkuRecord, TOPIC_OF_EVENT } from '@fulfilment/contracts';
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

/** The events of a change of a SKU: its creation or a change of its quantities, and a fall below its reorder point. */
export function skuEvents(change: SkuChange, terms: EventTerms): OutgoingMessage[] {
  const { before, after, changed, fellLow } = change;
  const isUpdate = before === null || changed.length > 0;
  if (!isUpdate && !fellLow) return [];
  const record = toSkuRecord(after, terms.locations);
  const messages: OutgoingMessage[] = [];
  if (isUpdate) messages.push(message(change, terms, { type: 'inventory.updated', part: 0, data: record }));
  if (fellLow) {
    const data = { ...record, threshold: after.reorderPoint };
    messages.push(message(change, terms, { type: 'inventory.low_stock', part: 1, data }));
  }
  return messages;
}

type SkuEvent = { readonly part: number } & (
  | { readonly type: 'inventory.updated'; readonly data: SkuRecord }
  | { readonly type: 'inventory.low_stock'; readonly data: SkuRecord & { readonly threshold: number } }
);

function message(
  { before, after, changed, cause }: SkuChange,
  { tenant, locations, newId }: EventTerms,
  event: SkuEvent,
): OutgoingMessage {
  const { requestId, traceparent } = cause.origin;
  const { accountId, environment } = parseTenantKey(tenant);
  const id = newId('evt');
  const common = {
    created_at: after.updatedAt.toISOString(),
    api_version: 'v1' as const,
    account_id: accountId,
    environment,
    sequence: after.version,
  };
  const stock = before && changed.includes('stock') ? { stock: toSkuRecord(before, locations).stock } : {};
  const facts = {
    previous: before && { ...quantitiesOf(before), ...stock },
    changed: [...changed],
    reason: cause.reason,
    reference: cause.reference,
  };
  // The members stand in the order in which every event has them.
  const body: DomainEvent =
    event.type === 'inventory.updated'
      ? { id, type: event.type, ...common, data: event.data, ...facts }
      : { id, type: event.type, ...common, data: event.data, ...facts };
  return {
    id,
    topic: TOPIC_OF_EVENT[event.type],
    key: `${tenant}|${after.code}`,
    type: event.type,
    tenant,
    subject: after.code,
    at: after.updatedAt,
    version: after.version,
    part: event.part,
    value: JSON.stringify(body),
    requestId,
    traceparent,
  };
}

const quantitiesOf = (sku: Sku) => ({ on_hand: sku.onHand, allocated: sku.allocated, available: availableOf(sku) });
