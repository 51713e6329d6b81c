import { contentHash } from '@fulfilment/kernel';
import type { StepRefusal } from './asked-steps.ts';
import { type FulfilmentChange, withFulfilmentChanges } from './fulfilment-changes.ts';
import type { Fulfilment } from './fulfilment.ts';
import { isInParts } from './units-in-parts.ts';
import type { HistoryEntry, Order, OrderStatus, RefusalItem, RequestOrigin } from './order.ts';
import type { Package, Shipment } from './steps.ts';

/** A parcel as a change names it: its tracking number may change, what it weighs and measures may not. */
export interface ParcelUpdate extends Readonly<Record<string, unknown>> {
  readonly tracking?: string | null | undefined;
}

/** New facts of an order; those that are undefined stay. */
export interface OrderUpdate extends Given<Pick<Order, 'note' | 'metadata' | 'shipTo'> & Shipment> {
  readonly packages: readonly ParcelUpdate[] | undefined;
}

/** New values of facts; those that are undefined stay. */
export type Given<Facts> = { readonly [Name in keyof Facts]: Facts[Name] | undefined };

export type UpdateOutcome =
  | {
      readonly type: 'order-updated';
      readonly order: Order;
      readonly history: readonly HistoryEntry[];
      /** The changed fields of the record. */
      readonly changed: readonly string[];
    }
  | { readonly type: 'unchanged' }
  | { readonly type: 'wrong-status'; readonly status: OrderStatus }
  /** Its parcels have left for this address. */
  | { readonly type: 'address-fixed' }
  | { readonly type: 'other-packages'; readonly items: readonly RefusalItem[] };

/** Fields of the record by the facts that they show. */
const FIELDS = {
  note: 'note',
  metadata: 'metadata',
  shipTo: 'ship_to',
  carrier: 'carrier',
  trackingNumber: 'tracking_number',
  trackingUrl: 'tracking_url',
} as const;

/** Changes facts of an order that no decision of inventory depends on; a pending step goes on. */
export function updateOrder(order: Order, update: OrderUpdate, origin: RequestOrigin, at: Date): UpdateOutcome {
  const { status } = order;
  if (status === 'cancelled' || status === 'rejected') return { type: 'wrong-status', status };
  const facts = newFacts(update, order);
  if (status === 'shipped' && 'shipTo' in facts) return { type: 'address-fixed' };
  const packing = 'packing' in order ? order.packing : null;
  const shipment = newShipment(update, order.shipment);
  const { packages, items } = parcelsAfter(order, packing?.packages ?? [], update.packages);
  if (items.length > 0) return { type: 'other-packages', items };
  const changed = changedFields({ ...facts, ...shipment }, packages);
  if (changed.length === 0) return { type: 'unchanged' };
  const next = { ...facts, shipment: { ...order.shipment, ...shipment }, version: order.version + 1, updatedAt: at };
  const after: Order =
    packages && 'packing' in order ? { ...order, ...next, packing: { ...order.packing, packages } } : { ...order, ...next };
  const { actor, requestId } = origin;
  const entry: HistoryEntry = {
    transition: 'update',
    status,
    version: after.version,
    unseenChanges: after.unseenChanges,
    reason: null,
    actor,
    requestId,
    answer: null,
    at,
  };
  return { type: 'order-updated', order: after, history: [entry], changed };
}

function changedFields(facts: object, packages: readonly Package[] | undefined): string[] {
  const named = Object.entries(FIELDS).flatMap(([fact, field]) => (fact in facts ? [field] : []));
  return packages ? [...named, 'packages'] : named;
}

/** The given facts that are not as they were. */
function newFacts({ note, metadata, shipTo }: OrderUpdate, before: Order) {
  return {
    ...(isNew(note, before.note) && { note }),
    ...(isNew(metadata, before.metadata) && { metadata }),
    ...(isNew(shipTo, before.shipTo) && { shipTo }),
  };
}

export function newShipment({ carrier, trackingNumber, trackingUrl }: Given<Shipment>, before: Shipment): Partial<Shipment> {
  return {
    ...(isNew(carrier, before.carrier) && { carrier }),
    ...(isNew(trackingNumber, before.trackingNumber) && { trackingNumber }),
    ...(isNew(trackingUrl, before.trackingUrl) && { trackingUrl }),
  };
}

export function isNew<Value>(given: Value | undefined, before: Value): given is Value {
  return given !== undefined && !isSame(given, before);
}

function isSame(one: unknown, other: unknown): boolean {
  return contentHash(one) === contentHash(other);
}

/** The parcels of the order, where a tracking number changes, and what is wrong with those that are given. */
function parcelsAfter(order: Order, known: readonly Package[], given: OrderUpdate['packages']) {
  const items = packageFaults(given, known, 'order');
  if (items.length > 0) return { packages: undefined, items };
  const packages = packagesAfter(given, known);
  return packages && isInParts(order) ? { packages: undefined, items: [PACKAGES_OF_PARTS] } : { packages, items };
}

