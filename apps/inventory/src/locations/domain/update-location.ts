import { isDefaultWarehouse, type Location, pathBelow } from './location.ts';
import { defaultWarehouse } from './location-refusals.ts';
import { locationArchived, type Refusal } from '../../stock/domain/refusal.ts';

/** What is not told stays as it is. */
export interface LocationChanges {
  readonly code?: string | undefined;
  readonly name?: string | null | undefined;
  readonly restore: boolean;
}

export type UpdatedLocation =
  | { readonly type: 'unchanged' }
  | { readonly type: 'updated'; readonly place: Location }
  | { readonly type: 'refused'; readonly refusal: Refusal };

export interface UpdateTerms {
  /** Null for a warehouse. */
  readonly parent: Location | null;
  readonly at: Date;
}

/** Gives a place another code or name, or brings it back. Whether its parent has the code already is for the store to say. */
export function updateLocation(place: Location, changes: LocationChanges, { parent, at }: UpdateTerms): UpdatedLocation {
  const updated = withChanges(place, changes, parent);
  if (isSame(place, updated)) return { type: 'unchanged' };
  const refusal = cannotUpdate(place, updated, parent);
  if (refusal) return { type: 'refused', refusal };
  return { type: 'updated', place: { ...updated, version: place.version + 1, updatedAt: at } };
}

function withChanges(
  place: Location,
  { code = place.code, name = place.name, restore }: LocationChanges,
  parent: Location | null,
): Location {
  const path = pathBelow(parent?.path ?? null, code);
  return { ...place, code, name, path, archivedAt: restore ? null : place.archivedAt };
}

const isSame = (a: Location, b: Location): boolean => a.code === b.code && a.name === b.name && a.archivedAt === b.archivedAt;

function cannotUpdate(before: Location, after: Location, parent: Location | null): Refusal | undefined {
  if (after.code !== before.code && isDefaultWarehouse(before)) return defaultWarehouse();
  const restored = after.archivedAt !== before.archivedAt;
  return restored && parent !== null && parent.archivedAt !== null ? locationArchived('/status', parent.path) : undefined;
}
