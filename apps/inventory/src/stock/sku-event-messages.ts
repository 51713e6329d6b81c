import { eventMessage, MAX_EVENT_PLACES, type SkuRecord } from '@fulfilment/contracts';
import { type OutgoingMessage, parseTenantKey } from '@fulfilment/kernel';
import { shownReference } from '../model/ledger.ts';
import type { LocationsById } from '../model/location.ts';
import { availableOf, bufferOf, type Sku } from '../model/sku.ts';
import { toSkuRecord } from '../records/sku-record.ts';
import type { SkuChange } from './domain/sku-changes.ts';

export interface EventTerms {
  readonly tenant: string;
  readonly locations: LocationsById;
  readonly newId: (prefix: 'evt') => string;
}

/**
 * The events of a change of a SKU, in this order: its creation or a change of its quantities, a fall below its reorder point, the end of
 * its available units, and a change of its other facts. Each shows the SKU after the change.
 */
export function skuEvents(change: SkuChange, terms: EventTerms): OutgoingMessage[] {
  const { before, after, changed, facts, fellLow, soldOut, movements } = change;
  const isUpdate = before === null || changed.length > 0 || movements.length > 0;
  if (!isUpdate && !fellLow && facts.length === 0) return [];
  const record = shownSku(after, change, terms.locations);
  const messages: OutgoingMessage[] = [];
  if (isUpdate) messages.push(message(change, terms, { type: 'inventory.updated', part: 0, data: record }));
  if (fellLow) {
    const data = { ...record, threshold: after.reorderPoint };
    messages.push(message(change, terms, { type: 'inventory.low_stock', part: 1, data }));
  }
  if (soldOut) messages.push(message(change, terms, { type: 'inventory.out_of_stock', part: 2, data: record }));
  if (facts.length > 0) messages.push(message(change, terms, { type: 'sku.updated', part: 3, data: record }));
  return messages;
}

/**
 * The record of a SKU, before or after its change, with at most {@link MAX_EVENT_PLACES} places: those whose units changed, then others,
 * so that both records show the same ones.
 */
function shownSku(sku: Sku, { before, after, movements }: SkuChange, locations: LocationsById): ShownInEvent {
  if (sku.stock.length <= MAX_EVENT_PLACES) return toSkuRecord(sku, locations);
  const all = [movements, before?.stock ?? [], after.stock].flatMap((entries) => entries.map(({ locationId }) => locationId));
  const shown = new Set([...new Set(all)].slice(0, MAX_EVENT_PLACES));
  const stock = sku.stock.filter(({ locationId }) => shown.has(locationId));
  return { ...toSkuRecord({ ...sku, stock }, locations, sku), stock_truncated: true };
}

type ShownInEvent = SkuRecord & { readonly stock_truncated?: boolean };

type SkuEvent = { readonly part: number } & (
  | { readonly type: 'inventory.updated' | 'inventory.out_of_stock' | 'sku.updated'; readonly data: ShownInEvent }
  | { readonly type: 'inventory.low_stock'; readonly data: ShownInEvent & { readonly threshold: number } }
);

function message(change: SkuChange, { tenant, locations, newId }: EventTerms, event: SkuEvent): OutgoingMessage {
  const { after, cause } = change;
  const { requestId, traceparent } = cause.origin;
  const { code: subject, updatedAt: at, version } = after;
  const { type, part } = event;
  const sent = { id: newId('evt'), type, part, tenant: parseTenantKey(tenant), subject, at, version, requestId, traceparent };
  return eventMessage(sent, factsOf(event, change, locations));
}

/** The members stand in the order in which every event has them. */
function factsOf({ type, data }: SkuEvent, change: SkuChange, locations: LocationsById) {
  const facts = type === 'sku.updated' ? { changed: [...change.facts] } : stockFacts(change, locations);
  const versions = change.versions > 1 ? { versions: change.versions } : {};
  return { sequence: change.after.version, data, ...facts, ...versions };
}

function stockFacts(change: SkuChange, locations: LocationsById) {
  const { before, after, changed, cause } = change;
  const { reason, reference, occurredAt } = cause;
  return {
    previous: before && { ...quantitiesOf(before), ...(changed.includes('stock') ? stockBefore(before, change, locations) : {}) },
    changed: [...changed],
    reason,
    reference: shownReference(reference),
    ...(occurredAt && occurredAt < after.updatedAt ? { occurred_at: occurredAt.toISOString() } : {}),
  };
}

function stockBefore(before: Sku, change: SkuChange, locations: LocationsById) {
  const { stock, stock_truncated } = shownSku(before, change, locations);
  return { stock, ...(stock_truncated && { stock_truncated }) };
}

const quantitiesOf = (sku: Sku) => ({
  on_hand: sku.onHand,
  unavailable: sku.unavailable,
  allocated: sku.allocated,
  reserved: sku.reserved,
  buffer: bufferOf(sku),
  available: availableOf(sku),
});
