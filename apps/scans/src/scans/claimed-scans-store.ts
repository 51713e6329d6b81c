import type { ScanRecord } from '@fulfilment/contracts';
import { type Kept, keptRefusal, type Receipt, type Receipts } from '@fulfilment/idempotency';
import { type RequestContext, retry } from '@fulfilment/kernel';
import { isDuplicateKey, transact } from '@fulfilment/mongo';
import type { ClientSession, MongoClient } from 'mongodb';
import { type ScanDocument, toScanDocument } from './scan-documents.ts';
import { findKept, type TenantScans } from './scan-inserts-store.ts';
import type { Decided, KeptScan, ScanEntry, Submission } from './scan-ports.ts';

/** The result of one of several requests that were committed together: its decision, or the receipt of the first such request. */
export type Recorded<Answer> = Decided<Answer> | { readonly type: 'repeated'; readonly receipt: Receipt };

export interface ClaimedLog extends Omit<TenantScans, 'session'> {
  readonly client: MongoClient;
  readonly receipts: Receipts;
}

/** Attempts after another process came first with a key or a `client_scan_id`: the next one finds it. */
const MAX_ATTEMPTS = 10;
const BACK_OFF = { firstMs: 5, maxMs: 100 };

/**
 * Writes the scans of requests, some of which have idempotency keys, and their receipts, in one transaction: a repeat writes
 * nothing and gets the first answer, or, if it moved stock and that has expired, the answer with its scans as they are.
 */
export async function recordClaimed<Answer>(
  log: ClaimedLog,
  submissions: readonly Submission<Answer>[],
): Promise<readonly Recorded<Answer>[]> {
  const record = () => transact(log.client, (session) => recordIn(log, session, submissions));
  return retry(record, { maxAttempts: MAX_ATTEMPTS, backOff: BACK_OFF, isRetryable: (error) => isDuplicateKey(error) });
}

async function recordIn<Answer>(
  { scans, receipts, tenant }: ClaimedLog,
  session: ClientSession,
  submissions: readonly Submission<Answer>[],
): Promise<Recorded<Answer>[]> {
  const log = { scans, tenant, session };
  const known = await findReceipts(log, receipts, submissions);
  const fresh = firstOfEach(submissions, known);
  const batch = new ScanBatch(
    await findKept(
      log,
      fresh.flatMap((submission) => submission.entries),
    ),
  );
  const decisions = new Map<Submission<Answer>, Decided<Answer>>();
  const added: Receipt[] = [];
  for (const submission of fresh) {
    const decided = submission.decide(submission.entries.map((entry) => batch.add(entry)));
    decisions.set(submission, decided);
    const { idempotency: claim } = submission.context;
    if (claim) {
      const answer = keep(decided, submission.context);
      added.push({ id: claim.id, fingerprint: claim.fingerprint, subject: null, answer });
    }
  }
  if (batch.added.length > 0) await scans.insertMany(batch.added.map(toScanDocument), { session });
  await receipts.add(session, tenant, added);
  for (const receipt of added) known.set(receipt.id, receipt);
  return submissions.map((submission) => decisions.get(submission) ?? repeatOf(submission, known));
}

async function findReceipts<Answer>(
  log: TenantScans,
  receipts: Receipts,
  submissions: readonly Submission<Answer>[],
): Promise<Map<string, Receipt>> {
  const ids = submissions.flatMap(({ context }) => context.idempotency?.id ?? []);
  const known = new Map(await receipts.find(log.tenant, ids, log.session));
  const others = submissions.filter(({ context: { idempotency } }) => idempotency && !known.has(idempotency.id));
  for (const receipt of await receiptsOfMoves(log, others)) known.set(receipt.id, receipt);
  return known;
}

type ClaimedScan = Pick<ScanDocument, 'scan' | 'claim'>;

/**
 * Receipts expire, but a request that moved stock must not move it again weeks later: its scans have its key for ever.
 *
 * @returns the receipts of requests whose scans are in the log, rebuilt from those scans.
 */
async function receiptsOfMoves<Answer>(
  log: TenantScans,
  submissions: readonly Submission<Answer>[],
): Promise<readonly Receipt[]> {
  const ids = submissions.flatMap(({ context }) => context.idempotency?.id ?? []);
  if (ids.length === 0) return [];
  const found = await log.scans
    .find({ tenant: log.tenant, 'claim.id': { $in: ids } }, { session: log.session })
    .project<ClaimedScan>({ scan: 1, claim: 1 })
    .toArray();
  const receipts: Receipt[] = [];
  for (const [id, scans] of Map.groupBy(found, ({ claim }) => claim?.id ?? '')) {
    const fingerprint = scans[0]?.claim?.fingerprint ?? '';
    const same = submissions.find(({ context: { idempotency: claim } }) => claim?.id === id && claim.fingerprint === fingerprint);
    // A request with another body under the key is refused, and needs no answer.
    const answer = same ? await decideAgain(log, same, scans) : null;
    receipts.push({ id, fingerprint, subject: null, answer });
  }
  return receipts;
}

async function decideAgain<Answer>(
  log: TenantScans,
  { context, entries, decide }: Submission<Answer>,
  scans: readonly ClaimedScan[],
): Promise<Kept> {
  const own = new Map(scans.map(({ scan, claim }): [number | undefined, KeptScan] => [claim?.place, { scan, own: true }]));
  const find = await findKept(log, entries);
  return keep(decide(entries.map((entry) => own.get(entry.claim?.place) ?? find(entry.scan))), context);
}

/** The submissions to be written: of equal keys the first. */
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

/** The scans of one transaction, added in their order: of equal `client_scan_id`s the first is written. */
class ScanBatch {
  readonly added: ScanEntry[] = [];
  readonly #byClientId = new Map<string, KeptScan>();
  readonly #find: (scan: ScanRecord) => KeptScan | undefined;

  constructor(find: (scan: ScanRecord) => KeptScan | undefined) {
    this.#find = find;
  }

  add(entry: ScanEntry): KeptScan {
    const { scan } = entry;
    const before = this.#find(scan) ?? this.#byClientId.get(scan.client_scan_id ?? '');
    if (before) return before;
    this.added.push(entry);
    if (scan.client_scan_id !== null) this.#byClientId.set(scan.client_scan_id, { scan, own: false });
    return { scan, own: true };
  }
}

/** @throws AppError a refusal that is no answer to keep. */
function keep<Answer>(decided: Decided<Answer>, context: RequestContext): Kept {
  if (decided.type === 'answered') return { type: 'result', result: decided.answer };
  const kept = keptRefusal(context, decided.error);
  if (!kept) throw decided.error;
  return kept;
}

function repeatOf<Answer>(
  { context: { idempotency } }: Submission<Answer>,
  known: ReadonlyMap<string, Receipt>,
): Recorded<Answer> {
  const receipt = idempotency && known.get(idempotency.id);
  if (!receipt) throw new Error('A request without a key cannot be a repeat');
  return { type: 'repeated', receipt };
}
