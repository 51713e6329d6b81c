import { type Clock, firstIdAt, parseTenantKey, tenantKey } from '@fulfilment/kernel';
import { type Cursors, isDuplicateKey, readPage, transact } from '@fulfilment/mongo';
import type { MongoClient } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import { REPLAY_RUNNING } from '../database/webhook-indexes.ts';
import { tell, type ToldOf } from '../endpoints/change-log-store.ts';
import type { Author } from '../endpoints/endpoint-ports.ts';
import { positionAt } from '../events/position-at-store.ts';
import type { ReplayDocument } from './replay-documents.ts';
import type { Replay, ReplayStore } from './replay-ports.ts';
import { CANCELLED, makeStepReplay } from './step-replay-store.ts';

export interface ReplayStoreParts {
  readonly client: MongoClient;
  readonly collections: Collections;
  readonly cursors: Cursors;
  readonly now: Clock;
}

/** Replays, each carried on bit by bit by whichever process comes to it. */
export function makeReplayStore(parts: ReplayStoreParts): ReplayStore {
  const { client, collections, cursors, now } = parts;
  const { replays } = collections;
  return {
    add: async (replay, by) => {
      const document = toDocument(replay, await placeOf(replay, collections));
      try {
        await transact(client, async (session) => {
          await replays.insertOne(document, { session });
          await tell(told(replay, by, 'replay.started'), { session, collections, at: now() });
        });
        return undefined;
      } catch (error) {
        if (!isDuplicateKey(error, REPLAY_RUNNING)) throw error;
        const running = await replays.findOne({ tenant: document.tenant, endpoint_id: replay.endpointId, state: 'running' });
        return { runs: idOf(running) };
      }
    },
    find: async (owner, { endpointId, id }) => {
      const found = await replays.findOne({ _id: id, tenant: tenantKey(owner), endpoint_id: endpointId });
      return found ? toReplay(found) : undefined;
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
        if (cancelled) await tell(told(toReplay(cancelled), by, 'replay.cancelled'), { session, collections, at: now() });
        const found = cancelled ?? (await replays.findOne(which, { session }));
        return found ? toReplay(found) : undefined;
      }),
    step: makeStepReplay(parts),
  };
}

function told(replay: Replay, by: Author, action: string): ToldOf {
  const { id, tenant, endpointId, since, until, selection, rate } = replay;
  const details = { since: since.toISOString(), until: until.toISOString(), status: selection, rate };
  return { action, details, target: { type: 'replay', id }, tenant: tenantKey(tenant), endpointId, by };
}

interface Place {
  readonly first: number;
  readonly last: number;
}

/** Between which positions of the feed its events are; of those that failed deliveries are looked up by their ids. */
async function placeOf({ tenant, selection, since, until }: Replay, collections: Collections): Promise<Place> {
  if (selection === 'failed') return { first: 0, last: 0 };
  const owner = tenantKey(tenant);
  const [first, behind] = await Promise.all([positionAt(collections, owner, since), positionAt(collections, owner, until)]);
  return { first: first - 1, last: behind - 1 };
}

function toDocument(replay: Replay, { first, last }: Place): ReplayDocument {
  const { id, tenant, endpointId, since, until, selection, rate, createdAt } = replay;
  return {
    _id: id,
    tenant: tenantKey(tenant),
    endpoint_id: endpointId,
    since,
    until,
    selection,
    rate,
    state: 'running',
    at_id: firstIdAt('dlv', since),
    at_position: first,
    last_position: last,
    examined: 0,
    resent: 0,
    due_at: createdAt,
    epoch: 0,
    created_at: createdAt,
    ended_at: null,
  };
}

const idOf = (running: Pick<ReplayDocument, '_id'> | null): string => {
  const { _id: id } = running ?? { _id: '' };
  return id;
};

function toReplay(document: ReplayDocument): Replay {
  const { _id: id, tenant, endpoint_id: endpointId, since, until, selection, rate, state: status, examined, resent } = document;
  const times = { createdAt: document.created_at, endedAt: document.ended_at };
  return { id, tenant: parseTenantKey(tenant), endpointId, since, until, selection, rate, status, examined, resent, ...times };
}
