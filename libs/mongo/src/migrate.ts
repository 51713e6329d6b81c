import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { delay } from '@fulfilment/kernel';
import { type Collection, type Db, type Document, MongoClient, MongoServerError, type UpdateFilter } from 'mongodb';
import { SETTLE_MS, shutOut } from './bounds.ts';
import { connectClient } from './connect-client.ts';
import { dropIndex, ensureCollection, ensureIndexes, type IndexDeclaration } from './connect.ts';
import {
  checksumOf,
  type Migration,
  MIGRATE_COMMAND,
  type MigrationStep,
  neededIndexes,
  readSchema,
  type RunningMigration,
  SCHEMA_COLLECTION,
  type SchemaDocument,
  type StoreSchema,
  THE_SCHEMA,
  versionOf,
} from './schema.ts';

/** A migration did not run to its end; the message is for people. What it has done stays, and the next run goes on from there. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The state of a store beside the migrations that code knows. */
export interface StoreStatus {
  readonly service: string;
  readonly database: string;
  /** Of the store; 0 where no migration was applied. */
  readonly version: number;
  /** Of the code. */
  readonly latest: number;
  readonly needs: number;
  readonly minReader: number;
  readonly minWriter: number;
  /** True where the database has no collection. */
  readonly isEmpty: boolean;
  readonly pending: readonly Pick<Migration, 'number' | 'name'>[];
  /** The migration that runs, or was broken off. */
  readonly running: RunningMigration | undefined;
}

/** Reads and changes nothing. @throws MigrationError where an applied migration is not the one that the code knows. */
export async function readStatus(db: Db, schema: StoreSchema): Promise<StoreStatus> {
  const found = await readSchema(db);
  const isEmpty = found === undefined && (await db.listCollections({}, { nameOnly: true }).toArray()).length === 0;
  refuseChanged(found, schema);
  const version = found?.version ?? 0;
  return {
    service: schema.service,
    database: db.databaseName,
    version,
    latest: versionOf(schema),
    needs: schema.needs,
    minReader: found?.min_reader ?? 0,
    minWriter: found?.min_writer ?? 0,
    isEmpty,
    pending: schema.migrations.filter(({ number }) => number > version),
    running: found?.running,
  };
}

function refuseChanged(found: SchemaDocument | undefined, { service, migrations }: StoreSchema): void {
  const known = new Map(migrations.map((migration) => [migration.number, checksumOf(migration)]));
  const begun = found?.running === undefined ? [] : [found.running];
  for (const { number, checksum } of [...(found?.migrations ?? []), ...begun]) {
    const own = known.get(number);
    if (own !== undefined && own !== checksum)
      throw new MigrationError(
        `Migration ${number} of ${service} is not the one that was applied to its store: an applied migration never changes. ` +
          'Restore it, and put the change into a migration of its own.',
      );
  }
}

/** Options of {@link migrateStore}. */
export interface MigrateOptions {
  /** Of a client without socket time-out: see {@link openForMigration}. */
  readonly db: Db;
  readonly schema: StoreSchema;
  /** Documents a second that update steps go through at most. */
  readonly rate?: number;
  /** Told in lines for people. */
  readonly progress?: (line: string) => void;
  /** Ends the run between two batches, and without waiting for an index. */
  readonly signal?: AbortSignal;
  /** Documents that one command of an update step goes through. */
  readonly batch?: number;
  /** Milliseconds after which the lease of a run that was killed is free. */
  readonly leaseMs?: number;
  /** Milliseconds that processes get to learn of bounds which shut them out: longer than a lease and a transaction. */
  readonly settleMs?: number;
}

/** Documents a second, by default: a small part of what MongoDB takes beside its other work. */
export const MIGRATION_RATE = 2_000;
const DEFAULTS = { rate: MIGRATION_RATE, batch: 500, leaseMs: 20_000, settleMs: SETTLE_MS };
const LOOK_MS = 500;
const TELL_MS = 5_000;
const MAX_PASSES = 20;
const MAX_REPEATS = 3;

