import type { Stoppable } from '@fulfilment/kernel';
import type { Db } from 'mongodb';
import { keysOf } from './documents.ts';

/** Milliseconds between two writes: one for all keys, so that a busy key is not a busy document. */
const FLUSH_EVERY_MS = 5_000;
/** Milliseconds that a write may take: a stop waits for the last one. */
const FLUSH_DEADLINE_MS = 2_000;

export interface LastUseLog extends Stoppable {
  /** Notes that a key was used now. */
  readonly note: (keyId: string) => void;
}

/** Remembers when keys were last used, and writes it down in batches; a crash forgets at most the last 5 s. */
export function startLastUseLog(db: Db, onError: (error: unknown) => void): LastUseLog {
  const keys = keysOf(db);
  let noted = new Map<string, number>();

  const flush = async (): Promise<void> => {
    if (noted.size === 0) return;
    const batch = noted;
    noted = new Map();
    const updates = [...batch].map(([id, ms]) => ({
      updateOne: { filter: { _id: id }, update: { $max: { last_used_at: new Date(ms) } } },
    }));
    // Other gateways note too: the latest wins, in whatever order it is written.
    await keys.bulkWrite(updates, { ordered: false, writeConcern: { w: 1 }, timeoutMS: FLUSH_DEADLINE_MS });
  };

  let flushing = Promise.resolve();
  const timer = setInterval(() => {
    flushing = flushing.then(flush).catch(onError);
  }, FLUSH_EVERY_MS);
  timer.unref();
  return {
    note: (keyId) => void noted.set(keyId, Date.now()),
    stop: async () => {
      clearInterval(timer);
      await flushing.then(flush).catch(onError);
    },
  };
}
