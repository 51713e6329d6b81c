import { errors } from '@fulfilment/contracts';
import { tenantKey } from '@fulfilment/kernel';
import { isDuplicateKey, onceCommitted, readPage, transact } from '@fulfilment/mongo';
import type { Collections, Database } from '../database/collections-documents.ts';
import { REPLAY_RUNNING } from '../database/webhook-indexes.ts';
import { type AuditRecord, recordAudit } from '../audit/audit-log-store.ts';
import type { Author } from '../audit/audit-ports.ts';
import { positionAt } from '../events/event-feed-store.ts';
import type { Replay } from '../model/domain/replay.ts';
import { type PositionRange, type ReplayDocument, toReplay, toReplayDocument } from '../database/replay-documents.ts';
import type { ReplayStore } from './replay-ports.ts';
import { CANCELLED, makeStepReplay } from './replay-step-store.ts';

/** Replays; any process may do the next step of one. @param onStarted is called once one was started. */
export function makeReplayStore(database: Database, onStarted: () => void): ReplayStore {
  const { client, collections, cursors, now } = database;
  const { replays } = collections;
  return {
    add: async (replay, by) => {
      const document = toReplayDocument(replay, await positionsOf(replay, collections));
      try {
        await transact(client, async (session) => {
          await replays.insertOne(document, { session });
          await recordAudit(auditOf(replay, by, 'replay.started'), { session, collections, at: now() });
        });
        onceCommitted(onStarted);
      } catch (error) {
        if (!isDuplicateKey(error, REPLAY_RUNNING)) throw error;
        const running = await replays.findOne({ tenant: document.tenant, endpoint_id: replay.endpointId, state: 'running' });
        const facts = { replay_id: running ? toReplay(running).id : '' };
        throw errors.replayInProgress('A replay for this endpoint is in progress.', { facts });
      }
    },
    find: async (owner, { endpointId, id }) => {
      const found = await replays.findOne({ _id: id, tenant: tenantKey(owner), endpoint_id: endpointId });
      return toReplay(orNotFound(found));
    },
    page: (owner, endpointId, page) => {
      const tenant = tenantKey(owner);
      const scope = { tenant, list: `replays of ${endpointId}`, filter: {} };
      const filter = { tenant, endpoint_id: endpointId };
      return readPage(cursors, { ...page, collection: replays, filter, sort: { _id: -1 }, scope }, toReplay);
    },
    cancel: (owner, { endpointId, id }, by) =>
      transact(client, async (session) => {
        const which = { _id: id, tenant: tenantKey(owner), endpoint_id: endpointId };
        const cancelled = await replays.findOneAndUpdate({ ...which, state: 'running' }, CANCELLED, {
          session,
          returnDocument: 'after',
        });
        if (cancelled)
          await recordAudit(auditOf(toReplay(cancelled), by, 'replay.cancelled'), { session, collections, at: now() });
        const found = cancelled ?? (await replays.findOne(which, { session }));
        return toReplay(orNotFound(found));
      }),
    step: makeStepReplay(database),
    nextDueInMs: async () => {
      const projection = { _id: 0, dueInMs: { $toDouble: { $subtract: ['$due_at', '$$NOW'] } } };
      const next = replays.find<{ readonly dueInMs: number }>({ state: 'running' }, { projection });
      return (await next.sort({ due_at: 1 }).limit(1).next())?.dueInMs;
    },
  };
}

function auditOf(replay: Replay, by: Author, action: string): AuditRecord {
  const { id, tenant, endpointId, since, until, selection, rate } = replay;
  const details = { since: since.toISOString(), until: until.toISOString(), status: selection, rate };
  return { action, details, target: { type: 'replay', id }, tenant: tenantKey(tenant), endpointId, by };
}

/** Failed deliveries are found by their ids, so they need no positions. */
async function positionsOf({ tenant, selection, since, until }: Replay, collections: Collections): Promise<PositionRange> {
  if (selection === 'failed') return { first: 0, last: 0 };
  const owner = tenantKey(tenant);
  const [first, behind] = await Promise.all([positionAt(collections, owner, since), positionAt(collections, owner, until)]);
  return { first: first - 1, last: behind - 1 };
}

function orNotFound(found: ReplayDocument | null): ReplayDocument {
  if (!found) throw errors.notFound('There is no such replay.');
  return found;
}
