import type { ListScansQuery, ScanRecord } from '@fulfilment/contracts';
import type { Page, Tenant } from '@fulfilment/kernel';
import type { ScanHistory } from './ports.ts';

/** Newest first. @throws AppError `invalid_cursor`. */
export type ListScans = (tenant: Tenant, query: ListScansQuery) => Promise<Page<ScanRecord>>;

export function makeListScans(history: ScanHistory): ListScans {
  return (tenant, { limit, cursor, ...filter }) => history.page(tenant, filter, { limit, cursor });
}
