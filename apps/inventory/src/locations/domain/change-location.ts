import { isDefaultWarehouse, type Location, LOCATION_TYPES, type LocationType, pathBelow } from '../../model/location.ts';
import { invalidField, locationArchived, type Refusal, refusalOf } from '../../model/refusal.ts';

export interface NewLocation {
  readonly id: string;
  readonly type: LocationType;
  readonly code: string;
  readonly name: string | null;
  readonly at: Date;
}

export type CreatedLocation =
  | { readonly type: 'created'; readonly location: Location }
  | { readonly type: 'refused'; readonly refusal: Refusal };

/** A new location where its type belongs: a warehouse has no parent, an aisle stands in a warehouse, and so on down. */
export function createLocation({ at, ...facts }: NewLocation, parent: Location | null): CreatedLocation {
  const refusal = misplaced(facts.type, parent);
  if (refusal) return { type: 'refused', refusal };
  const location = {
    ...facts,
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
interface LocationChanges {
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
  const updated = withChanges(location, changes, parent);
  if (isSame(location, updated)) return { type: 'unchanged' };
  const refusal = cannotUpdate(location, updated, parent);
  if (refusal) return { type: 'refused', refusal };
  const version = location.version + 1;
  return { type: 'updated', location: { ...updated, version, updatedAt: at, lastChange: { version, actor } } };
}

function withChanges(
  location: Location,
  { code = location.code, name = location.name, restore }: LocationChanges,
  parent: Location | null,
): Location {
  const path = pathBelow(parent?.path ?? null, code);
  return { ...location, code, name, path, archivedAt: restore ? null : location.archivedAt };
}

const isSame = (a: Location, b: Location): boolean => a.code === b.code && a.name === b.name && a.archivedAt === b.archivedAt;

function cannotUpdate(before: Location, after: Location, parent: Location | null): Refusal | undefined {
  if (after.code !== before.code && isDefaultWarehouse(before)) return defaultWarehouse();
  const restored = after.archivedAt !== before.archivedAt;
  return restored && parent !== null && parent.archivedAt !== null ? locationArchived('/status', parent.path) : undefined;
}

/** Locations that one transaction renames or archives: about a second's work (measured on two cores). */
export const MAX_BELOW = 5_000;

export const defaultWarehouse = (): Refusal =>
  refusalOf('conflict', 'default_warehouse', 'MAIN is the default warehouse: its code is fixed, and it cannot be archived.');

/** @param pointer to what asks for it. */
export const tooManyBelow = (pointer: string, path: string): Refusal =>
  invalidField(pointer, `More than ${MAX_BELOW} locations stand in ${path}: begin with those below it.`);

/** @param skus some of those that lie or are at home there. */
export const locationNotEmpty = (path: string, skus: readonly string[]): Refusal => ({
  kind: 'conflict',
  code: 'location_not_empty',
  message: `${path} is not empty. Transfer its stock, and give its SKUs another home location.`,
  errors: skus.map((sku) => ({
    pointer: '',
    code: 'location_not_empty',
    message: `${sku} is stored or has its home there.`,
    sku,
  })),
});
