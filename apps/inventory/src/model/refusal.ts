import type { ErrorKind } from '@fulfilment/kernel';
import type { Reservation } from './reservation.ts';
import { MAX_UNITS, type Sku } from './sku.ts';

/** One fault, with the numbers that help to mend it. */
export interface RefusedItem {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
  readonly [fact: string]: unknown;
}

/** Codes of the error catalogue that the domain refuses with. */
export type RefusalCode =
  | 'barcode_exists'
  | 'default_warehouse'
  | 'duplicate_external_id'
  | 'idempotency_key_reused'
  | 'insufficient_stock'
  | 'invalid_transition'
  | 'location_archived'
  | 'location_exists'
  | 'location_not_empty'
  | 'not_found'
  | 'quantity_exceeded'
  | 'reservation_expired'
  | 'sku_archived'
  | 'sku_exists'
  | 'stale_count'
  | 'storage_limit_reached'
  | 'too_many_reservations'
  | 'unknown_location'
  | 'unknown_sku'
  | 'upstream_unavailable'
  | 'validation_failed'
  | 'wrong_item';

/** The reason why a command is refused. It is an answer, not an error; it is stored with these names. */
export interface Refusal {
  readonly kind: ErrorKind;
  readonly code: RefusalCode;
  readonly message: string;
  readonly errors: readonly RefusedItem[];
}

/** A refusal as a whole, without an item. */
export const refusalOf = (kind: ErrorKind, code: RefusalCode, message: string): Refusal => ({ kind, code, message, errors: [] });

/** A refusal for one fault, with the item that names it; `message` is that of the item where the whole has another. */
const refusalFor = (
  kind: ErrorKind,
  code: RefusalCode,
  message: string,
  item: { readonly pointer: string; readonly message?: string; readonly [fact: string]: unknown },
): Refusal => {
  const { pointer, message: itemMessage = message, ...facts } = item;
  return { kind, code, message, errors: [{ pointer, code, message: itemMessage, ...facts }] };
};

export const skuNotFound = (): Refusal => refusalOf('not-found', 'not_found', 'There is no such SKU.');

export const locationNotFound = (): Refusal => refusalOf('not-found', 'not_found', 'There is no such location.');

export const skuExists = (sku: string, status: 'active' | 'archived'): Refusal => {
  const message = status === 'archived' ? `${sku} exists already and is archived.` : `${sku} exists already.`;
  return refusalFor('conflict', 'sku_exists', message, { pointer: '/sku', sku, status_of_sku: status });
};

export const barcodeExists = (
  items: readonly { readonly pointer: string; readonly barcode: string; readonly sku: string }[],
): Refusal => ({
  kind: 'conflict',
  code: 'barcode_exists',
  message: items.length === 1 ? '1 barcode belongs to another SKU.' : `${items.length} barcodes belong to other SKUs.`,
  errors: items.map(({ pointer, barcode, sku }) => ({
    pointer,
    code: 'barcode_exists',
    message: `${sku} has the barcode ${barcode}.`,
    sku,
  })),
});

export const skuArchived = (items: readonly { readonly pointer: string; readonly sku: string }[]): Refusal => ({
  kind: 'conflict',
  code: 'sku_archived',
  message: `${list(items.map(({ sku }) => sku))} archived; restore before moving stock.`,
  errors: items.map(({ pointer, sku }) => ({ pointer, code: 'sku_archived', message: `${sku} is archived.`, sku })),
});

export const unknownSku = (items: readonly { readonly pointer: string; readonly sku: string }[]): Refusal => ({
  kind: 'invalid',
  code: 'unknown_sku',
  message:
    items.length === 1
      ? '1 line names a SKU that does not exist or is archived.'
      : `${items.length} lines name SKUs that do not exist or are archived.`,
  errors: items.map(({ pointer, sku }) => ({
    pointer,
    code: 'unknown_sku',
    message: `${sku} does not exist or is archived.`,
    sku,
  })),
});

export const noSuchSku = (sku: string): Refusal =>
  refusalFor('invalid', 'unknown_sku', `There is no SKU ${sku}.`, { pointer: '/sku', sku });

