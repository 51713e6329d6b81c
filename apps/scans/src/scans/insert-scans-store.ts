import type { ScanRecord } from '@fulfilment/contracts';
import { AppError } from '@fulfilment/kernel';
import { MongoBulkWriteError, type MongoClient } from 'mongodb';
import type { KeptScan, ScanEntry } from './scan-ports.ts';
import { findKept, type KeptScans } from './kept-scans-store.ts';
import { toScanDocument } from './scan-documents.ts';

const DUPLICATE_KEY = 11_000;

/**
 * Inserts the scans of one tenant; a majority of replicas has them on disk when it resolves. A scan whose `client_scan_id`
 * is taken is left out, and no other for its sake. Again with the same scans it changes nothing.
 *
 * @returns for each the scan that is in the log: itself, or the one before it.
 * @throws AppError `unavailable` where no majority confirms; some of the scans may be in the log then.
 */
export async function insertScans(
  client: MongoClient,
  { scans, tenant }: Omit<KeptScans, 'session'>,
  entries: readonly ScanEntry[],
): Promise<readonly KeptScan[]> {
  if (entries.length === 0) return [];
  // In a causal session the look-up sees what the insert ran into, even if another process had only just written it.
  return client.withSession({ causalConsistency: true }, async (session) => {
    try {
      await scans.insertMany(entries.map(toScanDocument), { ordered: false, session });
      return entries.map(({ scan }) => ({ scan, own: true }));
    } catch (error) {
      refuseUnlessDuplicates(error);
      const kept = await findKept({ scans, tenant, session }, entries);
      return entries.map(({ scan }) => kept(scan) ?? lacking(scan));
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

function lacking({ id }: ScanRecord): never {
  throw new Error(`Neither the scan ${id} nor one with its client_scan_id is in the log`);
}
