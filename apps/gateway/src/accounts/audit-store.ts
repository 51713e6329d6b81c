import { firstIdAt } from '@fulfilment/kernel';
import { type Cursors, madeWithin, type Mongo, pickingBy, readPage, transact } from '@fulfilment/mongo';
import type { ClientSession, Db, Filter } from 'mongodb';
import type { AuditEntry, AuditLog, Revocations } from './account-ports.ts';
import { type AuditDocument, auditLogOf, BY_ACCOUNT, BY_TARGET } from './account-documents.ts';

/** Writes an entry in the transaction of its change. */
export type AddToAuditLog = (entry: AuditEntry, session: ClientSession) => Promise<void>;

export function makeAddToAuditLog(db: Db): AddToAuditLog {
  const log = auditLogOf(db);
  return async (entry, session) => {
    await log.insertOne(toAuditDocument(entry), { session });
  };
}

function toAuditDocument({ id, accountId, environment, action, target, by, at, details }: AuditEntry): AuditDocument {
  return {
    _id: id,
    account_id: accountId,
    environment,
    action,
    target,
    actor: by.actor,
    address: by.address ?? null,
    request_id: by.requestId,
    details: JSON.stringify(details),
    created_at: at,
  };
}

/** Writes an entry of an event that changes nothing, such as a refused sign-in. */
export function makeNoteInAuditLog({ client, db }: Pick<Mongo, 'client' | 'db'>) {
  const addToAuditLog = makeAddToAuditLog(db);
  return (entry: AuditEntry): Promise<void> => transact(client, (session) => addToAuditLog(entry, session));
}

/** Milliseconds that a write of noted reads may take: a stop waits for the last one. */
const NOTES_DEADLINE_MS = 2_000;

/** Writes entries whose numbers grow, over what they were before. */
export function makePutInAuditLog(db: Db) {
  return async (entries: readonly AuditEntry[]): Promise<void> => {
    const writes = entries.map(toAuditDocument).map(({ _id, ...fields }) => {
      return { updateOne: { filter: { _id }, update: { $set: fields }, upsert: true } };
    });
    await auditLogOf(db).bulkWrite(writes, { ordered: false, timeoutMS: NOTES_DEADLINE_MS });
  };
}

/**
 * The part of a log that an index tells: a page looks at some of its entries for the rest of its filter. The index of an actor may be
 * missing in a store that an earlier release made: MongoDB chooses.
 */
function partOf(
  targetId: string | undefined,
  actor: string | undefined,
): { readonly filter: Filter<AuditDocument>; readonly hint?: string } {
  if (targetId !== undefined) return { filter: { 'target.id': targetId }, hint: BY_TARGET };
  return actor === undefined ? { filter: {}, hint: BY_ACCOUNT } : { filter: { actor } };
}

export function makeAuditLog(db: Db, cursors: Cursors): AuditLog {
  return {
    page: ({ accountId, environment, targetId, actor, from, before }, page) =>
      readPage(
        cursors,
        {
          ...page,
          collection: auditLogOf(db),
          ...partOf(targetId, actor),
          filter: { account_id: accountId, ...partOf(targetId, actor).filter, ...madeWithin('aud', from, before) },
          ...pickingBy<AuditDocument>([
            environment && ((entry) => (entry.environment ?? environment) === environment),
            targetId === undefined || actor === undefined ? undefined : (entry) => entry.actor === actor,
          ]),
          sort: { _id: -1 },
          scope: { tenant: accountId, list: 'audit log', filter: { environment, targetId, actor, from, before } },
        },
        toEntry,
      ),
  };
}

/** Actions that take something from someone: a store of before knows none of those since. */
const REVOCATIONS: readonly AuditEntry['action'][] = [
  'key.revoked',
  'key.rotated',
  // It may have narrowed addresses or expiry.
  'key.updated',
  'member.removed',
  'member.role_changed',
  'member.password_changed',
  'session.revoked',
  'account.suspended',
  'account.resumed',
  'account.deleted',
];

/** Entries of one page. */
const PAGE = 200;

export function makeRevocations(db: Db): Revocations {
  return async (since, after) => {
    const from = after === undefined ? { $gte: firstIdAt('aud', since) } : { $gt: after };
    // By id, which has the time: the entries of all accounts since it are read, and no others.
    const found = auditLogOf(db).find({ _id: from, action: { $in: [...REVOCATIONS] } });
    return (await found.sort({ _id: 1 }).limit(PAGE).toArray()).map(toEntry);
  };
}

function toEntry(document: AuditDocument): AuditEntry {
  const { _id: id, account_id: accountId, environment, action, target, actor, request_id: requestId } = document;
  const by = { actor, address: document.address ?? undefined, requestId };
  return { id, accountId, environment, action, target, by, at: document.created_at, details: JSON.parse(document.details) };
}
