import { idPattern } from '@fulfilment/kernel';
import type { LastChange } from './sku.ts';
import { DEFAULT_SHIPPING, type Shipping, type SourceWarehouse } from './sourcing.ts';

/** From the whole to its parts: each stands in the one before. */
export const LOCATION_TYPES = ['warehouse', 'aisle', 'shelf', 'bin'] as const;
export type LocationType = (typeof LOCATION_TYPES)[number];

/** The use of a location. */
export const LOCATION_USES = ['storage', 'receiving', 'staging', 'tote', 'quarantine', 'returns', 'damaged'] as const;
export type LocationUse = (typeof LOCATION_USES)[number];

/** The use of a location, and whether orders may have what lies there. */
export interface LocationPurpose {
  readonly usage: LocationUse;
  /** False where its units are on hand and can be promised to no order. */
  readonly sellable: boolean;
  /** False where its units are taken for an order after those at all pickable locations. */
  readonly pickable: boolean;
}

/** The purpose of what is used so, unless it is said otherwise. */
export function purposeOf(usage: LocationUse): LocationPurpose {
  return { usage, sellable: !['quarantine', 'returns', 'damaged'].includes(usage), pickable: usage === 'storage' };
}

export interface Location extends LocationPurpose {
  readonly id: string;
  readonly type: LocationType;
  readonly code: string;
  /** Null for a warehouse. */
  readonly parentId: string | null;
  readonly name: string | null;
  /** Its place in the way of people who pick; null for none. */
  readonly pickSequence: number | null;
  /** Of a warehouse that does not ship every order alike; absent of any other location. It does not spread to what stands below. */
  readonly shipping?: Shipping;
  /** Ids from the warehouse down to itself. A location never moves to another parent, so they stay. */
  readonly lineage: readonly string[];
  /** The codes from the warehouse down: `MAIN:A3/S2`. */
  readonly path: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Null while it is active. */
  readonly archivedAt: Date | null;
  /** Not there where it never changed. */
  readonly lastChange?: LastChange;
}

/** The warehouse of every new tenant, which a path without a warehouse means. */
export const DEFAULT_WAREHOUSE = 'MAIN';

export const isDefaultWarehouse = ({ path }: Pick<Location, 'path'>): boolean => path === DEFAULT_WAREHOUSE;

/** The id of the warehouse that a location stands in, or is. */
export const warehouseIdOf = ({ id, lineage: [warehouse = id] }: Pick<Location, 'id' | 'lineage'>): string => warehouse;

/** The orders that a warehouse ships; null for any other location. */
export const shippingOf = ({ type, shipping }: Pick<Location, 'type' | 'shipping'>): Shipping | null =>
  type === 'warehouse' ? (shipping ?? DEFAULT_SHIPPING) : null;

/** A location as one that orders may be shipped from; undefined of one that is archived, or is no warehouse. */
export function sourceOf(location: Location): SourceWarehouse | undefined {
  const shipping = shippingOf(location);
  const { id, path, archivedAt } = location;
  return shipping && archivedAt === null ? { id, path, ...shipping } : undefined;
}

/** Codes from the warehouse down. */
export type LocationCodes = readonly [warehouse: string, ...below: string[]];

export type LocationReference =
  | { readonly type: 'id'; readonly id: string }
  | { readonly type: 'path'; readonly codes: LocationCodes };

const LOCATION_ID = idPattern('loc');

/** Reads `loc_…`, `MAIN`, `MAIN:A3`, `A3/S2` or `W2:A3/S2/B1`. */
export function parseLocation(text: string): LocationReference {
  if (LOCATION_ID.test(text)) return { type: 'id', id: text };
  const colon = text.indexOf(':');
  if (colon >= 0) return { type: 'path', codes: [text.slice(0, colon), ...text.slice(colon + 1).split('/')] };
  if (text.includes('/')) return { type: 'path', codes: [DEFAULT_WAREHOUSE, ...text.split('/')] };
  return { type: 'path', codes: [text] };
}

/**
 * Splits the beginning of a path, such as `A3/S` or `MAIN:A`, into the location that it leads to and the rest. Undefined for a text
 * without `:` or `/`, and for one that cannot begin a path.
 */
export function splitPath(text: string): { readonly parent: LocationReference; readonly rest: string } | undefined {
  const match = /^(?:([A-Za-z0-9_-]+):)?((?:[A-Za-z0-9_-]+\/)*)([A-Za-z0-9_-]*)$/.exec(text);
  const [, warehouse, above = '', rest = ''] = match ?? [];
  if (!match || (warehouse === undefined && above === '')) return undefined;
  const codes = above.split('/').slice(0, -1);
  return { parent: { type: 'path', codes: [warehouse ?? DEFAULT_WAREHOUSE, ...codes] }, rest };
}

/** `MAIN:A3/S2` of the codes MAIN, A3 and S2. */
export function pathOf([warehouse, ...below]: LocationCodes): string {
  return below.length === 0 ? warehouse : `${warehouse}:${below.join('/')}`;
}

/** The reference as people write it. */
export const locationText = (reference: LocationReference): string =>
  reference.type === 'id' ? reference.id : shownPath(pathOf(reference.codes));

export type LocationsById = ReadonlyMap<string, Location>;

/** @throws Error if the location is not there: a SKU's locations are read with it. */
export function locationIn(locations: LocationsById, id: string): Location {
  const location = locations.get(id);
  if (!location) throw new Error(`${id} is named and is not there`);
  return location;
}

/** The paths from the warehouse down to the location itself. */
export function pathsDownTo([warehouse, ...below]: LocationCodes): string[] {
  return [warehouse, ...below.map((_, depth) => pathOf([warehouse, ...below.slice(0, depth + 1)]))];
}

/** The path of the location with `code` below `parentPath`. */
export function pathBelow(parentPath: string | null, code: string): string {
  if (parentPath === null) return code;
  return `${parentPath}${parentPath.includes(':') ? '/' : ':'}${code}`;
}

/** The path as answers show it: a shelf or bin of the default warehouse goes without the warehouse. */
export function shownPath(path: string): string {
  const prefix = `${DEFAULT_WAREHOUSE}:`;
  return path.startsWith(prefix) && path.includes('/') ? path.slice(prefix.length) : path;
}
