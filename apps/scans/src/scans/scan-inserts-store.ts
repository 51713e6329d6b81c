import { errors, type ScanRecord } from '@fulfilment/contracts';
import { type ClientSession, type Collection, MongoBulkWriteError, type MongoClient } from 'mongodb';
import { type ScanDocument, toScanDocument } from './scan-documents.ts';
import type { KeptScan, ScanEntry } from './scan-ports.ts';

/** The scans of one tenant, in a session. */
export interface TenantScans {
  readonly scans: Collection<ScanDocument>;
  /** As `tenantKey` makes it: that of every scan. */
  readonly tenant: string;
  readonly session: ClientSession;
}

const DUPLICATE_KEY = 11_000;

/**
 * Inserts the scans of one tenant; a majority of replicas has them on disk when it resolves. A scan whose `client_scan_id`
 * is taken is left out, without effect on the others. Inserting the same scans again changes nothing.
 *
 * @returns for each the scan in the log: itself, or the one before it.
 * @throws AppError `unavailable` where no majority confirms; some of the scans may be in the log then.
 */
export async function insertScans(
  client: MongoClient,
  { scans, tenant }: Omit<TenantScans, 'session'>,
  entries: readonly ScanEntry[],
): Promise<readonly KeptScan[]> {
  if (entries.length === 0) return [];
  // In a causal session the look-up sees what the insert collided with, even if another process had only just written it.
  return client.withSession({ causalConsistency: true }, async (session) => {
    try {
      await scans.insertMany(entries.map(toScanDocument), { ordered: false, session });
      return entries.map(({ scan }) => ({ scan, own: true }));
    } catch (error) {
      throwUnlessDuplicates(error);
      const kept = await findKept({ scans, tenant, session }, entries);
      return entries.map(({ scan }) => kept(scan) ?? absent(scan));
    }
  });
}

/** @returns a look-up of the scan in the log for a submitted one: itself, or the one with its `client_scan_id`. */
export async function findKept(
  { scans, tenant, session }: TenantScans,
  entries: readonly ScanEntry[],
): Promise<(scan: ScanRecord) => KeptScan | undefined> {
  const ids = entries.map(({ scan }) => scan.id);
  const clientIds = entries.flatMap(({ scan }) => scan.client_scan_id ?? []);
  const found = await scans
    .find({ tenant, $or: [{ _id: { $in: ids } }, { 'scan.client_scan_id': { $in: clientIds } }] }, { session })
    .project<Pick<ScanDocument, 'scan'>>({ scan: 1 })
    .toArray();
  const byId = new Map(found.map(({ scan }) => [scan.id, scan]));
  const byClientId = new Map(found.flatMap(({ scan }) => (scan.client_scan_id === null ? [] : [[scan.client_scan_id, scan]])));
  return ({ id, client_scan_id: clientId }) => {
    const scan = byId.get(id) ?? byClientId.get(clientId ?? '');
    return scan && { scan, own: scan.id === id };
  };
}

function throwUnlessDuplicates(error: unknown): void {
  if (!(error instanceof MongoBulkWriteError)) throw error;
  if (error.result.getWriteConcernError()) {
    throw errors.upstreamUnavailable('The store did not confirm in time. Try again.', { cause: error });
  }
  if ([error.writeErrors].flat().some(({ code }) => code !== DUPLICATE_KEY)) throw error;
}

function absent({ id }: ScanRecord): never {
  throw new Error(`Neither the scan ${id} nor one with its client_scan_id is in the log`);
}
