import { eventMessage, FULFILMENT_STEPS, type FulfilmentRecord, type OrderRecord } from '@fulfilment/contracts';
import { newId, type OutgoingMessage } from '@fulfilment/kernel';
import { type Fulfilment, newFulfilment } from './domain/fulfilment.ts';
import { progressOf } from './domain/units-in-parts.ts';
import type { FulfilmentChange } from './domain/fulfilment-changes.ts';
import { type Order, pendingStep, recordVersion, shownFulfilmentId, shownTransition } from './domain/order.ts';
import { type FulfilmentPackage, type Package, partCreatedBy } from './domain/steps.ts';

type Part = Pick<OutgoingMessage, 'at' | 'version' | 'part' | 'requestId' | 'traceparent'> & Pick<Order, 'tenant'>;

/** The event of a change of a fulfilment, in order with those of its order. */
export function fulfilmentEventMessage(
  { type, fulfilment, changed }: FulfilmentChange,
  order: Order,
  part: Part,
): OutgoingMessage {
  const facts = {
    sequence: fulfilment.version,
    data: toFulfilmentRecord(fulfilment, order),
    order: {
      id: order.id,
      external_id: order.externalId,
      status: order.status,
      fulfilment: progressOf(order),
      version: recordVersion(order),
    },
  };
  const origin = { ...part, id: newId('evt'), subject: fulfilment.id, orderedBy: order.id };
  if (type === 'fulfilment.updated') return eventMessage({ ...origin, type }, { ...facts, changed: [...changed] });
  return eventMessage({ ...origin, type }, facts);
}

/** A fulfilment as clients and subscribers see it. */
export function toFulfilmentRecord(fulfilment: Fulfilment, order: Order): FulfilmentRecord {
  const { shipment } = fulfilment;
  return {
    id: fulfilment.id,
    order_id: order.id,
    external_id: fulfilment.externalId,
    status: fulfilment.status,
    lines: fulfilment.lines.map((line) => toLineRecord(line, order)),
    warehouse_id: fulfilment.warehouse?.id ?? null,
    warehouse: fulfilment.warehouse?.code ?? null,
    packages: fulfilment.packages.map(shownPackage),
    carrier: shipment.carrier,
    tracking_number: shipment.trackingNumber,
    tracking_url: shipment.trackingUrl,
    note: fulfilment.note,
    cancel_reason: fulfilment.cancelReason,
    pending_transition: pendingOf(fulfilment, order),
    version: fulfilment.version,
    created_at: fulfilment.createdAt.toISOString(),
    packed_at: textOf(fulfilment.packedAt),
    shipped_at: textOf(fulfilment.shippedAt),
    delivered_at: textOf(fulfilment.deliveredAt),
    cancelled_at: textOf(fulfilment.cancelledAt),
    updated_at: fulfilment.updatedAt.toISOString(),
  };
}

/** The fulfilment of an order by its id: one whose creation is shown as pending too, as it will be. */
export function fulfilmentOf(order: Order, id: string): Fulfilment | undefined {
  const known = order.fulfilments?.find((each) => each.id === id);
  if (known || shownFulfilmentId(order) !== id) return known;
  return begunFulfilment(order, id);
}

/** A fulfilment whose creation waits for inventory, as it will be. */
export function begunFulfilment(order: Order, id: string): Fulfilment | undefined {
  const step = pendingStep(order);
  if (!step) return undefined;
  const part = partCreatedBy(step.asked);
  return part?.fulfilmentId === id ? newFulfilment({ ...part, id }, 1, step.since) : undefined;
}

function pendingOf({ id }: Fulfilment, order: Order): FulfilmentRecord['pending_transition'] {
  const step = shownFulfilmentId(order) === id ? shownTransition(order) : null;
  return FULFILMENT_STEPS.find((each) => each === step) ?? null;
}

function toLineRecord(
  { lineId, quantity, allocated, removed }: Fulfilment['lines'][number],
  { lines }: Order,
): FulfilmentRecord['lines'][number] {
  const line = lines.find(({ id }) => id === lineId) ?? removed;
  // Nothing was kept of lines that were removed before 0.1.0; a SKU is never empty.
  return { line_id: lineId, sku: line?.sku ?? lineId, name: line?.name ?? null, quantity, allocated };
}

/** A parcel is stored as it was given: it may have fields of a later release, which no record of this one has. */
export function shownParcel({ weight_g, length_mm, width_mm, height_mm, tracking }: Package): OrderRecord['packages'][number] {
  const shown = { weight_g, length_mm, width_mm, height_mm, tracking };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
}

function shownPackage({ lines, ...parcel }: FulfilmentPackage): FulfilmentRecord['packages'][number] {
  return { ...shownParcel(parcel), ...(lines && { lines: lines.map(({ line_id, quantity }) => ({ line_id, quantity })) }) };
}

function textOf(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}
