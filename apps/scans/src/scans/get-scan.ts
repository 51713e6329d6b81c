import type { ScanRecord } from '@fulfilment/contracts';
import { AppError, type Tenant } from '@fulfilment/kernel';
import type { ScanHistory } from './scan-ports.ts';

/** @throws AppError `not_found`. */
export type GetScan = (tenant: Tenant, id: string) => Promise<ScanRecord>;

export function makeGetScan(history: Pick<ScanHistory, 'find'>): GetScan {
  return async (tenant, id) => {
    const scan = await history.find(tenant, id);
    if (!scan) throw new AppError({ kind: 'not-found', code: 'not_found', message: 'There is no such scan.' });
    return scan;
  };
}
