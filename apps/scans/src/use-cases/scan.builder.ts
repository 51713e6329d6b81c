import { type CreateScanBody, createScanBody } from '@fulfilment/contracts';
import { newId, type RequestContext, type Tenant } from '@fulfilment/kernel';
import type { ScanEntry } from './ports.ts';
import { scanEventOf } from './scan-event.ts';
import { scanRecordOf } from './scan-record.ts';

/** A body as a device sends it, parsed. */
export const seen = (changes: Partial<CreateScanBody> = {}): CreateScanBody =>
  createScanBody.parse({ barcode: '4006381333931', type: 'pick', ...changes });

/** A tenant that no other test has. */
export const aTenant = (): Tenant => ({ accountId: newId('acc'), environment: 'sandbox' });

export const contextOf = (tenant: Tenant): RequestContext => ({ tenant, actor: newId('key'), requestId: newId('req') });

/** A scan that is on its way into the log. */
export function scanEntry(tenant: Tenant, changes: Partial<CreateScanBody> = {}): ScanEntry {
  const scan = scanRecordOf(seen(changes), { id: newId('scn'), receivedAt: new Date('2026-11-21T09:07:30.214Z') });
  return { tenant, scan, event: scanEventOf(newId('evt'), scan, contextOf(tenant)) };
}
