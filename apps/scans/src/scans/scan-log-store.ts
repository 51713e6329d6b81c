import type { Receipts } from '@fulfilment/idempotency';
import { type Stoppable, tenantKey } from '@fulfilment/kernel';
import { makeLane } from '@fulfilment/mongo';
import type { Db, MongoClient } from 'mongodb';
import type { ScanLog, Submission } from './scan-ports.ts';
import { insertScans } from './insert-scans-store.ts';
import { recordOnce } from './record-once-store.ts';
import type { ScanDocument } from './scan-documents.ts';
import { SCANS } from './scan-indexes.ts';
import { settle, type Settled, unsettle } from './settled-store.ts';

export interface ScanLogOptions {
  readonly client: MongoClient;
  readonly db: Db;
  readonly receipts: Receipts;
  /** The most requests that share an insert. */
  readonly maxBatch: number;
  /** Requests of a tenant that may wait; one more is refused. */
  readonly maxQueue: number;
  /** Told after each insert how many scans shared it. */
  readonly onBatch: (size: number) => void;
}

export interface MongoScanLog<Answer> extends ScanLog<Answer>, Stoppable {
  /** Requests that wait for the next insert. */
  waiting(): number;
}

/** The log of scans. Requests of a tenant that come at the same time share an insert and its wait for a majority. */
export function openScanLog<Answer>({ client, db, receipts, onBatch, ...bounds }: ScanLogOptions): MongoScanLog<Answer> {
  const scans = db.collection<ScanDocument>(SCANS, {
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
  });
  const lane = makeLane<Submission<Answer>, Settled<Answer>>({
    ...bounds,
    commit: async (tenant, submissions) => {
      // A lone insert needs no transaction: what it has written of a request that failed is found when that comes again.
      const keyed = submissions.some(({ context }) => context.idempotency !== undefined);
      const settled = keyed
        ? await recordOnce({ client, scans, receipts, tenant }, submissions)
        : await recordAll({ client, scans, tenant }, submissions);
      onBatch(submissions.reduce((sum, { entries }) => sum + entries.length, 0));
      return settled;
    },
  });
  return {
    append: async (submission) => unsettle(await lane.submit(tenantKey(submission.context.tenant), submission)),
    waiting: () => lane.waiting(),
    stop: () => lane.stop(),
  };
}

type RecordAll = Parameters<typeof insertScans>[1] & { readonly client: MongoClient };

async function recordAll<Answer>(
  { client, ...log }: RecordAll,
  submissions: readonly Submission<Answer>[],
): Promise<readonly Settled<Answer>[]> {
  const entries = submissions.flatMap((submission) => submission.entries);
  const kept = await insertScans(client, log, entries);
  let at = 0;
  return submissions.map((submission) => {
    const from = at;
    at += submission.entries.length;
    return settle(() => submission.answer(kept.slice(from, at)));
  });
}