export const unknownBarcode = (barcode: string): Refusal =>
  refusalFor('invalid', 'unknown_sku', `No SKU has the barcode ${barcode}.`, { pointer: '/barcode', barcode });

/** @param owner the SKU that has the barcode. */
export const wrongItem = (barcode: string, named: string, owner: string): Refusal =>
  refusalFor('conflict', 'wrong_item', `The barcode ${barcode} belongs to ${owner}, and the scan names ${named}.`, {
    pointer: '/barcode',
    sku: owner,
    barcode,
  });

export const unknownLocation = (pointer: string, location: string): Refusal =>
  refusalFor('invalid', 'unknown_location', `There is no location ${location}.`, { pointer, location });

/** @param found the location that is named where a warehouse is meant; undefined where there is none. */
export const noWarehouse = (pointer: string, named: string, found: { readonly path: string } | undefined): Refusal => {
  if (!found) return unknownLocation(pointer, named);
  return refusalFor('invalid', 'unknown_location', `${found.path} is not a warehouse.`, { pointer, location: named });
};

export const locationExists = (location: string): Refusal =>
  refusalFor('conflict', 'location_exists', `${location} exists already.`, { pointer: '/code', location });

export const locationArchived = (pointer: string, location: string): Refusal =>
  refusalFor('conflict', 'location_archived', `${location} is archived and takes no stock.`, {
    pointer,
    message: `${location} is archived.`,
    location,
  });

export const invalidField = (pointer: string, message: string): Refusal => ({
  kind: 'invalid',
  code: 'validation_failed',
  message,
  errors: [{ pointer, code: 'invalid', message }],
});

/** A refusal for fields that are not as they must be. */
export const fieldsRefused = (message: string, items: readonly RefusedItem[]): Refusal => ({
  kind: 'invalid',
  code: 'validation_failed',
  message,
  errors: items,
});

export const tooManyLocations = (pointer: string, sku: string): Refusal =>
  invalidField(pointer, `${sku} is at the maximum number of locations.`);

export const tooManyUnits = (pointer: string, { code, onHand }: Pick<Sku, 'code' | 'onHand'>): Refusal => {
  const message = `${code} can have at most ${MAX_UNITS} units on hand; it has ${onHand}.`;
  return {
    kind: 'invalid',
    code: 'validation_failed',
    message,
    errors: [{ pointer, code: 'out_of_range', message, sku: code, on_hand: onHand, maximum: MAX_UNITS }],
  };
};

/** @param reason why the count says nothing about the units that lie there now. */
export const staleCount = (sku: string, madeAt: Date, reason: string): Refusal =>
  refusalFor('conflict', 'stale_count', `The count of ${sku} is out of date: ${reason}.`, {
    pointer: '/quantity',
    sku,
    counted_at: madeAt.toISOString(),
  });

export interface ShortItem {
  readonly pointer: string;
  readonly sku: string;
  readonly requested: number;
  readonly available: number;
  readonly [fact: string]: unknown;
}

/** The idempotency key was used before, for another request. */
export const keyReused = (): Refusal =>
  refusalOf('invalid', 'idempotency_key_reused', 'Another request had this idempotency key. Choose a new one.');

/** A sentence about the units of a line. */
type Shortage = (item: ShortItem) => string;

export const insufficientStock = (items: readonly [ShortItem, ...ShortItem[]], sentence: Shortage): Refusal => ({
  kind: 'conflict',
  code: 'insufficient_stock',
  message: items.length === 1 ? sentence(items[0]) : `${items.length} lines exceed the available stock.`,
  errors: items.map((item) => ({ ...item, code: 'insufficient_stock', message: sentence(item) })),
});

export const fewerLieAt =
  (path: string): Shortage =>
  ({ sku, requested, available }) =>
    `${available} of ${sku} ${isOrAre(available)} available at ${path}; ${requested} requested.`;

/** The units that a shipment is to take from places that it names. */
export const fewerLieAtPlaces: Shortage = (item) => fewerLieAt(String(item['location']))(item);

export const fewerAreAvailable: Shortage = ({ sku, requested, available }) =>
  `${available} of ${sku} ${isOrAre(available)} available; ${requested} requested.`;

