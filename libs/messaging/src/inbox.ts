import { type Clock, systemClock } from '@fulfilment/kernel';
import type { IndexDeclaration } from '@fulfilment/mongo';
import type { ClientSession, Db } from 'mongodb';

/** Remembers which messages had their effect, in the transaction of that effect. */
export interface Inbox {
  /** To be made at the service's start. */
  readonly indexes: readonly IndexDeclaration[];
  /**
   * Notes, in the caller's transaction, that `consumer` has handled the messages with these ids.
   *
   * @returns those that it had not handled before, in the order given and each once: only these have an effect.
   * @throws MongoServerError 11000 or a write conflict if another transaction notes one at the same moment; let it out of
   * the transaction, and the batch comes again.
   */
  readonly markSeen: (session: ClientSession, consumer: string, ids: readonly string[]) => Promise<string[]>;
}

interface SeenDocument {
  readonly _id: string;
  readonly seen_at: Date;
}

const COLLECTION = 'inbox';
/** Longer than the log keeps records, so that a replay from its beginning meets its notes. */
const KEPT_SECONDS = 30 * 24 * 3600;

/** Makes a repeated message a message without effect, for handlers whose effect is not itself unique. */
export function makeInbox(db: Db, { clock = systemClock }: { readonly clock?: Clock } = {}): Inbox {
  const seen = db.collection<SeenDocument>(COLLECTION);
  return {
    indexes: [{ collection: COLLECTION, name: 'inbox_seen', key: { seen_at: 1 }, options: { expireAfterSeconds: KEPT_SECONDS } }],
    markSeen: async (session, consumer, ids) => {
      const asked = new Map(ids.map((id) => [`${consumer}:${id}`, id]));
      const known = await seen.find({ _id: { $in: [...asked.keys()] } }, { session, projection: { _id: 1 } }).toArray();
      for (const { _id } of known) asked.delete(_id);
      const now = clock();
      if (asked.size > 0)
        await seen.insertMany(
          Array.from(asked.keys(), (_id) => ({ _id, seen_at: now })),
          { session },
        );
      return [...asked.values()];
    },
  };
}
