import type { ListLocationStockQuery, LocationStockRecord } from '@fulfilment/contracts';
import { type Page, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { LocationStore } from '../locations/location-ports.ts';
import type { Location } from '../model/location.ts';
import { locationNotFound } from '../model/refusal.ts';
import type { ShownSku } from '../model/sku.ts';
import { refusalError } from '../records/refusal-error.ts';
import { toStockAtLocation } from '../records/sku-record.ts';
import type { SkuStore } from './sku-ports.ts';

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
    const page = await skus.listAt(key, { locationId: id, below }, { limit, cursor });
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
    return location ? [toStockAtLocation(location, onHand)] : [];
  });
  return {
    sku: code,
    name,
    status: archivedAt === null ? 'active' : 'archived',
    on_hand: lying.reduce((sum, { on_hand: onHand }) => sum + onHand, 0),
    stock: lying,
  };
}
