import type { ScanRecord } from '@fulfilment/contracts';
import { keep, type Receipt, type Receipts, replay } from '@fulfilment/idempotency';
import { backoffMs, delay, type IdempotencyClaim } from '@fulfilment/kernel';
import { isDuplicateKey, transact } from '@fulfilment/mongo';
import type { ClientSession, MongoClient } from 'mongodb';
import type { KeptScan, ScanEntry, Submission } from './scan-ports.ts';
import { findKept, type KeptScans } from './kept-scans-store.ts';
import { findMoved } from './moved-before-store.ts';
import { toScanDocument } from './scan-documents.ts';
import { settle, type Settled } from './settled-store.ts';

export interface RecordOnce extends Omit<KeptScans, 'session'> {
  readonly client: MongoClient;
  readonly receipts: Receipts;
}

/** Times that another process may come first with a key or a `client_scan_id`: the next look finds it. */
const MAX_RACES = 10;
const BACK_OFF = { firstMs: 5, maxMs: 100 };

/**
 * Writes the scans of requests, some of which have idempotency keys, and the receipts of these, in one transaction: a request
 * that comes again writes nothing and gets the first answer, or, if it moved stock, when that has expired its scans as they are.
 */
export async function recordOnce<Answer>(
  log: RecordOnce,
  submissions: readonly Submission<Answer>[],
): Promise<readonly Settled<Answer>[]> {
  for (let races = 1; ; races += 1) {
    try {
      const settlers = await transact(log.client, (session) => recordIn(log, session, submissions));
      return settlers.map((each) => settle(each));
    } catch (error) {
      if (!isDuplicateKey(error) || races === MAX_RACES) throw error;
      await delay(backoffMs(races, BACK_OFF));
    }
  }
}

/** @returns what gives each request its answer, once the transaction is committed. */
async function recordIn<Answer>(
  { scans, receipts, tenant }: RecordOnce,
  session: ClientSession,
  submissions: readonly Submission<Answer>[],
): Promise<(() => Answer)[]> {
  const known = await findKnown({ scans, receipts, tenant, session }, submissions);
  const fresh = firstOfEach(submissions, known);
  const entries = fresh.flatMap((submission) => submission.entries);
  const log = openLog(await findKept({ scans, tenant, session }, entries));
  const answers = new Map<Submission<Answer>, () => Answer>();
  const made: Receipt[] = [];
  for (const submission of fresh) {
    const kept = submission.entries.map(log.take);
    const { context, answer } = submission;
    answers.set(submission, () => answer(kept));
    if (context.idempotency)
      made.push(
        receiptOf(
          context.idempotency,
          keep(context, () => answer(kept)),
        ),
      );
  }
  if (log.written.length > 0) await scans.insertMany(log.written.map(toScanDocument), { session });
  await receipts.add(session, tenant, made);
  for (const receipt of made) known.set(receipt.id, receipt);
  return submissions.map((submission) => answers.get(submission) ?? (() => repeat(submission, known)));
}

async function findKnown<Answer>(
  { receipts, ...log }: KeptScans & Pick<RecordOnce, 'receipts'>,
  submissions: readonly Submission<Answer>[],
): Promise<Map<string, Receipt>> {
  const ids = submissions.flatMap(({ context }) => context.idempotency?.id ?? []);
  const known = new Map(await receipts.find(log.tenant, ids, log.session));
  const others = submissions.filter(({ context: { idempotency } }) => idempotency && !known.has(idempotency.id));
  for (const receipt of await findMoved(log, others)) known.set(receipt.id, receipt);
  return known;
}

/** Those that have to be written: of equal keys the first. */
function firstOfEach<Answer>(
  submissions: readonly Submission<Answer>[],
  known: ReadonlyMap<string, Receipt>,
): readonly Submission<Answer>[] {
  const taken = new Set(known.keys());
  return submissions.filter(({ context: { idempotency } }) => {
    if (!idempotency) return true;
    const first = !taken.has(idempotency.id);
    taken.add(idempotency.id);
    return first;
  });
}

/** Scans are taken in their order: of equal `client_scan_id`s the first. */
function openLog(find: (scan: ScanRecord) => KeptScan | undefined) {
  const written: ScanEntry[] = [];
  const byClientId = new Map<string, KeptScan>();
  const take = (entry: ScanEntry): KeptScan => {
    const { scan } = entry;
    const before = find(scan) ?? byClientId.get(scan.client_scan_id ?? '');
    if (before) return before;
    written.push(entry);
    if (scan.client_scan_id !== null) byClientId.set(scan.client_scan_id, { scan, own: false });
    return { scan, own: true };
  };
  return { take, written };
}

function receiptOf({ id, fingerprint }: IdempotencyClaim, answer: Receipt['answer']): Receipt {
  return { id, fingerprint, subject: null, answer };
}

function repeat<Answer>({ context: { idempotency } }: Submission<Answer>, known: ReadonlyMap<string, Receipt>): Answer {
  const receipt = idempotency && known.get(idempotency.id);
  if (!receipt) throw new Error('A request without a key cannot be a repeat');
  return replay<Answer>(receipt, idempotency);
}
