import {
  isDefaultWarehouse,
  type Location,
  LOCATION_TYPES,
  type LocationPurpose,
  type LocationType,
  type LocationUse,
  pathBelow,
  purposeOf,
} from '../../model/location.ts';
import { invalidField, locationArchived, type Refusal, refusalOf } from '../../model/refusal.ts';
import { DEFAULT_SHIPPING, type Shipping } from '../../model/sourcing.ts';

/** The purpose of a location as a request gives it; absent members are not given. */
export interface PurposeFacts {
  readonly usage?: LocationUse | undefined;
  readonly sellable?: boolean | undefined;
  readonly pickable?: boolean | undefined;
  readonly pickSequence?: number | null | undefined;
}

/** A use decides what is not said beside it; without one, all else stays as it was. */
function withPurpose(before: LocationPurpose, { usage, sellable, pickable }: PurposeFacts): LocationPurpose {
  const usual = usage === undefined || usage === before.usage ? before : purposeOf(usage);
  return { usage: usual.usage, sellable: sellable ?? usual.sellable, pickable: pickable ?? usual.pickable };
}

/** The orders that a warehouse ships, as a request gives them; absent members are not given. */
export type ShippingFacts = { readonly [Name in keyof Shipping]?: Shipping[Name] | undefined };

/** The very same where nothing changes: undefined where it is as that of every warehouse. */
function withShipping(before: Shipping | undefined, facts: ShippingFacts): Shipping | undefined {
  const usual = before ?? DEFAULT_SHIPPING;
  const { ships = usual.ships, priority = usual.priority, countries: given = usual.countries } = facts;
  const countries = given && [...new Set(given)].toSorted();
  const same = ships === usual.ships && priority === usual.priority && sameCountries(countries, usual.countries);
  return same ? before : { ships, priority, countries };
}

export const sameCountries = (a: Shipping['countries'], b: Shipping['countries']): boolean => a?.join() === b?.join();

const SHIPPING = ['ships', 'priority', 'countries'] as const;

/** Null says nothing of another location, whose record has it. */
function cannotShip(type: LocationType, facts: ShippingFacts): Refusal | undefined {
  const given = SHIPPING.find((name) => (facts[name] ?? null) !== null);
  return type === 'warehouse' || given === undefined ? undefined : invalidField(`/${given}`, 'Only warehouses ship orders.');
}

export interface NewLocation extends PurposeFacts, ShippingFacts {
  readonly id: string;
  readonly type: LocationType;
  readonly code: string;
  readonly name: string | null;
  readonly at: Date;
}

export type CreatedLocation =
  | { readonly type: 'created'; readonly location: Location }
  | { readonly type: 'refused'; readonly refusal: Refusal };

/**
 * A new location where its type belongs: a warehouse has no parent, an aisle stands in a warehouse, and so on down. What is not said of its
 * purpose is as that of its parent.
 */
export function createLocation(
  { at, ships, priority, countries, ...facts }: NewLocation,
  parent: Location | null,
): CreatedLocation {
  const shippingFacts = { ships, priority, countries };
  const refusal = misplaced(facts.type, parent) ?? cannotShip(facts.type, shippingFacts);
  if (refusal) return { type: 'refused', refusal };
  const shipping = withShipping(undefined, shippingFacts);
  const location = {
    ...facts,
    ...withPurpose(parent ?? purposeOf('storage'), facts),
    pickSequence: facts.pickSequence ?? null,
    ...(shipping ? { shipping } : {}),
    parentId: parent?.id ?? null,
    lineage: [...(parent?.lineage ?? []), facts.id],
    path: pathBelow(parent?.path ?? null, facts.code),
    version: 1,
    createdAt: at,
    updatedAt: at,
    archivedAt: null,
  };
  return { type: 'created', location };
}

