import { tenantKey } from '@fulfilment/kernel';
import type { Collection, Db } from 'mongodb';
import { type ScanDocument, SCANS } from './scan-documents.ts';
import type { AppliedScans, ScanOutcome } from './scan-ports.ts';

/** The outcomes of scans, in the log of scans. */
export class MongoAppliedScans implements AppliedScans {
  readonly #scans: Collection<ScanDocument>;

  constructor(db: Db) {
    this.#scans = db.collection(SCANS, { writeConcern: { w: 'majority', journal: true } });
  }

  async recordOutcomes(outcomes: readonly ScanOutcome[]): Promise<number> {
    if (outcomes.length === 0) return 0;
    const writes = outcomes.map(({ tenant, scanId, refusal }) => ({
      updateOne: {
        filter: { _id: scanId, tenant: tenantKey(tenant), 'scan.applied': 'pending' as const },
        update: { $set: { 'scan.applied': refusal ? ('refused' as const) : ('done' as const), 'scan.refusal': refusal } },
      },
    }));
    const { modifiedCount } = await this.#scans.bulkWrite(writes, { ordered: false });
    return modifiedCount;
  }
}
