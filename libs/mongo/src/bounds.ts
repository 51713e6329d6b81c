import { delay } from '@fulfilment/kernel';
import type { ClientSession, Db } from 'mongodb';
import { SCHEMA_COLLECTION, type SchemaDocument, type StoreSchema, THE_SCHEMA } from './schema.ts';

/** Milliseconds that processes get to learn of bounds which shut them out: longer than a lease and a transaction. */
export const SETTLE_MS = 12_000;
const LOOK_MS = 500;

/** The store whose bounds are raised, and how long that takes to be known. */
interface Settling {
  readonly db: Db;
  readonly schema: Pick<StoreSchema, 'service' | 'members'>;
  readonly settleMs: number;
}

/** Marks the leases of code before `floor`: its processes learn of their bounds when they renew them. @returns a line for people. */
export async function shutOut({ db, schema, settleMs }: Settling, floor: number): Promise<string> {
  const { service, members } = schema;
  const outdated = { $or: [{ schema: { $lt: floor } }, { schema: { $exists: false } }] };
  if (members !== undefined) await db.collection(members).updateMany(outdated, { $set: { replaced: true } });
  return `${service}: processes of schema versions before ${floor} stop writing; waiting ${Math.ceil(settleMs / 1_000)} s`;
}

/** Options of {@link admitFrom}. */
export interface AdmitOptions extends Pick<Settling, 'db' | 'schema'> {
  /** The lowest version of code that may read and write from now on. */
  readonly version: number;
  /** The transaction that writes what earlier code does not know. */
  readonly session: ClientSession;
}

/**
 * Shuts out code before a version at once, where the store has that version and no process of earlier code runs: for what a request begins
 * that such code would damage. A process of it that starts later finds the bound.
 *
 * @returns false, and changes nothing, where the store is older or such a process has a lease.
 */
export async function admitFrom({ db, schema: { members }, version, session }: AdmitOptions): Promise<boolean> {
  const store = db.collection<SchemaDocument>(SCHEMA_COLLECTION);
  const found = await store.findOne(THE_SCHEMA, { session });
  if (found && Math.min(found.min_reader, found.min_writer) >= version) return true;
  if (!found || found.version < version) return false;
  const earlier = { until: { $gt: new Date() }, $or: [{ schema: { $lt: version } }, { schema: { $exists: false } }] };
  if (members !== undefined && (await db.collection(members).findOne(earlier, { session })) !== null) return false;
  await store.updateOne(THE_SCHEMA, { $max: { min_reader: version, min_writer: version } }, { session });
  return true;
}

/** Options of {@link raiseBounds}. */
export interface RaiseOptions {
  readonly db: Db;
  readonly schema: Pick<StoreSchema, 'service' | 'members'>;
  /** The lowest version of code that may read and write from now on. */
  readonly version: number;
  /** Told in lines for people. */
  readonly progress: (line: string) => void;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Milliseconds that processes get to learn of it. */
  readonly settleMs?: number;
}

/**
 * Shuts out code before a version, as a migration with `minReader` and `minWriter` does, and waits until its processes have noticed. It is
 * for what an operator begins at a time of their own. Where it was done before, nothing happens; where that run was broken off, it waits.
 *
 * @returns false where `signal` has ended the wait.
 */
export async function raiseBounds(options: RaiseOptions): Promise<boolean> {
  const { db, schema, version, progress, signal, settleMs = SETTLE_MS } = options;
  const store = db.collection<SchemaDocument>(SCHEMA_COLLECTION);
  const isBelow = { $or: [{ min_reader: { $lt: version } }, { min_writer: { $lt: version } }] };
  await store.updateOne({ ...THE_SCHEMA, ...isBelow }, [
    {
      $set: {
        min_reader: { $max: ['$min_reader', version] },
        min_writer: { $max: ['$min_writer', version] },
        bounds_raised_at: '$$NOW',
      },
    },
  ]);
  const heardAt = { $add: [{ $ifNull: ['$bounds_raised_at', new Date(0)] }, settleMs] };
  const isHeard = { ...THE_SCHEMA, $expr: { $lte: [heardAt, '$$NOW'] } };
  for (let told = false; (await store.countDocuments(isHeard)) === 0; told = true) {
    if (!told) progress(await shutOut({ db, schema, settleMs }, version));
    await delay(LOOK_MS, signal);
    if (signal.aborted) return false;
  }
  return true;
}
