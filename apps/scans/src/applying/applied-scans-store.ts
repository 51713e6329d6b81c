import { tenantKey } from '@fulfilment/kernel';
import type { Db } from 'mongodb';
import type { AppliedScans } from '../scans/scan-ports.ts';
import type { ScanDocument } from '../scans/scan-documents.ts';
import { SCANS } from '../scans/scan-indexes.ts';

/** Notes in the log what became of scans that were to be applied. */
export function openAppliedScans(db: Db): AppliedScans {
  const scans = db.collection<ScanDocument>(SCANS, { writeConcern: { w: 'majority', journal: true } });
  return {
    settle: async (outcomes) => {
      if (outcomes.length === 0) return 0;
      const writes = outcomes.map(({ tenant, scanId, refusal }) => ({
        updateOne: {
          filter: { _id: scanId, tenant: tenantKey(tenant), 'scan.applied': 'pending' as const },
          update: { $set: { 'scan.applied': refusal ? ('refused' as const) : ('done' as const), 'scan.refusal': refusal } },
        },
      }));
      const { modifiedCount } = await scans.bulkWrite(writes, { ordered: false });
      return modifiedCount;
    },
  };
}
