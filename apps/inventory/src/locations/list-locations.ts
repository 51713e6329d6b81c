import type { ListLocationsQuery, LocationRecord } from '@fulfilment/contracts';
import { type Page, type Tenant, tenantKey } from '@fulfilment/kernel';
import { type Location, parseLocation, splitPath } from './domain/location.ts';
import { searchWords } from '../lists/domain/search-prefixes.ts';
import { emptyPage } from '../lists/empty-page.ts';
import { toLocationRecord } from './location-record.ts';
import type { LocationFilter, LocationStore } from './location-ports.ts';

/** @throws AppError `invalid_cursor`. */
export type ListLocations = (tenant: Tenant, query: ListLocationsQuery) => Promise<Page<LocationRecord>>;

type Places = Pick<LocationStore, 'list' | 'find' | 'findNamed'>;

export function makeListLocations({ places }: { readonly places: Places }): ListLocations {
  return async (tenant, { limit, cursor, sort, ...query }) => {
    const key = tenantKey(tenant);
    const filter = await filterOf(places, key, query);
    if (!filter) return emptyPage(cursor);
    const page = await places.list(key, filter, { limit, cursor, sort });
    return { ...page, data: page.data.map(toLocationRecord) };
  };
}

type Filters = Omit<ListLocationsQuery, 'limit' | 'cursor' | 'sort'>;

/** What the list has in common; undefined where that cannot be. */
async function filterOf(places: Places, tenant: string, query: Filters): Promise<LocationFilter | undefined> {
  const searched = await searchOf(places, tenant, query);
  const root = query.path === undefined ? undefined : await places.findNamed(tenant, parseLocation(query.path));
  if (!searched || (query.path !== undefined && !root)) return undefined;
  const standing = await standingOf(places, tenant, { root, parentId: searched.parentId });
  return standing && { type: query.type, status: query.status, words: searched.words, ...standing };
}

interface Search {
  readonly parentId: string | undefined;
  readonly words: readonly string[];
}

/** Words to look for, or those with which a path goes on below a place. */
async function searchOf(places: Places, tenant: string, { q = '', parent_id: parentId }: Filters): Promise<Search | undefined> {
  const path = splitPath(q.trim());
  if (!path) return { parentId, words: searchWords(q) };
  const parent = await places.findNamed(tenant, path.parent);
  const elsewhere = parentId !== undefined && parentId !== parent?.id;
  return parent && !elsewhere ? { parentId: parent.id, words: searchWords(path.rest) } : undefined;
}

/** A parent says enough of a subtree: it stands in it or not. Above it there is only the root itself. */
async function standingOf(
  places: Places,
  tenant: string,
  { root, parentId }: { readonly root: Location | undefined; readonly parentId: string | undefined },
): Promise<Pick<LocationFilter, 'id' | 'within' | 'parentId'> | undefined> {
  const anywhere = { id: undefined, within: undefined, parentId: undefined };
  if (!root) return { ...anywhere, parentId };
  if (parentId === undefined) return { ...anywhere, within: { id: root.id, path: root.path } };
  if (parentId === root.parentId) return { ...anywhere, parentId, id: root.id };
  const parent = await places.find(tenant, parentId);
  return parent?.lineage.includes(root.id) ? { ...anywhere, parentId } : undefined;
}
