import { tenantKey } from '@fulfilment/kernel';
import type { KeptScan, ScanEntry, ScanLog, Submission } from './scan-ports.ts';

/** The test double of {@link ScanLog}; it passes the same contract test as the one on MongoDB. */
export class MemoryScanLog<Answer> implements ScanLog<Answer> {
  readonly entries: ScanEntry[] = [];

  async append({ entries, answer }: Submission<Answer>): Promise<Answer> {
    return answer(entries.map((entry) => this.#keep(entry)));
  }

  #keep(entry: ScanEntry): KeptScan {
    const { client_scan_id: clientScanId } = entry.scan;
    const first = this.entries.find(
      ({ tenant, scan }) =>
        clientScanId !== null && scan.client_scan_id === clientScanId && tenantKey(tenant) === tenantKey(entry.tenant),
    );
    if (first) return { scan: first.scan, own: false };
    this.entries.push(entry);
    return { scan: entry.scan, own: true };
  }
}
