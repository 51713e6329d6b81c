import type { ScanRecord } from '@fulfilment/contracts';
import type { ClientSession, Collection } from 'mongodb';
import type { KeptScan, ScanEntry } from './scan-ports.ts';
import type { ScanDocument } from './scan-documents.ts';

export interface KeptScans {
  readonly scans: Collection<ScanDocument>;
  /** As `tenantKey` makes it: that of every scan. */
  readonly tenant: string;
  readonly session: ClientSession;
}

/** @returns which scan is in the log in the place of one: itself, or the one that has its `client_scan_id`. */
export async function findKept(
  { scans, tenant, session }: KeptScans,
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
