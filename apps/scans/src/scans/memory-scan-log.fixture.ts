import { type Answered, tenantKey } from '@fulfilment/kernel';
import type { KeptScan, ScanEntry, ScanLog, Submission } from './scan-ports.ts';

/** The {@link ScanLog} in memory, for tests of use cases. It passes the same conformance suite as the one on MongoDB. */
export class MemoryScanLog<Answer> implements ScanLog<Answer> {
  readonly entries: ScanEntry[] = [];

  async append({ entries, answerOf }: Submission<Answer>): Promise<Answered<Answer>> {
    const decided = answerOf(entries.map((entry) => this.#keep(entry)));
    if (decided.type === 'refused') throw decided.error;
    return { result: decided.answer, replayed: false };
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
