import { type Location, LOCATION_TYPES, type LocationType, pathBelow } from './location.ts';
import { invalidField, locationArchived, type Refusal } from '../../stock/domain/refusal.ts';

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

/** A new place where its type belongs: a warehouse has no parent, an aisle stands in a warehouse, and so on down. */
export function createLocation({ at, ...facts }: NewLocation, parent: Location | null): CreatedLocation {
  const refusal = misplaced(facts.type, parent);
  if (refusal) return { type: 'refused', refusal };
  const place = {
    ...facts,
    parentId: parent?.id ?? null,
    lineage: [...(parent?.lineage ?? []), facts.id],
    path: pathBelow(parent?.path ?? null, facts.code),
    version: 1,
    createdAt: at,
    updatedAt: at,
    archivedAt: null,
  };
  return { type: 'created', location: place };
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
