import { type Place, PLACE_TYPES, type PlaceType, pathBelow } from './location.ts';
import { invalidField, placeArchived, type Refusal } from '../../stock/domain/refusal.ts';

export interface NewPlace {
  readonly id: string;
  readonly type: PlaceType;
  readonly code: string;
  readonly name: string | null;
  readonly at: Date;
}

export type CreatedPlace =
  | { readonly type: 'created'; readonly place: Place }
  | { readonly type: 'refused'; readonly refusal: Refusal };

/** A new place where its type belongs: a warehouse has no parent, an aisle stands in a warehouse, and so on down. */
export function createPlace({ at, ...facts }: NewPlace, parent: Place | null): CreatedPlace {
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
  return { type: 'created', place };
}

function misplaced(type: PlaceType, parent: Place | null): Refusal | undefined {
  const wanted = PLACE_TYPES[PLACE_TYPES.indexOf(type) - 1];
  if (wanted === undefined) return parent ? invalidField('/parent_id', 'A warehouse has no parent.') : undefined;
  if (!parent) return invalidField('/parent_id', `Needed: ${articled(type)} stands in ${articled(wanted)}.`);
  if (parent.type !== wanted)
    return invalidField(
      '/parent_id',
      `${parent.path} is ${articled(parent.type)}; ${articled(type)} stands in ${articled(wanted)}.`,
    );
  return parent.archivedAt === null ? undefined : placeArchived('/parent_id', parent.path);
}

const articled = (type: PlaceType): string => (type === 'aisle' ? `an ${type}` : `a ${type}`);
