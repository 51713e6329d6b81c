import { createHash } from 'node:crypto';
import { ConfigError } from '@fulfilment/config';
import { delay } from '@fulfilment/kernel';
import { BSON, type CreateCollectionOptions, type Db, type Document } from 'mongodb';
import { type IndexDeclaration, indexesIn, isSameIndex, type RetiredIndex } from './connect.ts';

/** A step of a migration: data, so that it has a checksum, and harmless when it is done again. */
export type MigrationStep =
  | { readonly type: 'create_index'; readonly index: IndexDeclaration }
  | { readonly type: 'drop_index'; readonly index: RetiredIndex }
  /** Creates a collection that needs options; one that is there stays as it is. */
  | {
      readonly type: 'create_collection';
      readonly collection: string;
      readonly options: Pick<CreateCollectionOptions, 'storageEngine'>;
    }
  /** Changes each document that `filter` selects by an aggregation pipeline, in the order of `_id`. A changed one leaves `filter`. */
  | { readonly type: 'update'; readonly collection: string; readonly filter: Document; readonly update: readonly Document[] }
  /** Sets the validator of a collection, which is created where it is missing. */
  | {
      readonly type: 'validator';
      readonly collection: string;
      readonly validator: Document;
      readonly level: 'off' | 'moderate' | 'strict';
    };

/** A change of a store, applied once. It never changes after its release. */
export interface Migration {
  /** From 1, without gaps: the version of the store once it is applied. */
  readonly number: number;
  /** In kebab-case. */
  readonly name: string;
  readonly steps: readonly MigrationStep[];
  /** The lowest version of code that may read the store from the first step on. */
  readonly minReader?: number;
  /** The lowest version of code that may write to the store from the first step on. */
  readonly minWriter?: number;
}

/** The store that a service needs, and the migrations to it. */
export interface StoreSchema {
  readonly service: string;
  /** By number. The last one's number is the version of the code. */
  readonly migrations: readonly Migration[];
  /** The lowest version of a store that the code can work on. */
  readonly needs: number;
  /** Collection in which running processes are members, each with `schema`, the version of its code, and `until`, the end of its lease. */
  readonly members?: string;
  /**
   * Of collections whose documents are replaced by what a process has made of an earlier read: the counter that such a write compares.
   * An update step raises it.
   */
  readonly revisions?: Readonly<Record<string, string>>;
  /**
   * Indexes that only releases before need: neither a start nor a migration misses one that is gone. An operator has them dropped once
   * none of those processes can come back.
   */
  readonly dispensable?: readonly RetiredIndex[];
}

/** The collection of a database whose one document says which code may work on it. */
export const SCHEMA_COLLECTION = 'schema';
const ID = 'schema';

/** The one document of {@link SCHEMA_COLLECTION}. */
export interface SchemaDocument {
  readonly _id: string;
  /** The number of the last applied migration; 0 before the first. */
  readonly version: number;
  readonly min_reader: number;
  readonly min_writer: number;
  readonly migrations: readonly AppliedMigration[];
  /** The migration under way, or broken off. */
  readonly running?: RunningMigration;
  readonly lease?: { readonly owner: string; readonly until: Date } | null;
  /** When {@link raiseBounds} has raised them last; absent where only migrations have. */
  readonly bounds_raised_at?: Date;
}

export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
  readonly applied_at: Date;
}

export interface RunningMigration {
  readonly number: number;
  readonly checksum: string;
  /** Index of the step that is not done. */
  readonly step: number;
  /** `_id` of the last document of the step that is done; absent before the first. */
  readonly after?: unknown;
  /** Documents that the step has gone through. */
  readonly documents: number;
}

/** The operator's command that migrates, as a message names it. */
export const MIGRATE_COMMAND = 'npm run -s admin -- migrate';

/** Selects the document. */
export const THE_SCHEMA = { _id: ID } as const;

/** The version of code with this schema. */
export function versionOf({ migrations }: Pick<StoreSchema, 'migrations'>): number {
  return migrations.at(-1)?.number ?? 0;
}

/** SHA-256 of all that a migration says. */
export function checksumOf(migration: Migration): string {
  return createHash('sha256').update(BSON.EJSON.stringify(migration)).digest('hex');
}

/** The indexes of a store of a version: created by its migrations, and not dropped by them. */
export function indexesOf({ migrations }: Pick<StoreSchema, 'migrations'>, version: number): readonly IndexDeclaration[] {
  const standing = new Map<string, IndexDeclaration>();
  for (const { number, steps } of migrations) {
    for (const step of number <= version ? steps : []) {
      if (step.type === 'create_index') standing.set(`${step.index.collection}.${step.index.name}`, step.index);
      if (step.type === 'drop_index') standing.delete(`${step.index.collection}.${step.index.name}`);
    }
  }
  return [...standing.values()];
}

/** The indexes of a store of a version without those that code can do without. */
export function neededIndexes(
  schema: Pick<StoreSchema, 'migrations' | 'dispensable'>,
  version: number,
): readonly IndexDeclaration[] {
  const { dispensable = [] } = schema;
  const isDispensable = (index: RetiredIndex) =>
    dispensable.some(({ collection, name }) => index.collection === collection && index.name === name);
  return indexesOf(schema, version).filter((index) => !isDispensable(index));
}

