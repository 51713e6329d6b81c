import { firstIdAt } from '@fulfilment/kernel';
import type { Db } from 'mongodb';
import type { ScanCounts } from './scan-ports.ts';
import type { ScanDocument } from './scan-documents.ts';
import { NEWEST, SCANS } from './scan-indexes.ts';

/** Counts in the index of the newest: ids say when a scan came, and no scan is read. */
export function openScanCounts(db: Db): ScanCounts {
  const collection = db.collection<ScanDocument>(SCANS);
  return {
    since: (tenant, from) => collection.countDocuments({ tenant, _id: { $gte: firstIdAt('scn', from) } }, { hint: NEWEST }),
  };
}
