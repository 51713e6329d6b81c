import type { ListMovementsQuery, MovementRecord } from '@fulfilment/contracts';
import { type Page, type Tenant, tenantKey } from '@fulfilment/kernel';
import { skuNotFound } from '../stock/domain/refusal.ts';
import { toMovementRecord } from './movement-record.ts';
import { refusalError } from '../stock/presented-result.ts';
import type { MovementReader } from './ledger-ports.ts';
import type { SkuReader } from '../skus/sku-ports.ts';

import { type LocationReader, readPathsOf } from '../locations/read-paths.ts';

/** @throws AppError `not_found` or `invalid_cursor`. */
export type ListMovements = (tenant: Tenant, sku: string, query: ListMovementsQuery) => Promise<Page<MovementRecord>>;

export interface ListMovementsOptions {
  readonly skus: Pick<SkuReader, 'find'>;
  readonly movements: MovementReader;
  readonly places: LocationReader;
}

export function makeListMovements({ skus, movements, places }: ListMovementsOptions): ListMovements {
  return async (tenant, sku, { limit, cursor, ...query }) => {
    const key = tenantKey(tenant);
    if (!(await skus.find(key, sku))) throw refusalError(skuNotFound());
    const filter = {
      sku,
      locationId: query.location_id,
      createdAfter: momentOf(query.created_after),
      createdBefore: momentOf(query.created_before),
    };
    const page = await movements.list(key, filter, { limit, cursor });
    const pathOf = await readPathsOf(places, key, new Set(page.data.map((movement) => movement.locationId)));
    return { ...page, data: page.data.map((movement) => toMovementRecord(movement, pathOf)) };
  };
}

const momentOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));
