import type { Stoppable } from '@fulfilment/kernel';
import type { Collection, Db } from 'mongodb';
import { keysOf } from '../accounts/account-documents.ts';
import { membersOf, sessionsOf } from '../members/member-documents.ts';

/** Milliseconds between two writes: one for all that were used, so that a busy key is not a busy document. */
const FLUSH_EVERY_MS = 5_000;
/** Milliseconds that a write may take: a stop waits for the last one. */
const FLUSH_DEADLINE_MS = 2_000;

/** What remembers when it was last used. */
interface Used {
  readonly _id: string;
  readonly last_used_at?: Date | undefined;
}

/** Whose last use is remembered. */
export type UsedKind = 'key' | 'member' | 'session';

export interface LastUseLog extends Stoppable {
  /** Notes that it was used now. */
  readonly note: (kind: UsedKind, id: string) => void;
}

/** Remembers when keys, members and sessions were last used, and writes it down in batches; a crash forgets at most the last 5 s. */
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
      // Other gateways note too: the latest wins, in whatever order it is written.
      const updates = [...batch].map(([id, ms]) => ({
        updateOne: { filter: { _id: id }, update: { $max: { last_used_at: new Date(ms) } } },
      }));
      await collection.bulkWrite(updates, { ordered: false, writeConcern: { w: 1 }, timeoutMS: FLUSH_DEADLINE_MS });
    },
  };
}
