import { type Answered, newId, type OutgoingMessage, tenantKey } from '@fulfilment/kernel';
import { scanResultMessage } from './scan-messages.ts';
import type { KeptScan, ScanEntry, ScanHistory, ScanLog, ScanOutcome, Submission } from './scan-ports.ts';

/** The {@link ScanLog} in memory, for tests of use cases. It passes the same conformance suite as the one on MongoDB. */
export class MemoryScanLog<Answer> implements ScanLog<Answer>, Pick<ScanHistory, 'recordOutcomes'> {
  readonly entries: ScanEntry[] = [];
  readonly #onCommitted: (messages: readonly OutgoingMessage[]) => void;

  constructor(onCommitted: (messages: readonly OutgoingMessage[]) => void = () => undefined) {
    this.#onCommitted = onCommitted;
  }

  async append({ entries, answerOf }: Submission<Answer>): Promise<Answered<Answer>> {
    const decided = answerOf(entries.map((entry) => this.#keep(entry)));
    if (decided.type === 'refused') throw decided.error;
    return { result: decided.answer, replayed: false };
  }

  recordOutcomes: ScanHistory['recordOutcomes'] = async (outcomes) => outcomes.filter((outcome) => this.#record(outcome)).length;

  #keep(entry: ScanEntry): KeptScan {
    const { client_scan_id: clientScanId, device_id: deviceId } = entry.scan;
    const first = this.entries.find(
      ({ tenant, scan }) =>
        clientScanId !== null &&
        scan.client_scan_id === clientScanId &&
        scan.device_id === deviceId &&
        tenantKey(tenant) === tenantKey(entry.tenant),
    );
    if (first) return { scan: first.scan, own: false };
    this.entries.push(entry);
    this.#onCommitted(entry.command ? [entry.event, entry.command] : [entry.event]);
    return { scan: entry.scan, own: true };
  }

  #record({ tenant, scanId, refusal, requestId, at }: ScanOutcome): boolean {
    const place = this.entries.findIndex(({ scan, tenant: of }) => scan.id === scanId && tenantKey(of) === tenantKey(tenant));
    const entry = this.entries[place];
    if (entry?.scan.applied !== 'pending') return false;
    const scan = { ...entry.scan, applied: refusal ? ('refused' as const) : ('done' as const), refusal };
    this.entries[place] = { ...entry, scan };
    // The clocks of processes differ; a scan has its result after it was received.
    const resultAt = new Date(Math.max(at.getTime(), new Date(scan.received_at).getTime()));
    this.#onCommitted([scanResultMessage(newId('evt'), scan, { tenant, requestId, at: resultAt })]);
    return true;
  }
}
