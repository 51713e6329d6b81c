import type { ListLocationStockQuery, LocationStockRecord } from '@fulfilment/contracts';
import { type Page, type Tenant, tenantKey } from '@fulfilment/kernel';
import { type Location, shownPath } from './domain/location.ts';
import { locationNotFound } from '../stock/domain/refusal.ts';
import type { Sku } from '../skus/domain/sku.ts';
import { refusalError } from '../stock/presented-result.ts';
import type { LocationStore } from './location-ports.ts';
import type { SkuReader } from '../skus/sku-ports.ts';

/** @throws AppError `not_found` or `invalid_cursor`. */
export type ListLocationStock = (tenant: Tenant, id: string, query: ListLocationStockQuery) => Promise<Page<LocationStockRecord>>;

export interface ListLocationStockOptions {
  readonly skus: Pick<SkuReader, 'listAt'>;
  readonly places: Pick<LocationStore, 'find' | 'findMany'>;
}

export function makeListLocationStock({ skus, places }: ListLocationStockOptions): ListLocationStock {
  return async (tenant, id, { recursive, limit, cursor }) => {
    const key = tenantKey(tenant);
    if (!(await places.find(key, id))) throw refusalError(locationNotFound());
    const below = recursive === 'true';
    const page = await skus.listAt(key, { placeId: id, below }, { limit, cursor });
    const known = await places.findMany(key, [...new Set(page.data.flatMap(placesOf))]);
    const there = new Map(known.filter((place) => isThere(place, id, below)).map((place) => [place.id, place]));
    return { ...page, data: page.data.map((sku) => recordOf(sku, there)) };
  };
}

const placesOf = ({ stock }: Sku): string[] => stock.map(({ locationId }) => locationId);

const isThere = (place: Location, id: string, below: boolean): boolean => (below ? place.lineage.includes(id) : place.id === id);

function recordOf({ code, name, archivedAt, stock }: Sku, there: ReadonlyMap<string, Location>): LocationStockRecord {
  const lying = stock.flatMap(({ locationId, onHand }) => {
    const place = there.get(locationId);
    return place ? [{ location_id: locationId, location: shownPath(place.path), on_hand: onHand }] : [];
  });
  return {
    sku: code,
    name,
    status: archivedAt === null ? 'active' : 'archived',
    on_hand: lying.reduce((sum, { on_hand: onHand }) => sum + onHand, 0),
    stock: lying,
  };
}
