import { type CreateScanBody, createScanBody, type ScanRecord } from '@fulfilment/contracts';
import { type IdempotencyClaim, newId, type RequestContext, type Tenant } from '@fulfilment/kernel';
import type { ScanEntry, ScanLog, Submission } from './scan-ports.ts';
import { scanEntriesOf } from './record-scans.ts';

/** A parsed body. */
export const seen = (changes: Partial<CreateScanBody> = {}): CreateScanBody =>
  createScanBody.parse({ barcode: '4006381333931', type: 'pick', ...changes });

/** The parsed body of a receipt to be applied. */
export const received = (changes: Partial<CreateScanBody> = {}): CreateScanBody =>
  seen({ type: 'receive', sku: 'MUG-01', quantity: 24, apply: true, ...changes });

/** A tenant of its own for each test. */
export const aTenant = (): Tenant => ({ accountId: newId('acc'), environment: 'sandbox' });

export const contextOf = (tenant: Tenant, idempotency?: IdempotencyClaim): RequestContext => ({
  tenant,
  actor: newId('key'),
  requestId: newId('req'),
  idempotency,
});

const now = () => new Date('2026-11-21T09:07:30.214Z');

/** A log entry. */
export function scanEntry(tenant: Tenant, changes: Partial<CreateScanBody> = {}): ScanEntry {
  const [entry] = scanEntriesOf([{ place: 0, body: seen(changes) }], contextOf(tenant), { now, newId });
  if (!entry) throw new Error('One scan is one entry');
  return entry;
}

/** A request that is answered with the scans in the log. */
export function submissionOf(
  entries: readonly ScanEntry[],
  { tenant = entries[0]?.tenant ?? aTenant(), idempotency }: { tenant?: Tenant; idempotency?: IdempotencyClaim } = {},
): Submission<readonly ScanRecord[]> {
  return {
    context: contextOf(tenant, idempotency),
    entries,
    answerOf: (kept) => ({ type: 'answered', answer: kept.flatMap((each) => each?.scan ?? []) }),
  };
}

/** Appends one scan to a log. @returns the scan in the log. */
export async function append(log: ScanLog<readonly ScanRecord[]>, entry: ScanEntry): Promise<ScanRecord> {
  const { result } = await log.append(submissionOf([entry]));
  const [kept] = result;
  if (!kept) throw new Error('The log answered nothing');
  return kept;
}
