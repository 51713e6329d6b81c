import { isDefaultWarehouse, type Place, pathBelow } from './location.ts';
import { defaultWarehouse } from './location-refusals.ts';
import { placeArchived, type Refusal } from '../../stock/domain/refusal.ts';

/** What is not told stays as it is. */
export interface PlaceChanges {
  readonly code?: string | undefined;
  readonly name?: string | null | undefined;
  readonly restore: boolean;
}

export type UpdatedPlace =
  | { readonly type: 'unchanged' }
  | { readonly type: 'updated'; readonly place: Place }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export interface UpdateTerms {
  /** Null for a warehouse. */
  readonly parent: Place | null;
  readonly at: Date;
}

/** Gives a place another code or name, or brings it back. Whether its parent has the code already is for the store to say. */
export function updatePlace(place: Place, changes: PlaceChanges, { parent, at }: UpdateTerms): UpdatedPlace {
  const updated = withChanges(place, changes, parent);
  if (isSame(place, updated)) return { type: 'unchanged' };
  const refusal = cannotUpdate(place, updated, parent);
  if (refusal) return { type: 'refused', refusal };
  return { type: 'updated', place: { ...updated, version: place.version + 1, updatedAt: at } };
}

function withChanges(place: Place, { code = place.code, name = place.name, restore }: PlaceChanges, parent: Place | null): Place {
  const path = pathBelow(parent?.path ?? null, code);
  return { ...place, code, name, path, archivedAt: restore ? null : place.archivedAt };
}

const isSame = (a: Place, b: Place): boolean => a.code === b.code && a.name === b.name && a.archivedAt === b.archivedAt;

function cannotUpdate(before: Place, after: Place, parent: Place | null): Refusal | undefined {
  if (after.code !== before.code && isDefaultWarehouse(before)) return defaultWarehouse();
  const restored = after.archivedAt !== before.archivedAt;
  return restored && parent !== null && parent.archivedAt !== null ? placeArchived('/status', parent.path) : undefined;
}