/**
 * Applies the migrations that a store lacks, one run at a time, and creates needed indexes that are missing. A run that was broken off,
 * by `kill -9` too, goes on where it was.
 *
 * @throws MigrationError where another run has the lease, an applied migration has changed, processes without a schema still run, or
 * the run was stopped.
 */
export async function migrateStore(options: MigrateOptions): Promise<StoreStatus> {
  const { db, schema } = options;
  const status = await readStatus(db, schema);
  if (status.version > status.latest) return status;
  const run = new MigrationRun({ progress: () => undefined, signal: new AbortController().signal, ...DEFAULTS, ...options });
  await run.begin(status);
  try {
    await run.apply(status.isEmpty);
  } finally {
    await run.end();
  }
  return await readStatus(db, schema);
}

/**
 * Connects for long work: no command has a time limit on the side of the client.
 *
 * @throws ConfigError as {@link connectClient} says, also where MongoDB does not answer within 5 s.
 */
export async function openForMigration(url: string): Promise<MongoClient> {
  const client = new MongoClient(url, {
    appName: 'migrate',
    serverSelectionTimeoutMS: 5_000,
    socketTimeoutMS: 0,
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    ignoreUndefined: true,
  });
  await connectClient(client);
  return client;
}

const DUPLICATE_KEY = 11_000;

/** One run on one store. */
class MigrationRun {
  readonly #options: Required<MigrateOptions>;
  readonly #schema: Collection<SchemaDocument>;
  /** Names this run, to people as well. */
  readonly #owner = `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`;
  readonly #stopped: Promise<never>;
  #renewing: NodeJS.Timeout | undefined;
  #toldAtMs = performance.now();

  constructor(options: Required<MigrateOptions>) {
    this.#options = options;
    this.#schema = options.db.collection(SCHEMA_COLLECTION);
    const { promise, reject } = Promise.withResolvers<never>();
    const stop = () => reject(new MigrationError(`Stopped. What is done stays: run ${MIGRATE_COMMAND} again to go on.`));
    options.signal.addEventListener('abort', stop, { once: true });
    if (options.signal.aborted) stop();
    promise.catch(() => undefined);
    this.#stopped = promise;
  }

