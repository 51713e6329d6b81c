import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { StoreSchema, StoreStatus } from '@fulfilment/mongo';
import { PROCESSES, type ProcessName } from '@fulfilment/contracts';
import { databasesOf } from './services.ts';

const WORKSPACE = fileURLToPath(new URL('../../../../', import.meta.url));

/** Asked before the data of an earlier release is migrated. @param plan a line for each migration. */
export type MayMigrate = (plan: readonly string[]) => boolean | Promise<boolean>;

interface Stores {
  readonly mongodbUrl: string;
  readonly namespace: string;
  /** The services whose stores they are; all by default. */
  readonly services?: readonly ProcessName[];
  /** Of `SystemOptions`: the stores are those of the release that their services start with. */
  readonly workspaceOf?: ((process: string) => string | undefined) | undefined;
  readonly mayMigrate?: MayMigrate | undefined;
  readonly progress: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Data of an earlier release that may not be migrated. */
export class NotMigrated extends Error {
  override readonly name = 'NotMigrated';
}

/**
 * Brings the stores of services to the schema of this release: empty databases at once, others only with leave.
 *
 * @throws NotMigrated that names the commands; Error of a migration that broke off.
 */
export async function migrateStores(options: Stores): Promise<void> {
  const { mongodbUrl, namespace, services = PROCESSES, workspaceOf, mayMigrate, progress, signal } = options;
  // Loaded while the engines start.
  const { migrateStore, openForMigration, readStatus } = await import('@fulfilment/mongo');
  const client = await openForMigration(mongodbUrl);
  try {
    const databases = databasesOf(namespace);
    const stores = await Promise.all(
      services.map(async (service) => ({
        db: client.db(databases[service]),
        schema: await schemaOf(service, workspaceOf?.(service)),
      })),
    );
    const statuses = await Promise.all(stores.map(({ db, schema }) => readStatus(db, schema)));
    const plan = statuses.flatMap(planOf);
    if (plan.length > 0 && !(await mayMigrate?.(plan)))
      throw new NotMigrated(
        'The data is of an earlier release, and was not changed. Migrate it with: npm start -- --migrate, or, while MongoDB runs ' +
          'at MONGODB_URL: npm run -s admin -- migrate',
      );
    const begun = performance.now();
    await Promise.all(stores.map((store) => migrateStore({ ...store, progress, signal })));
    if (plan.length > 0) progress(`data migrated (${((performance.now() - begun) / 1_000).toFixed(1)} s)`);
  } finally {
    await client.close();
  }
}

function planOf({ service, isEmpty, pending }: StoreStatus): readonly string[] {
  return isEmpty ? [] : pending.map(({ number, name }) => `${service}: migration ${number}, ${name}`);
}

async function schemaOf(service: string, workspace = WORKSPACE): Promise<StoreSchema> {
  const file = pathToFileURL(join(workspace, 'apps', service, 'src/schema.ts'));
  const module: unknown = await import(file.href);
  if (typeof module !== 'object' || module === null || !('SCHEMA' in module) || !isSchema(module.SCHEMA))
    throw new Error(`${file.pathname} has no SCHEMA`);
  return module.SCHEMA;
}

function isSchema(value: unknown): value is StoreSchema {
  return typeof value === 'object' && value !== null && 'migrations' in value && 'service' in value;
}
