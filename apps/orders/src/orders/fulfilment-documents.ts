import { absentIfNull, codecOf, converted, nested, whole } from '@fulfilment/mongo';
import type { Fulfilment, FulfilmentLine } from './domain/fulfilment.ts';
import { NO_SHIPMENT, type Shipment } from './domain/steps.ts';
import { SOURCES } from './order-line-documents.ts';

/** Carrier and tracking as they are stored, with these names. */
export interface ShipmentDocument {
  readonly carrier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
}

/** Carrier and tracking; absent where none is known. */
export const SHIPMENT = converted(
  'shipment',
  (shipment: Shipment): ShipmentDocument | undefined => (isKnown(shipment) ? shipment : undefined),
  (stored) => stored ?? NO_SHIPMENT,
);

const FULFILMENT_LINE = codecOf<FulfilmentLine>()({
  line_id: 'lineId',
  quantity: whole('quantity'),
  allocated: whole('allocated'),
  sources: SOURCES,
  /** Absent while the order has the line. */
  removed: 'removed',
});

/** A fulfilment in the document of its order. */
export const FULFILMENT = codecOf<Fulfilment>()({
  id: 'id',
  external_id: absentIfNull('externalId'),
  content_hash: 'contentHash',
  status: 'status',
  lines: nested('lines', FULFILMENT_LINE),
  /** Absent where there is none. */
  warehouse: 'warehouse',
  /** As they were given. */
  packages: 'packages',
  shipment: SHIPMENT,
  note: absentIfNull('note'),
  version: whole('version'),
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  packed_at: absentIfNull('packedAt'),
  shipped_at: absentIfNull('shippedAt'),
  delivered_at: absentIfNull('deliveredAt'),
  cancelled_at: absentIfNull('cancelledAt'),
  cancel_reason: absentIfNull('cancelReason'),
});

function isKnown({ carrier, trackingNumber, trackingUrl }: Shipment): boolean {
  return [carrier, trackingNumber, trackingUrl].some((fact) => fact !== null);
}
