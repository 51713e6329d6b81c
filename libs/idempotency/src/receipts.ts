import { type IndexDeclaration, isDuplicateKey } from '@fulfilment/mongo';
import type { ClientSession, Db } from 'mongodb';
import type { Kept, Receipt } from './kept.ts';

/** The collection of a service's receipts. */
export const RECEIPTS = 'idempotency_receipts';

/** Milliseconds for which an answer is kept at least: 24 hours. */
export const KEPT_MS = 24 * 60 * 60 * 1_000;

interface ReceiptDocument {
  /** `<tenant>/<id of the claim>` */
  readonly _id: string;
  readonly fingerprint: string;
  readonly subject: string | null;
  /** JSON: an answer holds names chosen by the client, which MongoDB might read as operators or paths. */
  readonly answer: string | null;
  readonly created_at: Date;
  /** Null while it is open: it lives until it is answered. */
  readonly expires_at: Date | null;
}

/** The indexes of the receipts of a service. */
export const receiptIndexes: readonly IndexDeclaration[] = [
  { collection: RECEIPTS, name: 'expiry', key: { expires_at: 1 }, options: { expireAfterSeconds: 0 } },
];

/** The receipts of a service's requests with idempotency keys, written in the transaction of the effect. */
export interface Receipts {
  /** @returns the stored ones, by the id of their claim. */
  find(tenant: string, claimIds: readonly string[], session?: ClientSession): Promise<ReadonlyMap<string, Receipt>>;
  /**
   * Keeps new receipts.
   *
   * @throws the driver's error where one of them is taken (see {@link isReceiptTaken}), or a write conflict with another transaction
   * that takes it: begin the transaction again, and it will find the receipt.
   */
  add(session: ClientSession, tenant: string, receipts: readonly Receipt[]): Promise<void>;
  /** Gives open receipts their answers, or takes them away for null; one that has an answer keeps it. */
  answer(
    session: ClientSession,
    tenant: string,
    answers: readonly { readonly id: string; readonly answer: Kept | null }[],
  ): Promise<void>;
  /**
   * Changes kept answers of a tenant. All of them are read, which are those of a day.
   *
   * @param named texts of which an answer has one at least, such as ids of records.
   * @param change takes and returns JSON.
   */
  rewrite(tenant: string, named: readonly string[], change: (answer: string) => string): Promise<void>;
}

/** @param now a clock for `expires_at`; the database's own clock expires the answers. */
export function makeReceipts(db: Db, now: () => Date = () => new Date()): Receipts {
  const collection = db.collection<ReceiptDocument>(RECEIPTS);
  const expiry = (): Date => new Date(now().getTime() + KEPT_MS);
  return {
    find: async (tenant, claimIds, session) => {
      if (claimIds.length === 0) return new Map();
      const ids = claimIds.map((id) => keyOf(tenant, id));
      const found = await collection.find({ _id: { $in: ids } }, session ? { session } : {}).toArray();
      return new Map(found.map((document) => toReceipt(document, tenant)).map((receipt) => [receipt.id, receipt]));
    },
    add: async (session, tenant, receipts) => {
      if (receipts.length === 0) return;
      const documents = receipts.map(({ id, fingerprint, subject, answer }) => ({
        _id: keyOf(tenant, id),
        fingerprint,
        subject,
        answer: answer && JSON.stringify(answer),
        created_at: now(),
        expires_at: answer && expiry(),
      }));
      await collection.insertMany(documents, { session });
    },
    answer: async (session, tenant, answers) => {
      if (answers.length === 0) return;
      const writes = answers.map(({ id, answer }) => {
        const filter = { _id: keyOf(tenant, id), answer: null };
        if (answer === null) return { deleteOne: { filter } };
        return { updateOne: { filter, update: { $set: { answer: JSON.stringify(answer), expires_at: expiry() } } } };
      });
      await collection.bulkWrite(writes, { session });
    },
    rewrite: async (tenant, named, change) => {
      const ofTenant = { _id: { $gte: keyOf(tenant, ''), $lt: `${tenant}0` }, answer: { $type: 'string' as const } };
      for await (const { _id, answer } of collection.find(ofTenant, { projection: { answer: 1 } })) {
        if (answer === null || !named.some((text) => answer.includes(text))) continue;
        const changed = change(answer);
        if (changed !== answer) await collection.updateOne({ _id, answer }, { $set: { answer: changed } });
      }
    },
  };
}

/** True where a transaction failed because a receipt it adds exists already. */
export function isReceiptTaken(error: unknown): boolean {
  return isDuplicateKey(error, RECEIPTS);
}

const keyOf = (tenant: string, claimId: string): string => `${tenant}/${claimId}`;

function toReceipt({ _id, fingerprint, subject, answer }: ReceiptDocument, tenant: string): Receipt {
  return { id: _id.slice(tenant.length + 1), fingerprint, subject, answer: answer === null ? null : JSON.parse(answer) };
}