export const fewerAreAllocated: Shortage = ({ sku, requested, available }) =>
  `${available} of ${requested} ${sku} ${isOrAre(available)} allocated.`;

/** Units of a line that are held, but not in the warehouse of the others. */
export const fewerAreInOneWarehouse =
  (warehouse: string): Shortage =>
  ({ sku, requested, available }) =>
    `${available} of ${requested} ${sku} ${isOrAre(available)} held in ${warehouse}, the others in other warehouses; a fulfilment leaves from one.`;

/** Units of a line that are held and in no fulfilment. @param warehouse where they are held; undefined for anywhere else than wanted. */
export const fewerAreHeld =
  (warehouse: string | undefined): Shortage =>
  ({ sku, requested, available }) =>
    `${available} of ${sku} ${isOrAre(available)} held ${warehouse === undefined ? 'elsewhere' : `in ${warehouse}`} and in no fulfilment; ${requested} ${requested === 1 ? 'was' : 'were'} named.`;

export const holdsInNoWarehouse = (): Refusal =>
  refusalOf('conflict', 'invalid_transition', 'The units of this order are not held by warehouse.');

/** @param firm units that packed orders hold. */
export const heldByPackedOrders = (sku: string, requested: number, firm: number): Refusal => {
  const message = `Packed orders hold ${firm} of ${sku}; ${requested} would be too few.`;
  return refusalFor('conflict', 'insufficient_stock', message, { pointer: '/on_hand', sku, requested, minimum: firm });
};

/** There are as many SKUs as the tenant may have. */
export const noRoomForSku = (used: number, bound: number): Refusal =>
  refusalFor(
    'forbidden',
    'storage_limit_reached',
    `There are ${used} SKUs, and ${bound} are allowed; archived SKUs count too. Ask the operator for more.`,
    { pointer: '', stored: 'skus', used, maximum: bound },
  );

/** There are as many active warehouses as the tenant may have. */
export const noRoomForWarehouse = (used: number, bound: number): Refusal =>
  refusalFor(
    'forbidden',
    'storage_limit_reached',
    `There are ${used} active warehouses, and ${bound} are allowed. Archive one, or ask the operator for more.`,
    { pointer: '', stored: 'warehouses', used, maximum: bound },
  );

/** An order that is in no state from which `step` starts. */
export const invalidTransition = (step: string, state: string): Refusal =>
  refusalOf('conflict', 'invalid_transition', `The allocation of the order is ${state}; it cannot ${step}.`);

const refuseStep = (message: string): Refusal => refusalOf('conflict', 'invalid_transition', message);

export const isPlannedAlready = (): Refusal => refuseStep('Units are held for this fulfilment already.');
export const isPackedAlready = (): Refusal => refuseStep('The fulfilment is packed already.');
export const isNotPacked = (): Refusal => refuseStep('Nothing is packed.');
export const nothingIsHeldFor = (): Refusal => refuseStep('No units are held for this fulfilment.');
export const hasFulfilments = (): Refusal => refuseStep('The order has fulfilments: pack each of them.');
export const isPartlyShipped = (): Refusal =>
  refuseStep('Units of the order were shipped; the others can be dropped line by line.');

/** More units of lines than are in no fulfilment, and not shipped or dropped. */
export const moreThanIsOpen = (
  items: readonly { readonly pointer: string; readonly line_id: string; readonly requested: number; readonly allowed: number }[],
): Refusal => ({
  kind: 'conflict',
  code: 'quantity_exceeded',
  message: `${items.length === 1 ? '1 line has' : `${items.length} lines have`} fewer open units than were named.`,
  errors: items.map((item) => ({
    ...item,
    code: 'quantity_exceeded',
    message: `${item.allowed} ${isOrAre(item.allowed)} open; ${item.requested} ${item.requested === 1 ? 'was' : 'were'} named.`,
    limit: 'open',
  })),
});