  /** Takes the lease. @throws MigrationError where another run keeps it. */
  async begin({ service }: StoreStatus): Promise<void> {
    const { leaseMs, progress } = this.#options;
    const first = { version: 0, min_reader: 0, min_writer: 0, migrations: [] };
    await this.#schema.updateOne(THE_SCHEMA, { $setOnInsert: first }, { upsert: true }).catch((error: unknown) => {
      if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
    });
    const giveUpAtMs = performance.now() + leaseMs * 1.5;
    for (let told = false; !(await this.#take()); told = true) {
      const owner = (await readSchema(this.#options.db))?.lease?.owner;
      if (performance.now() > giveUpAtMs)
        throw new MigrationError(`Another migration of ${service} is under way (${owner}). Wait for its end.`);
      if (!told) progress(`${service}: another migration has the lease (${owner}); waiting for its end`);
      await Promise.race([delay(LOOK_MS), this.#stopped]);
    }
    this.#renewing = setInterval(() => void this.#take().catch(() => undefined), leaseMs / 4);
  }

  async #take(): Promise<boolean> {
    const { leaseMs } = this.#options;
    const isFree = { $or: [{ lease: null }, { 'lease.owner': this.#owner }, { $expr: { $lte: ['$lease.until', '$$NOW'] } }] };
    const until = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: leaseMs } };
    const lease = { owner: this.#owner, until };
    const { matchedCount } = await this.#schema.updateOne({ ...THE_SCHEMA, ...isFree }, [{ $set: { lease } }]);
    return matchedCount === 1;
  }

  /** Gives the lease back. */
  async end(): Promise<void> {
    clearInterval(this.#renewing);
    await this.#schema.updateOne({ ...THE_SCHEMA, 'lease.owner': this.#owner }, { $unset: { lease: '' } }).catch(() => undefined);
  }

  async apply(isNew: boolean): Promise<void> {
    const { db, schema, progress } = this.#options;
    const found = await readSchema(db);
    refuseChanged(found, schema);
    let running = found?.running;
    for (const migration of schema.migrations.filter(({ number }) => number > (found?.version ?? 0))) {
      const resumed = running?.number === migration.number ? running : undefined;
      if (!isNew)
        progress(`${schema.service}: ${resumed ? 'going on with' : 'applying'} migration ${migration.number}, ${migration.name}`);
      await this.#applyOne(migration, { resumed, isNew });
      running = undefined;
    }
    // One that was dropped by hand comes again.
    await this.#createIndexes(neededIndexes(schema, versionOf(schema)));
  }

  async #applyOne(
    migration: Migration,
    { resumed, isNew }: { readonly resumed: RunningMigration | undefined; readonly isNew: boolean },
  ): Promise<void> {
    const { number, name, steps } = migration;
    const checksum = checksumOf(migration);
    const begun: RunningMigration = resumed ?? { number, checksum, step: 0, documents: 0 };
    await this.#raiseBounds(migration, begun, isNew);
    for (let place = begun.step; place < steps.length;) {
      const step = steps[place];
      if (step?.type === 'create_index') {
        const indexes = leadingIndexes(steps.slice(place));
        await this.#createIndexes(indexes);
        place += indexes.length;
      } else {
        if (step) await this.#perform(step, place === begun.step ? begun : { number, checksum, step: place, documents: 0 });
        place += 1;
      }
      await this.#save({ $set: { running: { number, checksum, step: place, documents: 0 } } });
    }
    await this.#save({
      $set: { version: number },
      $push: { migrations: { number, name, checksum, applied_at: new Date() } },
      $unset: { running: '' },
    });
  }

  /** Shuts out code that may not work on what this migration makes, and waits until its processes have noticed. */
  async #raiseBounds(
    { number, minReader = 0, minWriter = 0 }: Migration,
    running: RunningMigration,
    isNew: boolean,
  ): Promise<void> {
    const floor = Math.max(minReader, minWriter);
    if (number === 1 && !isNew) await this.#refuseUnversioned();
    await this.#save({ $set: { running }, $max: { min_reader: minReader, min_writer: minWriter } });
    // A run that was broken off before its first step may not have waited.
    if (number > 1 && !isNew && floor > 0 && running.step === 0 && running.documents === 0) await this.#shutOut(floor);
  }

  async #shutOut(floor: number): Promise<void> {
    const { progress, settleMs } = this.#options;
    progress(await shutOut(this.#options, floor));
    await Promise.race([delay(settleMs), this.#stopped]);
  }

  /** Processes of releases before there was a schema notice nothing: they have to be stopped. */
  async #refuseUnversioned(): Promise<void> {
    const { db, schema, progress, settleMs } = this.#options;
    if (schema.members === undefined) return;
    const alive = { schema: { $exists: false }, $expr: { $gt: ['$until', '$$NOW'] } };
    const giveUpAtMs = performance.now() + settleMs;
    for (let told = false; ; told = true) {
      const count = await db.collection(schema.members).countDocuments(alive);
      if (count === 0) return;
      if (performance.now() > giveUpAtMs)
        throw new MigrationError(
          `${count} processes of ${schema.service} of an earlier release run on ${db.databaseName}, which do not know of migrations: stop them first.`,
        );
      if (!told) progress(`${schema.service}: waiting for the end of ${count} processes of an earlier release`);
      await Promise.race([delay(LOOK_MS), this.#stopped]);
    }
  }

  async #perform(step: Exclude<MigrationStep, { type: 'create_index' }>, running: RunningMigration): Promise<void> {
    const { db } = this.#options;
    switch (step.type) {
      case 'drop_index':
        await dropIndex(db, step.index);
        return;
      case 'create_collection':
        await ensureCollection(db, step.collection, step.options);
        return;
      case 'validator':
        await ensureCollection(db, step.collection);
        await db.command({ collMod: step.collection, validator: step.validator, validationLevel: step.level });
        return;
      case 'update':
        await this.#update(step, running);
    }
  }

  async #update(
    { collection, filter, update }: Extract<MigrationStep, { type: 'update' }>,
    running: RunningMigration,
  ): Promise<void> {
    for (let pass = 1, begun = running; pass <= MAX_PASSES; pass += 1) {
      const documents = await this.#walk({ collection, filter, update }, begun);
      // A write that was under way when its document was changed may have taken the change back.
      if (documents === begun.documents && begun.after === undefined) return;
      const { number, checksum, step } = running;
      begun = { number, checksum, step, documents };
    }
    // Code of before, which still runs, inserts documents in the form of before: there is no last one.
    const { schema, progress } = this.#options;
    progress(
      `${schema.service}: older processes go on adding documents to ${collection} that migration ${running.number} would change`,
    );
  }

  /** Changes the selected documents behind `after`. @returns the documents changed so far. */
  async #walk(
    { collection, filter, update }: Pick<Extract<MigrationStep, { type: 'update' }>, 'collection' | 'filter' | 'update'>,
    running: RunningMigration,
  ): Promise<number> {
    const { db, batch, rate, schema, progress } = this.#options;
    const documents = db.collection<{ _id: unknown } & Document>(collection);
    let { after, documents: count } = running;
    for (;;) {
      const startedMs = performance.now();
      let query = documents
        .find(filter, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .hint({ _id: 1 })
        .limit(batch);
      // Ids of any type are in one order for the index alone.
      if (after !== undefined) query = query.min({ _id: after });
      const found = await Promise.race([query.toArray(), this.#stopped]);
      const ids = found.map(({ _id }) => _id).filter((id) => !isDeepStrictEqual(id, after));
      if (ids.length === 0) return count;
      await this.#change(collection, { $and: [{ _id: { $in: ids } }, filter] }, update);
      after = ids.at(-1);
      count += ids.length;
      await this.#save({ $set: { running: { ...running, after, documents: count } } });
      if (performance.now() - this.#toldAtMs > TELL_MS) {
        this.#toldAtMs = performance.now();
        progress(`${schema.service}: migration ${running.number}, ${count} documents of ${collection} changed`);
      }
      const restMs = (ids.length / rate) * 1_000 - (performance.now() - startedMs);
      await Promise.race([delay(Math.max(0, restMs)), this.#stopped]);
    }
  }

  /** @throws MigrationError where documents that were changed are selected still. */
  async #change(collection: string, selected: Document, update: readonly Document[]): Promise<void> {
    const { db, schema } = this.#options;
    const documents = db.collection(collection);
    const counter = schema.revisions?.[collection];
    // Writers that have read a document before, and would write it as it was, compare the counter.
    const raised = counter === undefined ? [] : [{ $set: { [counter]: { $add: [{ $ifNull: [`$${counter}`, 0] }, 1] } } }];
    for (let times = 1; times <= MAX_REPEATS; times += 1) {
      await documents.updateMany(selected, [...update, ...raised]);
      if ((await documents.countDocuments(selected)) === 0) return;
    }
    throw new MigrationError(
      `A step of a migration selects documents of ${collection} that it has changed: its filter is wrong.`,
    );
  }

  async #createIndexes(indexes: readonly IndexDeclaration[]): Promise<void> {
    await Promise.race([ensureIndexes(this.#options.db, indexes), this.#stopped]);
  }

  /** @throws MigrationError where the lease was lost: another run may be at work. */
  async #save(update: UpdateFilter<SchemaDocument>): Promise<void> {
    await Promise.race([Promise.resolve(), this.#stopped]);
    const { matchedCount } = await this.#schema.updateOne({ ...THE_SCHEMA, 'lease.owner': this.#owner }, update);
    if (matchedCount === 0)
      throw new MigrationError(`The migration of ${this.#options.schema.service} lost its lease to another run, which goes on.`);
  }
}

function leadingIndexes(steps: readonly MigrationStep[]): readonly IndexDeclaration[] {
  const end = steps.findIndex(({ type }) => type !== 'create_index');
  return (end === -1 ? steps : steps.slice(0, end)).flatMap((step) => (step.type === 'create_index' ? [step.index] : []));
}
