import type { ScanRecord } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import type { ScanEntry, ScanLog } from '../use-cases/ports.ts';

/** The test double of {@link ScanLog}; it passes the same contract test as the one on MongoDB. */
export class MemoryScanLog implements ScanLog {
  readonly entries: ScanEntry[] = [];

  async append(entry: ScanEntry): Promise<ScanRecord> {
    const { client_scan_id: clientScanId } = entry.scan;
    const first = this.entries.find(
      ({ tenant, scan }) =>
        clientScanId !== null && scan.client_scan_id === clientScanId && tenantKey(tenant) === tenantKey(entry.tenant),
    );
    if (first) return first.scan;
    this.entries.push(entry);
    return entry.scan;
  }
}
