import { contentHash } from '@fulfilment/kernel';
import { type FulfilmentPackage, type LineUnits, NO_SHIPMENT, type Shipment, type Source } from './steps.ts';

/** Units of a line in a fulfilment. */
export interface FulfilmentLine extends LineUnits {
  /** Units of them that are held now. */
  readonly allocated: number;
  /** All of those by the warehouses that they are held in; absent where they are held in no one warehouse. */
  readonly sources?: readonly Source[] | undefined;
  /** SKU and name of the line, once an edit has removed it from the order; absent while the order has it. It is stored with these names. */
  readonly removed?: RemovedLine | undefined;
}

export interface RemovedLine {
  readonly sku: string;
  readonly name: string | null;
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
  /** The one that its units are held in, or were last; absent where there is no such one. It is stored with these names. */
  readonly warehouse?: { readonly id: string; readonly code: string } | undefined;
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

/** True of two states of a fulfilment with one record, but for version and time of the change. */
export function isSameFulfilment(one: Fulfilment, other: Fulfilment): boolean {
  return one === other || contentHash(contentOf(one)) === contentHash(contentOf(other));
}

/** Without what is kept of lines that the order has no more: the record shows the same before and after. */
function contentOf({ version: _counted, updatedAt: _told, lines, ...content }: Fulfilment): object {
  return { ...content, lines: lines.map(({ removed: _kept, ...shown }) => shown) };
}

/** Fulfilments that keep what their lines are of which an edit removes from the order: one that was cancelled has them still. */
export function keepingRemoved(
  fulfilments: readonly Fulfilment[],
  before: readonly RemovedFrom[],
  after: readonly RemovedFrom[],
): readonly Fulfilment[] {
  const left = new Set(after.map(({ id }) => id));
  const removed = new Map(before.flatMap(({ id, sku, name }) => (left.has(id) ? [] : [[id, { sku, name }]])));
  if (removed.size === 0) return fulfilments;
  return fulfilments.map((fulfilment) => ({
    ...fulfilment,
    lines: fulfilment.lines.map((line) => (removed.has(line.lineId) ? { ...line, removed: removed.get(line.lineId) } : line)),
  }));
}

/** A line of the order. */
interface RemovedFrom extends RemovedLine {
  readonly id: string;
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
