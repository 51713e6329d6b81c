import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { delay } from '@fulfilment/kernel';
import { z } from 'zod';

const run = z.object({
  pid: z.int(),
  baseUrl: z.string(),
  processes: z.array(z.object({ name: z.string(), pid: z.int(), baseUrl: z.string() })),
});

const DAY_MS = 86_400_000;
/** Added to every end that MongoDB or a service keeps by the clock. */
const LATER_MS = 100 * 365 * DAY_MS;
/** The fields of each database that end something: the collections, and where the end stands. */
const ENDS: readonly (readonly [database: string, collection: string, field: string])[] = [
  ...['inventory', 'orders', 'scans'].map((name) => [name, 'idempotency_receipts', 'expires_at'] as const),
  ...['events', 'deliveries', 'pending', 'attempts', 'replays', 'endpoint_hours'].map(
    (name) => ['webhooks', name, 'expires_at'] as const,
  ),
  ['gateway', 'members', 'token.ends_at'],
];
/** Lists of secrets, of which those that have not ended go on. */
const SECRETS: readonly (readonly [database: string, collection: string])[] = [
  ['webhooks', 'endpoints'],
  ['gateway', 'keys'],
];

/** A checkout of the release that runs on a data folder. Everything goes through its own commands, its API and its run file. */
export class ReleaseSystem {
  readonly #checkout: string;
  readonly #dataDir: string;
  readonly #env: NodeJS.ProcessEnv;
  #supervisor: ChildProcess | undefined;

  constructor(checkout: string, dataDir: string) {
    this.#checkout = checkout;
    this.#dataDir = dataDir;
    this.#env = {
      ...process.env,
      PORT: '0',
      FULFILMENT_DATA: dataDir,
      FULFILMENT_ENGINES: 'processes',
      // A delivery that fails is given up after seconds, and one whose receiver hangs is under way for a minute.
      WEBHOOK_RETRY_SCHEDULE: '0,1',
      WEBHOOK_DEADLINE_MS: '60000',
    };
  }

  async start(): Promise<void> {
    const main = join(this.#checkout, 'deploy/local/src/start.ts');
    const child = spawn(process.execPath, [main], { cwd: this.#checkout, env: this.#env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#supervisor = child;
    const ready = Promise.withResolvers<void>();
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Ready after')) ready.resolve();
    });
    child.once('exit', () => ready.reject(new Error(`the release ended:\n${output}`)));
    await ready.promise;
  }

  async baseUrl(): Promise<string> {
    return (await this.#run()).baseUrl;
  }

  /** Runs the operator's command line of the release. @returns what `--json` prints. */
  async admin(...args: string[]): Promise<Record<string, unknown>> {
    const main = join(this.#checkout, 'apps/gateway/src/admin/main.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...args, '--json'], { env: this.#env });
    return z.record(z.string(), z.unknown()).parse(JSON.parse(stdout));
  }

  async signal(name: string, signal: NodeJS.Signals): Promise<void> {
    const found = (await this.#run()).processes.find((one) => one.name === name);
    if (!found) throw new Error(`no process is named ${name}`);
    process.kill(found.pid, signal);
  }

  /** Keeps Kafka from deleting what is older than its retention: the archive is to be good for years. */
  async keepTopics(): Promise<void> {
    const { Kafka } = this.#driver('kafkajs');
    const admin = new Kafka({ brokers: [await this.#addressOf('kafka')], logLevel: 1 }).admin();
    await admin.connect();
    const topics: string[] = await admin.listTopics();
    const configEntries = [{ name: 'retention.ms', value: '-1' }];
    const resources = topics.filter((name) => !name.startsWith('__')).map((name) => ({ type: 2, name, configEntries }));
    await admin.alterConfigs({ validateOnly: false, resources });
    await admin.disconnect();
  }

  /** Moves each end that lies ahead by a hundred years, so that what the release kept for days is kept for good. */
  async moveEnds(): Promise<void> {
    await this.#withMongo(async (databaseNamed) => {
      for (const [database, collection, field] of ENDS) {
        const later = { $add: [`$${field}`, LATER_MS] };
        await databaseNamed(database)
          .collection(collection)
          .updateMany({ [field]: { $type: 'date' } }, [{ $set: { [field]: later } }]);
      }
      for (const [database, collection] of SECRETS) {
        const isAhead = { $gt: ['$$this.ends_at', '$$NOW'] };
        const moved = { $mergeObjects: ['$$this', { ends_at: { $add: ['$$this.ends_at', LATER_MS] } }] };
        // A missing end sorts before any time, and so does null.
        const secrets = { $map: { input: '$secrets', as: 'this', in: { $cond: [isAhead, moved, '$$this'] } } };
        await databaseNamed(database)
          .collection(collection)
          .updateMany({}, [{ $set: { secrets } }]);
      }
    });
  }

  /** @returns how many rows of each outbox are not published yet. */
  async unpublished(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    await this.#withMongo(async (databaseNamed) => {
      for (const name of ['inventory', 'orders'])
        counts[name] = await databaseNamed(name).collection('outbox').countDocuments({ state: 'new' });
    });
    return counts;
  }

  /** `kill -9` of the supervisor, every service and every engine, keepers included. */
  async killEverything(): Promise<void> {
    const supervisor = this.#supervisor;
    if (supervisor?.exitCode !== null || supervisor.signalCode !== null) return;
    const { pid, processes } = await this.#run();
    const all = [pid, ...processes.map((one) => one.pid)];
    for (const each of all) process.kill(each, 'SIGKILL');
    await once(supervisor, 'exit');
    // wait: between two looks.
    for (const each of all) while (isThere(each)) await delay(20);
  }

  async #run(): Promise<z.output<typeof run>> {
    return run.parse(JSON.parse(await readFile(join(this.#dataDir, 'run.json'), 'utf8')));
  }

  async #addressOf(name: string): Promise<string> {
    return (await this.#run()).processes.find((one) => one.name === name)?.baseUrl ?? '';
  }

  async #withMongo(work: (databaseNamed: (name: string) => Database) => Promise<void>): Promise<void> {
    const { MongoClient } = this.#driver('mongodb');
    const client = new MongoClient(await this.#addressOf('mongodb'));
    try {
      await work((name) => client.db(name));
    } finally {
      await client.close();
    }
  }

  /** Drivers of the release's own installation: only tools of the release touch its stores. */
  #driver(name: string) {
    return createRequire(join(this.#checkout, 'package.json'))(name);
  }
}

interface Database {
  collection(name: string): {
    updateMany(filter: object, pipeline: readonly object[]): Promise<unknown>;
    countDocuments(filter: object): Promise<number>;
  };
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
