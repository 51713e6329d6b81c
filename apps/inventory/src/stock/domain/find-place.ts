import type { Draft } from './draft.ts';
import {
  DEFAULT_WAREHOUSE,
  type Location,
  LOCATION_TYPES,
  type LocationCodes,
  type LocationReference,
  pathBelow,
} from '../../locations/domain/location.ts';
import { locationArchived, type Refusal, unknownLocation } from './refusal.ts';

export type FoundPlace = { readonly type: 'found'; readonly place: Location } | RefusedPlace;

export interface RefusedPlace {
  readonly type: 'refused';
  readonly refusal: Refusal;
}

interface UnknownPlace extends RefusedPlace {
  readonly refusal: Refusal & { readonly code: 'unknown_location' };
}

/** Whether the request names a place that is not there: that is told before anything about the records. */
export function isUnknown(found: FoundPlace): found is UnknownPlace {
  return found.type === 'refused' && found.refusal.code === 'unknown_location';
}

export interface PlaceSearch {
  /** Where the reference stands in the request. */
  readonly pointer: string;
  readonly at: Date;
}

/**
 * The place that takes stock under a reference: the default warehouse for none. What is missing below an existing warehouse
 * is made.
 */
export function findPlace(draft: Draft, reference: LocationReference | null, search: PlaceSearch): FoundPlace {
  if (reference?.type !== 'id') return walk(draft, reference?.codes ?? [DEFAULT_WAREHOUSE], search);
  const place = draft.place(reference.id);
  return place ? takingStock(place, search) : { type: 'refused', refusal: unknownLocation(search.pointer, reference.id) };
}

function walk(draft: Draft, [warehouse, ...below]: LocationCodes, search: PlaceSearch): FoundPlace {
  const root = draft.placeAt(warehouse);
  if (!root) return { type: 'refused', refusal: unknownLocation(search.pointer, warehouse) };
  let found = takingStock(root, search);
  for (const code of below) {
    if (found.type === 'refused') return found;
    found = takingStock(childOf(draft, found.place, { code, at: search.at }), search);
  }
  return found;
}

function takingStock(place: Location, { pointer }: PlaceSearch): FoundPlace {
  return place.archivedAt === null
    ? { type: 'found', place }
    : { type: 'refused', refusal: locationArchived(pointer, place.path) };
}

function childOf(draft: Draft, parent: Location, { code, at }: { readonly code: string; readonly at: Date }): Location {
  const path = pathBelow(parent.path, code);
  const known = draft.placeAt(path);
  if (known) return known;
  const type = LOCATION_TYPES[LOCATION_TYPES.indexOf(parent.type) + 1];
  if (!type) throw new Error(`Nothing stands in ${parent.path}`);
  return draft.addPlace({ type, code, path, createdAt: at, updatedAt: at }, parent);
}
