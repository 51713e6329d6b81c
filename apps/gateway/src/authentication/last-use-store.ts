import type { Stoppable } from '@fulfilment/kernel';
import type { Collection, Db } from 'mongodb';
import { keysOf } from '../accounts/account-documents.ts';
import { membersOf, sessionsOf } from '../members/member-documents.ts';

/** Milliseconds between two writes: one batch for all, so that a busy key is not a busy document. */
const FLUSH_EVERY_MS = 5_000;
/** Milliseconds that a write may take: a stop waits for the last one. */
const FLUSH_DEADLINE_MS = 2_000;

/** A document with the time of its last use. */
interface Used {
  readonly _id: string;
  readonly last_used_at?: Date | undefined;
}

/** The kinds of document whose last use is recorded. */
export type UsedKind = 'key' | 'member' | 'session';

export interface LastUseLog extends Stoppable {
  /** Records a use, now. */
  readonly note: (kind: UsedKind, id: string) => void;
}

/** Records the last use of keys, members and sessions, and writes it in batches; a crash loses at most the last 5 s. */
export function startLastUseLog(db: Db, onError: (error: unknown) => void): LastUseLog {
  const pending: Readonly<Record<UsedKind, Pending>> = {
    key: makePending(db.collection<Used>(keysOf(db).collectionName)),
    member: makePending(db.collection<Used>(membersOf(db).collectionName)),
    session: makePending(db.collection<Used>(sessionsOf(db).collectionName)),
  };
  const flush = async (): Promise<void> => {
    await Promise.all(Object.values(pending).map((each) => each.flush().catch(onError)));
  };

  let flushing = Promise.resolve();
  const timer = setInterval(() => {
    flushing = flushing.then(flush);
  }, FLUSH_EVERY_MS);
  timer.unref();
  return {
    note: (kind, id) => pending[kind].note(id),
    stop: async () => {
      clearInterval(timer);
      await flushing.then(flush);
    },
  };
}

interface Pending {
  readonly note: (id: string) => void;
  readonly flush: () => Promise<void>;
}

function makePending(collection: Collection<Used>): Pending {
  let noted = new Map<string, number>();
  return {
    note: (id) => void noted.set(id, Date.now()),
    flush: async () => {
      if (noted.size === 0) return;
      const batch = noted;
      noted = new Map();
      // Other gateways write too: the latest time wins, in any order of writes.
      const updates = [...batch].map(([id, ms]) => ({
        updateOne: { filter: { _id: id }, update: { $max: { last_used_at: new Date(ms) } } },
      }));
      await collection.bulkWrite(updates, { ordered: false, writeConcern: { w: 1 }, timeoutMS: FLUSH_DEADLINE_MS });
    },
  };
}
