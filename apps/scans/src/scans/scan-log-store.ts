import { errors, type ScanRecord } from '@fulfilment/contracts';
import { type Kept, keptRefusal, type Receipt, type Receipts, replay } from '@fulfilment/idempotency';
import {
  type Answered,
  comparedForm,
  keptForms,
  type RequestContext,
  retry,
  type Steps,
  type Stoppable,
  tenantKey,
} from '@fulfilment/kernel';
import { isDuplicateKey, isOnlyDuplicateKeys, Lane, transact } from '@fulfilment/mongo';
import { type ClientSession, type Collection, type Db, MongoBulkWriteError, type MongoClient } from 'mongodb';
import { type ScanDocument, SCANS, toScanDocument } from './scan-documents.ts';
import type { KeptScan, ScanEntry, ScanLog, Submission, SubmissionAnswer } from './scan-ports.ts';

export interface ScanLogParts {
  readonly client: MongoClient;
  readonly db: Db;
  readonly receipts: Receipts;
  /** The maximal number of requests in one insert. */
  readonly maxBatch: number;
  /** The maximal number of a tenant's requests that wait; one more is refused. */
  readonly maxQueue: number;
  /** Called after each insert with the number of its scans. */
  readonly onBatch: (size: number) => void;
  /** Watches that each insert ends; unwatched by default. */
  readonly steps?: Steps;
  /** The messages of scans are published from here. */
  readonly relay: {
    /** Called after each insert with the scans that it wrote. */
    readonly handOver: (written: readonly ScanEntry[]) => void;
    /** Called where an insert failed that may have written some. */
    readonly doubt: () => void;
  };
}

/** The log of scans in MongoDB. Requests of a tenant that arrive at the same time share an insert and its wait for a majority. */
export class MongoScanLog<Answer> implements ScanLog<Answer>, Stoppable {
  readonly #lane: Lane<Submission<Answer>, Recorded<Answer>>;

  constructor({ client, db, receipts, onBatch, relay, ...bounds }: ScanLogParts) {
    const scans: Collection<ScanDocument> = db.collection(SCANS);
    this.#lane = new Lane({
      ...bounds,
      commit: async (tenant, submissions) => {
        // A lone insert needs no transaction: the scans that a failed request has written are found when it is repeated.
        const claimed = submissions.some(({ context }) => context.idempotency !== undefined);
        try {
          const { recorded, written } = claimed
            ? await recordClaimed({ client, scans, receipts, tenant }, submissions)
            : await recordAll(client, { scans, tenant }, submissions);
          onBatch(submissions.reduce((sum, { entries }) => sum + entries.length, 0));
          relay.handOver(written);
          return recorded;
        } catch (error) {
          relay.doubt();
          throw error;
        }
      },
    });
  }

  async append(submission: Submission<Answer>): Promise<Answered<Answer>> {
    const { tenant, idempotency } = submission.context;
    const recorded = await this.#lane.submit(tenantKey(tenant), submission);
    if (recorded.type === 'answered') return { result: recorded.answer, replayed: false };
    if (recorded.type === 'refused') throw recorded.error;
    if (!idempotency) throw new Error('A request without an idempotency key has no repeats');
    return { result: replay<Answer>(recorded.receipt, idempotency), replayed: true };
  }

  /** The number of requests that wait for the next insert. */
  waiting(): number {
    return this.#lane.waiting();
  }

  stop(): Promise<void> {
    return this.#lane.stop();
  }
}

async function recordAll<Answer>(
  client: MongoClient,
  log: Parameters<typeof insertScans>[1],
  submissions: readonly Submission<Answer>[],
): Promise<Written<Answer>> {
  const entries = submissions.flatMap((submission) => submission.entries);
  const kept = await insertScans(client, log, entries);
  let at = 0;
  const recorded = submissions.map((submission) => {
    const from = at;
    at += submission.entries.length;
    return submission.answerOf(kept.slice(from, at));
  });
  return { recorded, written: entries.filter((_, place) => kept[place]?.own) };
}

/** The results of requests that were committed together, and the scans that they wrote. */
interface Written<Answer> {
  readonly recorded: readonly Recorded<Answer>[];
  readonly written: readonly ScanEntry[];
}

/** The result of one of several requests that were committed together: its decision, or the receipt of the first such request. */
type Recorded<Answer> = SubmissionAnswer<Answer> | { readonly type: 'repeated'; readonly receipt: Receipt };

