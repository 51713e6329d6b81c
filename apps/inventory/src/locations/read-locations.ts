import type { ListLocationsQuery, LocationRecord } from '@fulfilment/contracts';
import { type Page, type Tenant, tenantKey } from '@fulfilment/kernel';
import { type Location, parseLocation, splitPath } from '../model/location.ts';
import { locationNotFound } from '../model/refusal.ts';
import { searchWords } from '../model/search-prefixes.ts';
import { toLocationRecord } from '../records/location-record.ts';
import { refusalError } from '../records/refusal-error.ts';
import { emptyPage, unknownLocationFilter } from '../records/unknown-location.ts';
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

/** @throws AppError `invalid_parameter` for a location that does not exist. */
async function refuseUnknown(locations: Lists, tenant: string, query: Filters, cursor: string | undefined): Promise<void> {
  const { path, parent_id: parentId } = query;
  if (path !== undefined && !(await locations.findNamed(tenant, parseLocation(path))))
    throw unknownLocationFilter('path', path, cursor);
  if (parentId !== undefined && !(await locations.find(tenant, parentId)))
    throw unknownLocationFilter('parent_id', parentId, cursor);
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