/** Fewer units of lines than were shipped, dropped or packed of them. */
export const belowMinimum = (
  items: readonly {
    readonly pointer: string;
    readonly line_id: string;
    readonly requested: number;
    readonly minimum: number;
    readonly firm: number;
  }[],
): Refusal => ({
  kind: 'conflict',
  code: 'quantity_exceeded',
  message: `${items.length === 1 ? '1 line' : `${items.length} lines`} would have fewer units than were shipped, cancelled or packed.`,
  errors: items.map(({ firm, ...item }) => ({
    ...item,
    code: 'quantity_exceeded',
    message: `${item.minimum} units of the line are shipped, cancelled or packed; ${item.requested} would be too few.`,
    allowed: item.minimum,
    limit: firm > 0 ? 'packed' : 'shipped',
  })),
});

export const reservationNotFound = (): Refusal => refusalOf('not-found', 'not_found', 'There is no such reservation.');

type NamedReservation = Pick<Reservation, 'id' | 'state'>;

/** The reservation keeps nothing any more. */
export const reservationEnded = ({ id, state }: NamedReservation, pointer = ''): Refusal => {
  const message = state === 'expired' ? 'The reservation has expired.' : `The reservation is ${state}.`;
  const facts = { pointer, reservation_id: id, status_of_reservation: state };
  if (state === 'converted') return refusalFor('conflict', 'invalid_transition', message, facts);
  return refusalFor('conflict', 'reservation_expired', message, facts);
};

/** An order that was to be made of a reservation which keeps nothing any more. */
export const nothingIsReserved = ({ id, state }: NamedReservation): Refusal => {
  const message = state === 'expired' ? 'The reservation has expired.' : `The reservation is ${state}, and keeps nothing.`;
  const facts = { pointer: '/reservation_id', reservation_id: id, status_of_reservation: state };
  return refusalFor('conflict', 'reservation_expired', message, facts);
};

export const externalIdTaken = ({ id, state }: NamedReservation): Refusal =>
  refusalFor('conflict', 'duplicate_external_id', `The reservation ${id} has this external_id and other content.`, {
    pointer: '/external_id',
    reservation_id: id,
    status_of_reservation: state,
  });

export const tooManyReservations = (
  items: readonly { readonly pointer: string; readonly sku: string }[],
  maximum: number,
): Refusal => ({
  kind: 'conflict',
  code: 'too_many_reservations',
  message: `${list(items.map(({ sku }) => sku))} reserved ${maximum} times already; release some, or let them expire.`,
  errors: items.map(({ pointer, sku }) => ({
    pointer,
    code: 'too_many_reservations',
    message: `${sku} has ${maximum} active reservations.`,
    sku,
    maximum,
  })),
});

/** More units of lines of a return than were shipped and did not come back, than it expects, or than have the named disposition. */
export const moreThanIsLeft = (
  items: readonly { readonly pointer: string; readonly line_id: string; readonly requested: number; readonly allowed: number }[],
  limit: 'shipped' | 'expected' | 'received',
): Refusal => ({
  kind: 'conflict',
  code: 'quantity_exceeded',
  message: `${items.length === 1 ? '1 line has' : `${items.length} lines have`} fewer units than were named.`,
  errors: items.map((item) => ({
    ...item,
    code: 'quantity_exceeded',
    message: `${item.allowed} ${isOrAre(item.allowed)} ${limit}; ${item.requested} ${item.requested === 1 ? 'was' : 'were'} named.`,
    limit,
  })),
});

export const isNoReturn = (): Refusal => refuseStep('No units of this return are expected.');

/** @param sku of a scan that is none of the return. */
export const notReturned = (sku: string): Refusal =>
  refusalFor('conflict', 'wrong_item', `${sku} is not expected by the return.`, { pointer: '/sku', sku });

export const noLocationFor = (pointer: string, disposition: string): Refusal => {
  const usage = disposition === 'quarantine' ? 'quarantine' : 'returns';
  const message = `No location has the usage ${usage}: name one, or create one.`;
  return refusalFor('invalid', 'unknown_location', message, { pointer });
};

/** Processes of an earlier release, which do not know what this would store, are still running. */
export const notYet = (): Refusal =>
  refusalOf('unavailable', 'upstream_unavailable', 'Processes of an earlier release are still running. Try again in a minute.');

const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are');

const list = (names: readonly string[]): string => {
  const distinct = [...new Set(names)];
  return distinct.length === 1 ? `${distinct.join('')} is` : `${distinct.length} SKUs are`;
};