const PACKAGES_OF_PARTS = {
  pointer: '/packages',
  code: 'read_only',
  message: 'The order has fulfilments: change the parcels there.',
} as const;

/** Where the given parcels are others than those of their record. */
export function packageFaults(
  given: readonly ParcelUpdate[] | undefined,
  known: readonly Package[],
  owner: 'order' | 'fulfilment',
): RefusalItem[] {
  if (!given) return [];
  if (given.length !== known.length)
    return [{ pointer: '/packages', code: 'invalid_length', message: `The ${owner} has ${parcels(known.length)}.` }];
  return given.flatMap(({ tracking: _mayChange, ...facts }, place) =>
    Object.entries(facts).flatMap(([name, value]) =>
      isBlank(value) || isSame(Reflect.get(known[place] ?? {}, name), value)
        ? []
        : [{ pointer: `/packages/${place}/${name}`, code: 'read_only', message: `${name} is read-only and differs.` }],
    ),
  );
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function parcels(count: number): string {
  return count === 1 ? '1 parcel' : `${count} parcels`;
}

function withTracking<Known extends Package>(parcel: Known, tracking: string | null): Omit<Known, 'tracking'> & Package {
  const { tracking: _before, ...facts } = parcel;
  return tracking === null ? facts : { ...facts, tracking };
}

/** @returns undefined where no tracking number changes. */
export function packagesAfter<Known extends Package>(
  given: readonly ParcelUpdate[] | undefined,
  known: readonly Known[],
): readonly (Omit<Known, 'tracking'> & Package)[] | undefined {
  if (!given) return undefined;
  const after = known.map((parcel, place) => {
    const tracking = given[place]?.tracking;
    if (tracking === undefined || tracking === parcel.tracking) return parcel;
    return withTracking(parcel, tracking);
  });
  return isSame(after, known) ? undefined : after;
}

/** New facts of a fulfilment; those that are undefined stay. */
export interface FulfilmentUpdate extends Given<Pick<Fulfilment, 'note' | 'deliveredAt'> & Shipment> {
  readonly packages: readonly ParcelUpdate[] | undefined;
}

export type FulfilmentUpdateOutcome =
  | {
      readonly type: 'order-updated';
      readonly order: Order;
      readonly history: readonly HistoryEntry[];
      readonly fulfilments: readonly FulfilmentChange[];
      /** The changed fields of the order's record. */
      readonly changed: readonly string[];
    }
  | { readonly type: 'unchanged' }
  | StepRefusal;

/** Changes facts of a fulfilment that no decision of inventory depends on; a pending step goes on. */
export function updateFulfilment(
  order: Order,
  fulfilment: Fulfilment,
  update: FulfilmentUpdate,
  { origin, at }: { readonly origin: RequestOrigin; readonly at: Date },
): FulfilmentUpdateOutcome {
  const refused = refusedUpdate(fulfilment, update);
  if (refused) return refused;
  const { note, deliveredAt } = update;
  const next: Fulfilment = {
    ...fulfilment,
    ...(isNew(note, fulfilment.note) && { note }),
    ...(isNew(deliveredAt, fulfilment.deliveredAt) && { deliveredAt }),
    shipment: { ...fulfilment.shipment, ...newShipment(update, fulfilment.shipment) },
    packages: packagesAfter(update.packages, fulfilment.packages) ?? fulfilment.packages,
  };
  const fulfilments = order.fulfilments?.map((each) => (each.id === fulfilment.id ? next : each));
  const counted = { ...order, fulfilments, version: order.version + 1, updatedAt: at };
  const { order: after, changes } = withFulfilmentChanges(order, counted, at);
  if (changes.length === 0) return { type: 'unchanged' };
  const { status, version, unseenChanges } = after;
  const { actor, requestId } = origin;
  const facts = { status, version, unseenChanges, fulfilmentId: fulfilment.id, reason: null, actor, requestId, answer: null, at };
  return {
    type: 'order-updated',
    order: after,
    history: [{ ...facts, transition: 'update' }],
    fulfilments: changes,
    changed: ['fulfilments'],
  };
}

function refusedUpdate({ status, packages }: Fulfilment, update: FulfilmentUpdate): StepRefusal | null {
  const refused = { type: 'refused', currentStatus: status } as const;
  if (status === 'cancelled')
    return { ...refused, code: 'invalid_transition', detail: 'The fulfilment is cancelled; it cannot be changed any more.' };
  if (update.deliveredAt && status !== 'shipped')
    return { ...refused, code: 'invalid_transition', detail: `The fulfilment is ${status}; it cannot be delivered yet.` };
  const errors = packageFaults(update.packages, packages, 'fulfilment');
  if (errors.length === 0) return null;
  return { ...refused, code: 'validation_failed', detail: 'The packages do not match those of the fulfilment.', errors };
}
