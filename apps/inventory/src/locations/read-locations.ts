import {
  errors,
  type ListLocationsQuery,
  type ListLocationStockQuery,
  type LocationRecord,
  type LocationStockRecord,
} from '@fulfilment/contracts';
import { type AppError, type Page, type Tenant, tenantKey } from '@fulfilment/kernel';
import { searchWords } from '../lists/domain/search-prefixes.ts';
import type { ShownSku } from '../skus/domain/sku.ts';
import type { SkuStore } from '../skus/sku-ports.ts';
import { locationNotFound } from '../stock/domain/refusal.ts';
import { refusalError } from '../stock/refusal-error.ts';
import { type Location, parseLocation, shownPath, splitPath } from './domain/location.ts';
import type { LocationFilter, LocationStore } from './location-ports.ts';

/** @throws AppError `invalid_cursor`. */
export type ListLocations = (tenant: Tenant, query: ListLocationsQuery) => Promise<Page<LocationRecord>>;

type Lists = Pick<LocationStore, 'list' | 'find' | 'findNamed'>;

export function makeListLocations(locations: Lists): ListLocations {
  return async (tenant, { limit, cursor, sort, ...query }) => {
    const key = tenantKey(tenant);
    await refuseUnknown(locations, key, query, cursor);
    const filter = await filterOf(locations, key, query);
    if (!filter) return emptyPage(cursor);
    const page = await locations.list(key, filter, { limit, cursor, sort });
    return { ...page, data: page.data.map(toLocationRecord) };
  };
}

/** @throws AppError `invalid_parameter` for a place that does not exist. */
async function refuseUnknown(locations: Lists, tenant: string, query: Filters, cursor: string | undefined): Promise<void> {
  const { path, parent_id: parentId } = query;
  if (path !== undefined && !(await locations.findNamed(tenant, parseLocation(path)))) throw unknownPlace('path', path, cursor);
  if (parentId !== undefined && !(await locations.find(tenant, parentId))) throw unknownPlace('parent_id', parentId, cursor);
}

type Filters = Omit<ListLocationsQuery, 'limit' | 'cursor' | 'sort'>;

/** The filter of a list; undefined where nothing can match. */
async function filterOf(locations: Lists, tenant: string, query: Filters): Promise<LocationFilter | undefined> {
  const searched = await searchOf(locations, tenant, query);
  const root = query.path === undefined ? undefined : await locations.findNamed(tenant, parseLocation(query.path));
  if (!searched || (query.path !== undefined && !root)) return undefined;
  const standing = await standingOf(locations, tenant, { root, parentId: searched.parentId });
  return standing && { types: query.type, status: query.status, words: searched.words, ...standing };
}

interface Search {
  readonly parentId: string | undefined;
  readonly words: readonly string[];
}

/** Words to look for, or those with which a path goes on below a location. */
async function searchOf(locations: Lists, tenant: string, { q = '', parent_id: parentId }: Filters): Promise<Search | undefined> {
  const path = splitPath(q.trim());
  if (!path) return { parentId, words: searchWords(q) };
  const parent = await locations.findNamed(tenant, path.parent);
  const elsewhere = parentId !== undefined && parentId !== parent?.id;
  return parent && !elsewhere ? { parentId: parent.id, words: searchWords(path.rest) } : undefined;
}

/** A parent says enough of a subtree: it stands in it or not. Above it there is only the root itself. */
async function standingOf(
  locations: Lists,
  tenant: string,
  { root, parentId }: { readonly root: Location | undefined; readonly parentId: string | undefined },
): Promise<Pick<LocationFilter, 'id' | 'within' | 'parentId'> | undefined> {
  const anywhere = { id: undefined, within: undefined, parentId: undefined };
  if (!root) return { ...anywhere, parentId };
  if (parentId === undefined) return { ...anywhere, within: { id: root.id, path: root.path } };
  if (parentId === root.parentId) return { ...anywhere, parentId, id: root.id };
  const parent = await locations.find(tenant, parentId);
  return parent?.lineage.includes(root.id) ? { ...anywhere, parentId } : undefined;
}

/** @throws AppError `not_found`. */
export type GetLocation = (tenant: Tenant, id: string) => Promise<LocationRecord>;

export function makeGetLocation(locations: Pick<LocationStore, 'find'>): GetLocation {
  return async (tenant, id) => {
    const location = await locations.find(tenantKey(tenant), id);
    if (!location) throw refusalError(locationNotFound());
    return toLocationRecord(location);
  };
}

/** @throws AppError `not_found` or `invalid_cursor`. */
export type ListLocationStock = (tenant: Tenant, id: string, query: ListLocationStockQuery) => Promise<Page<LocationStockRecord>>;

export function makeListLocationStock(
  skus: Pick<SkuStore, 'listAt'>,
  locations: Pick<LocationStore, 'find' | 'findMany'>,
): ListLocationStock {
  return async (tenant, id, { recursive, limit, cursor }) => {
    const key = tenantKey(tenant);
    if (!(await locations.find(key, id))) throw refusalError(locationNotFound());
    const below = recursive;
    const page = await skus.listAt(key, { placeId: id, below }, { limit, cursor });
    const known = await locations.findMany(key, [...new Set(page.data.flatMap(locationIdsOf))]);
    const there = new Map(known.filter((location) => isThere(location, id, below)).map((location) => [location.id, location]));
    return { ...page, data: page.data.map((sku) => recordOf(sku, there)) };
  };
}

const locationIdsOf = ({ stock }: ShownSku): string[] => stock.map(({ locationId }) => locationId);

const isThere = (location: Location, id: string, below: boolean): boolean =>
  below ? location.lineage.includes(id) : location.id === id;

function recordOf({ code, name, archivedAt, stock }: ShownSku, there: ReadonlyMap<string, Location>): LocationStockRecord {
  const lying = stock.flatMap(({ locationId, onHand }) => {
    const location = there.get(locationId);
    return location
      ? [{ location_id: locationId, location: shownPath(location.path), location_path: location.path, on_hand: onHand }]
      : [];
  });
  return {
    sku: code,
    name,
    status: archivedAt === null ? 'active' : 'archived',
    on_hand: lying.reduce((sum, { on_hand: onHand }) => sum + onHand, 0),
    stock: lying,
  };
}

/**
 * The refusal of a filter that names a place which does not exist.
 *
 * @param cursor of a page before: the place was there then, and was renamed since.
 */
export function unknownPlace(parameter: string, place: string, cursor?: string): AppError {
  if (cursor !== undefined) return errors.invalidCursor(RENAMED);
  const message = `There is no location ${place}.`;
  return errors.invalidParameter(message, {
    facts: { errors: [{ pointer: `/${parameter}`, code: 'unknown_location', message, location: place }] },
  });
}

const RENAMED = 'The location was renamed since the page before. Start again from the first page.';

/**
 * The empty page of a list in which nothing can match.
 *
 * @throws AppError `invalid_cursor` where a page before it was read: the location was renamed since, and the list did not end.
 */
export function emptyPage(cursor: string | undefined): Page<never> {
  if (cursor === undefined) return { data: [], has_more: false, next_cursor: null };
  throw errors.invalidCursor(RENAMED);
}

/** A location as answers show it. */
export function toLocationRecord(location: Location): LocationRecord {
  return {
    id: location.id,
    type: location.type,
    code: location.code,
    parent_id: location.parentId,
    name: location.name,
    path: location.path,
    status: location.archivedAt === null ? 'active' : 'archived',
    version: location.version,
    created_at: location.createdAt.toISOString(),
    updated_at: location.updatedAt.toISOString(),
  };
}
