import { parseArgs } from 'node:util';
import { ConfigError } from '@fulfilment/config';
import { PROCESSES, type ProcessName } from '@fulfilment/contracts';
import { databasesOf, findMongodbUrl, namespaceFault } from '@fulfilment/dev-stack/run-file';
import { SCHEMA as gateway } from '@fulfilment/gateway/schema';
import { SCHEMA as inventory } from '@fulfilment/inventory/schema';
import {
  type MigrateOptions,
  MIGRATION_RATE,
  migrateStore,
  openFence,
  openForMigration,
  readStatus,
  type StoreSchema,
  type StoreStatus,
} from '@fulfilment/mongo';
import { SCHEMA as orders } from '@fulfilment/orders/schema';
import { SCHEMA as scans } from '@fulfilment/scans/schema';
import { SCHEMA as webhooks } from '@fulfilment/webhooks/schema';

/** The store of each service, as this release needs it. */
export const SCHEMAS: Readonly<Record<ProcessName, StoreSchema>> = { gateway, inventory, orders, scans, webhooks };

/** The environment and the outputs of a command. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** To standard output. */
  readonly print: (line: string) => void;
  /** To standard error. */
  readonly complain: (line: string) => void;
  /** Breaks a migration off, so that the next run goes on with it. */
  readonly signal: AbortSignal;
}

/** `admin migrate`: resolves with its exit code. 0: done; 1: refused, broken off, or no store answers; 2: wrong usage. */
export async function migrateCommand(args: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  const request = parseMigrateArguments(args);
  switch (request.kind) {
    case 'help':
      terminal.print(MIGRATE_USAGE);
      return 0;
    case 'misuse':
      terminal.complain(`${request.message}\n\n${MIGRATE_USAGE}`);
      return 2;
    default:
      try {
        const { stores, refusals } = await statusesAfter(request, terminal);
        terminal.print(request.json ? JSON.stringify({ stores: stores.map(recordOf) }) : textOf(stores));
        for (const refusal of refusals) terminal.complain(refusal);
        return refusals.length > 0 ? 1 : 0;
      } catch (error) {
        terminal.complain(error instanceof Error ? error.message : String(error));
        return 1;
      }
  }
}

interface Found {
  readonly stores: readonly StoreStatus[];
  /** Lines with which processes of this release would end on their stores. */
  readonly refusals: readonly string[];
}

async function statusesAfter(request: Work, { env, complain, signal }: Terminal): Promise<Found> {
  const client = await openForMigration(await findMongodbUrl(env));
  const databases = databasesOf(request.namespace);
  try {
    const stores: StoreStatus[] = [];
    const refusals: string[] = [];
    for (const service of request.services) {
      const store = { db: client.db(databases[service]), schema: SCHEMAS[service] };
      if (request.kind === 'migrate')
        stores.push(await migrateStore({ ...store, rate: request.rate, progress: complain, signal }));
      else stores.push(await readStatus(store.db, store.schema));
      if (request.check) refusals.push(...(await refusalsOf(store)));
    }
    return { stores, refusals };
  } finally {
    await client.close();
  }
}

/** The judgement of a service at its start. */
async function refusalsOf({ db, schema }: Pick<MigrateOptions, 'db' | 'schema'>): Promise<readonly string[]> {
  try {
    await openFence(db, schema);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return [error.message];
    throw error;
  }
}

function recordOf({ service, database, version, latest, needs, minReader, minWriter, pending, running }: StoreStatus): object {
  const brokenOff = running && { number: running.number, step: running.step, documents: running.documents };
  const bounds = { min_reader: minReader, min_writer: minWriter };
  const lacking = pending.map(({ number, name }) => ({ number, name }));
  return { service, database, version, latest, needs, ...bounds, pending: lacking, running: brokenOff ?? null };
}

function textOf(stores: readonly StoreStatus[]): string {
  return stores.flatMap((store) => [lineOf(store), ...pendingOf(store)]).join('\n');
}