function misplaced(type: LocationType, parent: Location | null): Refusal | undefined {
  const wanted = LOCATION_TYPES[LOCATION_TYPES.indexOf(type) - 1];
  if (wanted === undefined) return parent ? invalidField('/parent_id', 'A warehouse has no parent.') : undefined;
  if (!parent) return invalidField('/parent_id', `Needed: ${articled(type)} stands in ${articled(wanted)}.`);
  if (parent.type !== wanted)
    return invalidField(
      '/parent_id',
      `${parent.path} is ${articled(parent.type)}; ${articled(type)} stands in ${articled(wanted)}.`,
    );
  return parent.archivedAt === null ? undefined : locationArchived('/parent_id', parent.path);
}

const articled = (type: LocationType): string => (type === 'aisle' ? `an ${type}` : `a ${type}`);

/** Absent members stay as they are. */
interface LocationChanges extends PurposeFacts, ShippingFacts {
  readonly code?: string | undefined;
  readonly name?: string | null | undefined;
  readonly restore: boolean;
}

type UpdatedLocation =
  | { readonly type: 'unchanged' }
  | { readonly type: 'updated'; readonly location: Location }
  | { readonly type: 'refused'; readonly refusal: Refusal };

interface UpdateTerms {
  /** Null for a warehouse. */
  readonly parent: Location | null;
  readonly at: Date;
  readonly actor: string;
}

/** Gives a location another code or name, or brings it back. Whether its parent has the code already is for the store to say. */
export function updateLocation(
  location: Location,
  changes: LocationChanges,
  { parent, at, actor }: UpdateTerms,
): UpdatedLocation {
  const misplacedFact = cannotShip(location.type, changes);
  if (misplacedFact) return { type: 'refused', refusal: misplacedFact };
  const updated = withChanges(location, changes, parent);
  if (isSame(location, updated)) return { type: 'unchanged' };
  const refusal = cannotUpdate(location, updated, parent);
  if (refusal) return { type: 'refused', refusal };
  const version = location.version + 1;
  return { type: 'updated', location: { ...updated, version, updatedAt: at, lastChange: { version, actor } } };
}

function withChanges(location: Location, changes: LocationChanges, parent: Location | null): Location {
  const { code = location.code, name = location.name, pickSequence = location.pickSequence, restore } = changes;
  const path = pathBelow(parent?.path ?? null, code);
  const archivedAt = restore ? null : location.archivedAt;
  const shipping = location.type === 'warehouse' ? withShipping(location.shipping, changes) : undefined;
  const facts = { ...withPurpose(location, changes), code, name, pickSequence, path, archivedAt };
  return { ...location, ...facts, ...(shipping ? { shipping } : {}) };
}

const CHANGEABLE = ['code', 'name', 'usage', 'sellable', 'pickable', 'pickSequence', 'shipping', 'archivedAt'] as const;

const isSame = (a: Location, b: Location): boolean => CHANGEABLE.every((name) => a[name] === b[name]);

function cannotUpdate(before: Location, after: Location, parent: Location | null): Refusal | undefined {
  if ((after.code !== before.code || !after.sellable) && isDefaultWarehouse(before)) return defaultWarehouse();
  const restored = after.archivedAt !== before.archivedAt;
  return restored && parent !== null && parent.archivedAt !== null ? locationArchived('/status', parent.path) : undefined;
}

/** Locations that one transaction renames, archives or gives another purpose: about a second's work (measured on two cores). */
export const MAX_BELOW = 5_000;

export const defaultWarehouse = (): Refusal =>
  refusalOf(
    'conflict',
    'default_warehouse',
    'MAIN is the default warehouse: its code is fixed, it is sellable, and it cannot be archived.',
  );

/** @param pointer to what asks for it. */
export const tooManyBelow = (pointer: string, path: string): Refusal =>
  invalidField(pointer, `More than ${MAX_BELOW} locations stand in ${path}: begin with those below it.`);

/** @param skus some of those that lie, are at home or have settings there. */
export const locationNotEmpty = (path: string, skus: readonly string[]): Refusal => ({
  kind: 'conflict',
  code: 'location_not_empty',
  message: `${path} is not empty. Transfer its stock, give its SKUs another home location, and clear what they have set for it.`,
  errors: skus.map((sku) => ({
    pointer: '',
    code: 'location_not_empty',
    message: `${sku} is stored, has its home or has settings there.`,
    sku,
  })),
});