/** The first migration of a service: the indexes that it has had before there were migrations. */
export function baseline(indexes: readonly IndexDeclaration[], retired: readonly RetiredIndex[] = []): Migration {
  return {
    number: 1,
    name: 'baseline',
    minReader: 1,
    minWriter: 1,
    steps: [
      ...indexes.map((index) => ({ type: 'create_index' as const, index })),
      ...retired.map((index) => ({ type: 'drop_index' as const, index })),
    ],
  };
}

/** @returns undefined where the database has none. */
export async function readSchema(db: Db): Promise<SchemaDocument | undefined> {
  return (await db.collection<SchemaDocument>(SCHEMA_COLLECTION).findOne(THE_SCHEMA)) ?? undefined;
}

/**
 * Refuses a database on which no system has ever run: reading nothing there would look like a store in which all is well.
 *
 * @throws ConfigError with one line that names the database.
 */
export async function requireSchema(db: Db, service: string): Promise<void> {
  const version = (await readSchema(db))?.version ?? 0;
  if (version > 0) return;
  throw new ConfigError(
    `The store of ${service} (database ${db.databaseName}) is at schema version ${version}: no system has run on it. ` +
      `Correct --namespace or MONGODB_URL; a new store is prepared by: ${MIGRATE_COMMAND}`,
  );
}

type Bounds = Pick<SchemaDocument, 'min_reader' | 'min_writer'>;

const HEALTHY_WITHIN_MS = 1_000;

/**
 * Holds a process to the versions that may work on its store. It costs no command of its own: it sees the schema with the check of
 * readiness, with leases, and with other reads that happen all the same.
 */
export class SchemaFence {
  readonly #db: Db;
  readonly #service: string;
  readonly #version: number;
  readonly #listeners: ((reason: string) => void)[] = [];
  #bounds: Bounds = { min_reader: 0, min_writer: 0 };
  #looking: Promise<boolean> | undefined;

  constructor(db: Db, schema: StoreSchema) {
    this.#db = db;
    this.#service = schema.service;
    this.#version = versionOf(schema);
  }

  /** The version of the code of this process. */
  get version(): number {
    return this.#version;
  }

  /** False once a migration has raised `min_writer` above this process. */
  mayWrite(): boolean {
    return this.#version >= this.#bounds.min_writer && this.mayRead();
  }

  /** False once a migration has raised `min_reader` above this process. */
  mayRead(): boolean {
    return this.#version >= this.#bounds.min_reader;
  }

  /** True where requests of an HTTP method may be answered. */
  readonly serves = (method: string): boolean => (['GET', 'HEAD'].includes(method) ? this.mayRead() : this.mayWrite());

  /** Calls `listener` once, with a line for people, when this process may not write any more. */
  onClosed(listener: (reason: string) => void): void {
    this.#listeners.push(listener);
  }

  /** Takes notice of the schema as another query found it. */
  observe(seen: Bounds): void {
    this.#bounds = seen;
    if (this.mayWrite()) return;
    for (const listener of this.#listeners.splice(0)) listener(newerStore(this.#service, this.#version, seen));
  }

  /** Reads the schema. @returns true where the primary answers within a second. */
  async look(): Promise<boolean> {
    this.#looking ??= this.#read().finally(() => (this.#looking = undefined));
    return await this.#looking;
  }

  async #read(): Promise<boolean> {
    const read = readSchema(this.#db).then(
      (found) => {
        if (found) this.observe(found);
        return true;
      },
      () => false,
    );
    return await Promise.race([read, delay(HEALTHY_WITHIN_MS).then(() => false)]);
  }
}

function newerStore(service: string, version: number, { min_reader: reader, min_writer: writer }: Bounds): string {
  return (
    `The store of ${service} takes code of schema version ${Math.max(reader, writer)} and later only, and this process has version ${version}: ` +
    `start the newer release (${MIGRATE_COMMAND} status shows the versions)`
  );
}

/**
 * Checks that code may work on a store, and that the store has what the code needs, its indexes among them.
 *
 * @throws ConfigError with one line that names the command that helps.
 */
export async function openFence(db: Db, schema: StoreSchema): Promise<SchemaFence> {
  const { service, needs } = schema;
  const found = await readSchema(db);
  const version = found?.version ?? 0;
  if (version < needs)
    throw new ConfigError(
      `The store of ${service} (database ${db.databaseName}) is at schema version ${version}, and this release needs ${needs}. ` +
        `Run: ${MIGRATE_COMMAND}`,
    );
  const fence = new SchemaFence(db, schema);
  if (found) fence.observe(found);
  if (found && !fence.mayWrite()) throw new ConfigError(newerStore(service, fence.version, found));
  const missing = await missingIndexes(db, neededIndexes(schema, needs));
  if (missing.length > 0)
    throw new ConfigError(
      `The store of ${service} (database ${db.databaseName}) lacks indexes: ${missing.join(', ')}. Run: ${MIGRATE_COMMAND}`,
    );
  return fence;
}

/** @returns the names, with their collection, of indexes that are missing or have another definition. */
async function missingIndexes(db: Db, needed: readonly IndexDeclaration[]): Promise<readonly string[]> {
  const byCollection = [...Map.groupBy(needed, ({ collection }) => collection)];
  const missing = await Promise.all(
    byCollection.map(async ([collection, indexes]) => {
      const stored = await indexesIn(db, collection);
      return indexes.filter((index) => !isSameIndex(index, stored.get(index.name))).map(({ name }) => `${collection}.${name}`);
    }),
  );
  return missing.flat();
}