interface ClaimedLog extends Omit<TenantScans, 'session'> {
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
async function recordClaimed<Answer>(log: ClaimedLog, submissions: readonly Submission<Answer>[]): Promise<Written<Answer>> {
  const record = () => transact(log.client, (session) => recordIn(log, session, submissions));
  return retry(record, { maxAttempts: MAX_ATTEMPTS, backOff: BACK_OFF, isRetryable: (error) => isDuplicateKey(error) });
}

async function recordIn<Answer>(
  { scans, receipts, tenant }: ClaimedLog,
  session: ClientSession,
  submissions: readonly Submission<Answer>[],
): Promise<Written<Answer>> {
  const log = { scans, tenant, session };
  const known = await findReceipts(log, receipts, submissions);
  const fresh = firstOfEach(submissions, known);
  const batch = new ScanBatch(
    await findKept(
      log,
      fresh.flatMap((submission) => submission.entries),
    ),
  );
  const decisions = new Map<Submission<Answer>, SubmissionAnswer<Answer>>();
  const added: Receipt[] = [];
  for (const submission of fresh) {
    const decided = submission.answerOf(submission.entries.map((entry) => batch.add(entry)));
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
  const recorded = submissions.map((submission) => decisions.get(submission) ?? repeatOf(submission, known));
  return { recorded, written: batch.added };
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
  { context, entries, answerOf }: Submission<Answer>,
  scans: readonly ClaimedScan[],
): Promise<Kept> {
  const own = new Map(scans.map(({ scan, claim }): [number | undefined, KeptScan] => [claim?.place, { scan, own: true }]));
  const find = await findKept(log, entries);
  return keep(answerOf(entries.map((entry) => own.get(entry.claim?.place) ?? find(entry.scan))), context);
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

/** The scans of one transaction, added in their order: of equal `client_scan_id`s of a device the first is written. */
class ScanBatch {
  readonly added: ScanEntry[] = [];
  readonly #byName = new Map<string, KeptScan>();
  readonly #find: (scan: ScanRecord) => KeptScan | undefined;

  constructor(find: (scan: ScanRecord) => KeptScan | undefined) {
    this.#find = find;
  }

  add(entry: ScanEntry): KeptScan {
    const { scan } = entry;
    const name = nameOf(scan);
    const before = this.#find(scan) ?? (name === undefined ? undefined : this.#byName.get(name));
    if (before) return before;
    this.added.push(entry);
    if (name !== undefined) this.#byName.set(name, { scan, own: false });
    return { scan, own: true };
  }
}

/** @throws AppError a refusal that is no answer to keep. */
function keep<Answer>(decided: SubmissionAnswer<Answer>, context: RequestContext): Kept {
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

/** The scans of one tenant, in a session. */
interface TenantScans {
  readonly scans: Collection<ScanDocument>;
  /** As `tenantKey` makes it: that of every scan. */
  readonly tenant: string;
  readonly session: ClientSession;
}

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
    // The index of ids does not know that another form of one is the same.
    const composed = entries.filter(({ scan }) => keptForms(`${scan.client_scan_id ?? ''}${scan.device_id ?? ''}`).length > 1);
    const earlier = composed.length === 0 ? () => undefined : await findKept({ scans, tenant, session }, composed);
    const fresh = entries.filter(({ scan }) => !earlier(scan));
    try {
      if (fresh.length > 0) await scans.insertMany(fresh.map(toScanDocument), { ordered: false, session });
      return entries.map(({ scan }) => earlier(scan) ?? { scan, own: true });
    } catch (error) {
      throwUnlessDuplicates(error);
      const kept = await findKept({ scans, tenant, session }, entries);
      return entries.map(({ scan }) => {
        const found = kept(scan);
        if (!found)
          throw new Error(`Neither the scan ${scan.id} nor one with its client_scan_id is in the log`, { cause: error });
        return found;
      });
    }
  });
}

/** @returns a look-up of the scan in the log for a submitted one: itself, or the one with its `client_scan_id`. */
async function findKept(
  { scans, tenant, session }: TenantScans,
  entries: readonly ScanEntry[],
): Promise<(scan: ScanRecord) => KeptScan | undefined> {
  const ids = entries.map(({ scan }) => scan.id);
  const clientIds = entries.flatMap(({ scan }) => (scan.client_scan_id === null ? [] : keptForms(scan.client_scan_id)));
  const found = await scans
    .find({ tenant, $or: [{ _id: { $in: ids } }, { 'scan.client_scan_id': { $in: clientIds } }] }, { session })
    .project<Pick<ScanDocument, 'scan'>>({ scan: 1 })
    .toArray();
  const byId = new Map(found.map(({ scan }) => [scan.id, scan]));
  const byName = new Map(found.map(({ scan }) => [nameOf(scan), scan]));
  return (submitted) => {
    const name = nameOf(submitted);
    const scan = byId.get(submitted.id) ?? (name === undefined ? undefined : byName.get(name));
    return scan && { scan, own: scan.id === submitted.id };
  };
}

/** Equal for scans that are one: the `client_scan_id` within its device. Undefined where a scan has none. */
function nameOf({ client_scan_id: clientId, device_id: device }: ScanRecord): string | undefined {
  return clientId === null ? undefined : JSON.stringify([device && comparedForm(device), comparedForm(clientId)]);
}

function throwUnlessDuplicates(error: unknown): void {
  if (error instanceof MongoBulkWriteError && error.result.getWriteConcernError()) {
    throw errors.upstreamUnavailable('The store did not confirm in time. Try again.', { cause: error });
  }
  if (!isOnlyDuplicateKeys(error)) throw error;
}
