import type { ListScansQuery, ScanRecord } from '@fulfilment/contracts';
import type { Page, Tenant } from '@fulfilment/kernel';
import type { ScanHistory } from './scan-ports.ts';

/** Newest first. @throws AppError `invalid_cursor`. */
export type ListScans = (tenant: Tenant, query: ListScansQuery) => Promise<Page<ScanRecord>>;

export function makeListScans(history: Pick<ScanHistory, 'page'>): ListScans {
  return (tenant, { limit, cursor, from, to, ...filter }) =>
    history.page(tenant, { ...filter, from: momentOf(from), to: momentOf(to) }, { limit, cursor });
}

const momentOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));
