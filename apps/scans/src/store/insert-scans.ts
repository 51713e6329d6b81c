import type { ScanRecord } from '@fulfilment/contracts';
import { AppError } from '@fulfilment/kernel';
import { type ClientSession, type Collection, type Db, MongoBulkWriteError, type MongoClient } from 'mongodb';
import type { ScanEntry } from '../use-cases/ports.ts';
import { SCANS, type ScanDocument, toScanDocument } from './scan-document.ts';

const DUPLICATE_KEY = 11_000;

export interface ScanInsert {
  readonly client: MongoClient;
  readonly db: Db;
  /** As `tenantKey` makes it: that of every scan of the insert. */
  readonly tenant: string;
}

/**
 * Inserts the scans of one tenant; a majority of replicas has them on disk when it resolves. A scan whose `client_scan_id`
 * is taken is left out, and no other for its sake. Again with the same scans it changes nothing.
 *
 * @returns for each the scan that is in the log: itself, or the one before it.
 * @throws AppError `unavailable` where no majority confirms; some of the scans may be in the log then.
 */
export async function insertScans(
  { client, db, tenant }: ScanInsert,
  entries: readonly ScanEntry[],
): Promise<readonly ScanRecord[]> {
  const scans = db.collection<ScanDocument>(SCANS, {
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
  });
  // In a causal session the look-up sees what the insert ran into, even if another process had only just written it.
  return client.withSession({ causalConsistency: true }, async (session) => {
    try {
      await scans.insertMany(entries.map(toScanDocument), { ordered: false, session });
      return entries.map(({ scan }) => scan);
    } catch (error) {
      refuseUnlessDuplicates(error);
      return findKept(scans, { tenant, entries, session });
    }
  });
}

function refuseUnlessDuplicates(error: unknown): void {
  if (!(error instanceof MongoBulkWriteError)) throw error;
  if (error.result.getWriteConcernError()) {
    const message = 'The store did not confirm in time. Try again.';
    throw new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message, cause: error });
  }
  if ([error.writeErrors].flat().some(({ code }) => code !== DUPLICATE_KEY)) throw error;
}

async function findKept(
  scans: Collection<ScanDocument>,
  { tenant, entries, session }: { tenant: string; entries: readonly ScanEntry[]; session: ClientSession },
): Promise<readonly ScanRecord[]> {
  const ids = entries.map(({ scan }) => scan.id);
  const clientIds = entries.flatMap(({ scan }) => scan.client_scan_id ?? []);
  const found = await scans
    .find({ tenant, $or: [{ _id: { $in: ids } }, { 'scan.client_scan_id': { $in: clientIds } }] }, { session })
    .project<Pick<ScanDocument, 'scan'>>({ scan: 1 })
    .toArray();
  const byId = new Map(found.map(({ scan }) => [scan.id, scan]));
  const byClientId = new Map(found.flatMap(({ scan }) => (scan.client_scan_id === null ? [] : [[scan.client_scan_id, scan]])));
  return entries.map(({ scan }) => {
    const kept = byId.get(scan.id) ?? byClientId.get(scan.client_scan_id ?? '');
    if (!kept) throw new Error(`Neither the scan ${scan.id} nor one with its client_scan_id is in the log`);
    return kept;
  });
}
