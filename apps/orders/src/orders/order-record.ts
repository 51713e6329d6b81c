import type { OrderHistoryEntry, OrderRecord } from '@fulfilment/contracts';
import {
  type HistoryEntry,
  type Order,
  type OrderLine,
  type Packing,
  type Refusal,
  type Shipment,
  pendingStep,
} from './domain/order.ts';

/** An order as clients and subscribers see it. */
export function toOrderRecord(order: Order): OrderRecord {
  return {
    id: order.id,
    external_id: order.externalId,
    status: order.status,
    allocation: order.allocation,
    lines: order.lines.map(toLineRecord),
    ship_to: order.shipTo,
    note: order.note,
    metadata: { ...order.metadata },
    ...progressOf(order),
    pending_transition: pendingStep(order)?.asked.transition ?? null,
    refusal: order.refusal && toRefusalRecord(order.refusal),
    version: order.version,
    created_at: order.createdAt.toISOString(),
    updated_at: order.updatedAt.toISOString(),
  };
}

export function toHistoryRecord({
  transition,
  status,
  version,
  reason,
  actor,
  requestId,
  answer,
  at,
}: HistoryEntry): OrderHistoryEntry {
  const code = answer?.refusal?.code ?? null;
  return {
    transition,
    refused: code !== null,
    status,
    version,
    code,
    reason,
    actor,
    request_id: requestId,
    at: at.toISOString(),
  };
}

type PackingFields = Pick<OrderRecord, 'packages' | 'packed_at'>;
type ShipmentFields = Pick<OrderRecord, 'carrier' | 'tracking_number' | 'tracking_url' | 'shipped_at'>;
type Progress = PackingFields & ShipmentFields & Pick<OrderRecord, 'cancelled_at'>;

const NO_PROGRESS: Progress = {
  packages: [],
  packed_at: null,
  carrier: null,
  tracking_number: null,
  tracking_url: null,
  shipped_at: null,
  cancelled_at: null,
};

function progressOf(order: Order): Progress {
  switch (order.status) {
    case 'packed':
      return { ...NO_PROGRESS, ...packingFields(order.packing) };
    case 'shipped':
      return { ...NO_PROGRESS, ...packingFields(order.packing), ...shipmentFields(order.shipment, order.shippedAt) };
    case 'cancelled':
      return { ...NO_PROGRESS, ...packingFields(order.packing), cancelled_at: order.cancelledAt.toISOString() };
    default:
      return NO_PROGRESS;
  }
}

function packingFields(packing: Packing | null): PackingFields {
  if (!packing) return { packages: [], packed_at: null };
  return { packages: packing.packages.map((parcel) => ({ ...parcel })), packed_at: packing.packedAt.toISOString() };
}

function shipmentFields({ carrier, trackingNumber, trackingUrl }: Shipment, shippedAt: Date): ShipmentFields {
  return { carrier, tracking_number: trackingNumber, tracking_url: trackingUrl, shipped_at: shippedAt.toISOString() };
}

function toLineRecord({ id, sku, name, quantity, allocated, shipped, externalLineId }: OrderLine): OrderRecord['lines'][number] {
  return { id, sku, name, quantity, allocated, shipped, external_line_id: externalLineId };
}

function toRefusalRecord({ transition, code, detail, errors, at }: Refusal): NonNullable<OrderRecord['refusal']> {
  return { transition, code, detail, errors: errors.map((item) => ({ ...item })), at: at.toISOString() };
}
