import { type Receipts, replay } from '@fulfilment/idempotency';
import { type Answered, type Stoppable, tenantKey } from '@fulfilment/kernel';
import { Lane } from '@fulfilment/mongo';
import type { Collection, Db, MongoClient } from 'mongodb';
import { type Recorded, recordClaimed } from './claimed-scans-store.ts';
import { type ScanDocument, SCANS } from './scan-documents.ts';
import { insertScans } from './scan-inserts-store.ts';
import type { ScanLog, Submission } from './scan-ports.ts';

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
}

/** The log of scans in MongoDB. Requests of a tenant that arrive at the same time share an insert and its wait for a majority. */
export class MongoScanLog<Answer> implements ScanLog<Answer>, Stoppable {
  readonly #lane: Lane<Submission<Answer>, Recorded<Answer>>;

  constructor({ client, db, receipts, onBatch, ...bounds }: ScanLogParts) {
    const scans: Collection<ScanDocument> = db.collection(SCANS, {
      readConcern: { level: 'majority' },
      writeConcern: { w: 'majority', journal: true },
    });
    this.#lane = new Lane({
      ...bounds,
      commit: async (tenant, submissions) => {
        // A lone insert needs no transaction: the scans that a failed request has written are found when it is repeated.
        const claimed = submissions.some(({ context }) => context.idempotency !== undefined);
        const recorded = claimed
          ? await recordClaimed({ client, scans, receipts, tenant }, submissions)
          : await recordAll(client, { scans, tenant }, submissions);
        onBatch(submissions.reduce((sum, { entries }) => sum + entries.length, 0));
        return recorded;
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
): Promise<readonly Recorded<Answer>[]> {
  const entries = submissions.flatMap((submission) => submission.entries);
  const kept = await insertScans(client, log, entries);
  let at = 0;
  return submissions.map((submission) => {
    const from = at;
    at += submission.entries.length;
    return submission.decide(kept.slice(from, at));
  });
}