function lineOf({ service, database, version, latest, minReader, minWriter }: StoreStatus): string {
  const name = database === service ? service : `${service} (${database})`;
  const takes = `takes code of version ${minReader} and later to read, ${minWriter} and later to write`;
  return `${name}: schema version ${version}, this release has ${latest}; ${takes}`;
}

function pendingOf({ pending, running }: StoreStatus): readonly string[] {
  return pending.map(({ number, name }) => {
    const begun = running?.number === number ? ` (begun: step ${running.step + 1}, ${running.documents} documents)` : '';
    return `  to apply: ${number}, ${name}${begun}`;
  });
}

/** The request that the command line states. */
interface Work {
  readonly kind: 'migrate' | 'show';
  readonly services: readonly ProcessName[];
  readonly rate: number;
  readonly namespace: string;
  readonly json: boolean;
  readonly check: boolean;
}

type MigrateRequest = Work | { readonly kind: 'help' } | { readonly kind: 'misuse'; readonly message: string };

const MIGRATE_USAGE = `npm run -s admin -- migrate [status] [--service <name>] [--rate <n>] [--dry-run] [--check] [--namespace <name>] [--json] [--help]

Brings the stores of all services to the schema of this release: applies the migrations that they lack, in order, and creates missing
indexes. It also prepares an empty database. It may be interrupted (Ctrl-C, kill -9) and run again: it continues where it was. One run
at a time works on a store; another waits for it. Exit code: 0 done, 1 refused, interrupted
or not ready for this release (--check), 2 wrong usage.

  status               show the version of each store and the migrations that it lacks; change nothing
  --dry-run            the same
  --check              with status: end with 1 and a line for each store on which processes of this release would not start
  --service <name>     one service only: ${PROCESSES.join(', ')}; repeatable
  --rate <n>           most documents to migrate a second, ${MIGRATION_RATE} by default
  --json               print one JSON object and nothing else to standard output; progress goes to standard error
  --namespace <name>   the prefix of its databases, for a system that shares its engines with others
  --help               this text

Works on the system that npm start runs on the data folder (FULFILMENT_DATA, .data by default), else on the one at MONGODB_URL.
`;

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  service: { type: 'string', multiple: true },
  rate: { type: 'string' },
  namespace: { type: 'string' },
  check: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

function parseMigrateArguments(args: readonly string[]): MigrateRequest {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    if (values.help === true) return { kind: 'help' };
    const { service = [...PROCESSES], rate = String(MIGRATION_RATE), namespace = '', json = false, check = false } = values;
    const verb = positionals.join(' ');
    const kind = verb === 'status' || values['dry-run'] === true ? 'show' : 'migrate';
    const message = faultOf({ verb, service, rate, namespace, changes: kind === 'migrate', check });
    if (message !== undefined) return { kind: 'misuse', message };
    return { kind, services: PROCESSES.filter((name) => service.includes(name)), rate: Number(rate), namespace, json, check };
  } catch (error) {
    return { kind: 'misuse', message: error instanceof Error ? error.message : String(error) };
  }
}

interface Typed extends Readonly<Record<'verb' | 'rate' | 'namespace', string>> {
  readonly service: readonly string[];
  /** True where stores are to be changed. */
  readonly changes: boolean;
  readonly check: boolean;
}

/** @returns the first fault of a command line; undefined where there is none. */
function faultOf({ verb, service, rate, namespace, changes, check }: Typed): string | undefined {
  const unknown = service.find((name) => !PROCESSES.some((known) => known === name));
  if (verb !== '' && verb !== 'status') return `"${verb}" is not a command of migrate; its one command is status`;
  if (unknown !== undefined) return `--service ${unknown}: it is not one of ${PROCESSES.join(', ')}`;
  if (check && changes) return '--check is an option of migrate status';
  if (!/^[1-9]\d{0,6}$/.test(rate)) return '--rate is a whole number from 1 to 9999999';
  return namespaceFault(namespace);
}
