import { contentHash } from '@fulfilment/kernel';
import type { Order, OrderLine } from './order.ts';
import { type FulfilmentPackage, type LineUnits, NO_SHIPMENT, type Shipment } from './steps.ts';

/** Units of a line in a fulfilment. */
export interface FulfilmentLine extends LineUnits {
  /** Units of them that are held now. */
  readonly allocated: number;
}

export type FulfilmentStatus = 'open' | 'packed' | 'shipped' | 'cancelled';

/** A part of an order that is packed and shipped together. */
export interface Fulfilment {
  readonly id: string;
  readonly externalId: string | null;
  /** Equal for two fulfilments with the same content: compared where both have one external id. */
  readonly contentHash: string;
  readonly status: FulfilmentStatus;
  readonly lines: readonly FulfilmentLine[];
  /** None before it is packed. */
  readonly packages: readonly FulfilmentPackage[];
  readonly shipment: Shipment;
  readonly note: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly packedAt: Date | null;
  readonly shippedAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly cancelledAt: Date | null;
  readonly cancelReason: string | null;
}

/** Fulfilments of an order, at most, and lines over all of them: a document and its events stay within their bounds. */
export const MAX_FULFILMENTS = 50;
export const MAX_FULFILMENT_LINES = 1_000;

/** A fulfilment as it begins. */
export function newFulfilment(
  { id, lines, externalId = null, contentHash: hash = '', note = null }: NewFulfilment,
  version: number,
  at: Date,
): Fulfilment {
  return {
    id,
    externalId,
    contentHash: hash,
    status: 'open',
    lines: lines.map((line) => ({ ...line, allocated: 0 })),
    packages: [],
    shipment: NO_SHIPMENT,
    note,
    version,
    createdAt: at,
    updatedAt: at,
    packedAt: null,
    shippedAt: null,
    deliveredAt: null,
    cancelledAt: null,
    cancelReason: null,
  };
}

interface NewFulfilment {
  readonly id: string;
  readonly lines: readonly LineUnits[];
  readonly externalId?: string | null;
  readonly contentHash?: string;
  readonly note?: string | null;
}

/** True of an order that is packed and shipped in parts, or was to be. */
export function isInParts({ fulfilments = [] }: Pick<Order, 'fulfilments'>): boolean {
  return fulfilments.length > 0;
}

/** Units of a line that are neither shipped nor dropped. */
export function openOf({ quantity, shipped, cancelled = 0 }: OrderLine): number {
  return quantity - shipped - cancelled;
}

/** Units of a line in fulfilments of these statuses. */
export function unitsIn(fulfilments: readonly Fulfilment[], lineId: string, statuses: readonly FulfilmentStatus[]): number {
  return sumOf(fulfilments, lineId, statuses, ({ quantity }) => quantity);
}

/** Units held for a line that are in fulfilments. */
export function heldIn(fulfilments: readonly Fulfilment[], lineId: string): number {
  return sumOf(fulfilments, lineId, UNSHIPPED, ({ allocated }) => allocated);
}

/** The statuses of fulfilments whose units are still to leave. */
export const UNSHIPPED = ['open', 'packed'] as const satisfies readonly FulfilmentStatus[];

/** Units of a line that are open and in no fulfilment. */
export function unplannedOf(line: OrderLine, { fulfilments = [], status }: Pick<Order, 'fulfilments' | 'status'>): number {
  if (status === 'packed' && fulfilments.length === 0) return 0;
  return Math.max(0, openOf(line) - unitsIn(fulfilments, line.id, UNSHIPPED));
}

/** Units held for a line that are in no fulfilment. */
export function unplannedHeldOf(line: OrderLine, order: Pick<Order, 'fulfilments' | 'status'>): number {
  return Math.min(unplannedOf(line, order), Math.max(0, line.allocated - heldIn(order.fulfilments ?? [], line.id)));
}

/** Units of a line that are packed and have not left. */
export function packedOf(line: OrderLine, { fulfilments = [], status }: Pick<Order, 'fulfilments' | 'status'>): number {
  if (fulfilments.length === 0) return status === 'packed' ? line.allocated : 0;
  return sumOf(fulfilments, line.id, ['packed'], ({ allocated }) => allocated);
}

/** How much of an order has left: it is complete once nothing is open any more. */
export function progressOf({ status, lines }: Pick<Order, 'status' | 'lines'>): 'none' | 'partial' | 'complete' {
  if (status === 'shipped') return 'complete';
  return lines.some(({ shipped }) => shipped > 0) ? 'partial' : 'none';
}

function sumOf(
  fulfilments: readonly Fulfilment[],
  lineId: string,
  statuses: readonly FulfilmentStatus[],
  units: (line: FulfilmentLine) => number,
): number {
  return fulfilments
    .filter(({ status }) => statuses.includes(status))
    .flatMap(({ lines }) => lines)
    .filter((line) => line.lineId === lineId)
    .reduce((sum, line) => sum + units(line), 0);
}

/** True of two states of a fulfilment with one record, but for version and time of the change. */
export function isSameFulfilment(one: Fulfilment, other: Fulfilment): boolean {
  return one === other || contentHash(contentOf(one)) === contentHash(contentOf(other));
}

function contentOf({ version: _counted, updatedAt: _told, ...content }: Fulfilment): object {
  return content;
}

/** The step says it last; it leaves what it does not name. */
export function shipmentAfter(before: Shipment, step: Shipment): Shipment {
  return {
    ...before,
    carrier: step.carrier ?? before.carrier,
    trackingNumber: step.trackingNumber ?? before.trackingNumber,
    trackingUrl: step.trackingUrl ?? before.trackingUrl,
  };
}
