import { type Kept, type Progress, Rounds, type Stoppable, unwatched } from '@fulfilment/kernel';
import type { Collection, Db } from 'mongodb';
import { KEYS } from '../accounts/account-documents.ts';
import { MEMBERS, SESSIONS } from '../members/member-documents.ts';

/** Milliseconds between two writes: one batch for all, so that a busy key is not a busy document. */
const FLUSH_EVERY_MS = 5_000;
/** Milliseconds that a write may take: a stop waits for the last one. */
const FLUSH_DEADLINE_MS = 2_000;

interface Used {
  readonly _id: string;
  readonly last_used_at?: Date | undefined;
  /** Of a key: the address of the client. */
  readonly last_used_from?: string | undefined;
}

export type UsedKind = 'key' | 'member' | 'session';

interface Use {
  /** Unix milliseconds. */
  readonly ms: number;
  readonly address: string | undefined;
}

/** Uses that are not written yet, by id. */
interface Pending {
  readonly collection: Collection<Used>;
  noted: Map<string, Use>;
}

export interface LastUseOptions {
  /** Called after a write. */
  readonly onWritten?: () => void;
  readonly onError: (error: unknown) => void;
  /** Has writes begun again where they stand still; unwatched by default. */
  readonly progress?: Progress;
}

/** Records the last use of keys, with its address, of members and of sessions, and writes it in batches; a crash loses at most the last 5 s. */
export class LastUseLog implements Stoppable {
  readonly #pending: Readonly<Record<UsedKind, Pending>>;
  readonly #options: LastUseOptions;
  readonly #flushes: Kept<Rounds>;

  constructor(db: Db, options: LastUseOptions) {
    const pendingOf = (name: string): Pending => ({ collection: db.collection<Used>(name), noted: new Map() });
    this.#pending = { key: pendingOf(KEYS), member: pendingOf(MEMBERS), session: pendingOf(SESSIONS) };
    this.#options = options;
    const { onError, progress = unwatched } = options;
    this.#flushes = progress.keep({
      name: 'times of last use',
      engines: ['mongodb'],
      make: (mark) => new Rounds({ round: () => this.#flush(), onError, pauseMs: FLUSH_EVERY_MS, firstMs: FLUSH_EVERY_MS }, mark),
    });
  }

  note(kind: UsedKind, id: string, address?: string): void {
    this.#pending[kind].noted.set(id, { ms: Date.now(), address });
  }

  async stop(): Promise<void> {
    await this.#flushes.stop();
    await this.#flush();
  }

  /** @returns milliseconds until the next. */
  async #flush(): Promise<number> {
    const { onWritten, onError } = this.#options;
    const written = await Promise.all(Object.values(this.#pending).map((each) => flush(each).catch(onError)));
    if (written.includes(true)) onWritten?.();
    return FLUSH_EVERY_MS;
  }
}

/** @returns true where something was written. */
async function flush(pending: Pending): Promise<boolean> {
  const { collection, noted } = pending;
  if (noted.size === 0) return false;
  pending.noted = new Map();
  // Other gateways write too: the latest time wins, in any order of writes.
  const updates = [...noted].map(([id, use]) => ({ updateOne: { filter: { _id: id }, update: updateOf(use) } }));
  await collection.bulkWrite(updates, { ordered: false, writeConcern: { w: 1 }, timeoutMS: FLUSH_DEADLINE_MS });
  return true;
}

function updateOf({ ms, address }: Use) {
  const at = new Date(ms);
  if (address === undefined) return { $max: { last_used_at: at } };
  const isLatest = { $gt: [at, '$last_used_at'] };
  // A pipeline reads the document as it was before each stage; a text is no expression.
  const from = { $cond: [isLatest, { $literal: address }, '$last_used_from'] };
  return [{ $set: { last_used_from: from, last_used_at: { $max: [at, '$last_used_at'] } } }];
}
