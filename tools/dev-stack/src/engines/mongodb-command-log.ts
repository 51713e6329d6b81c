import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { MongoClient } from 'mongodb';
import { z } from 'zod';

/** Commands of one service to one collection of its database; of none where the command names none, as `commitTransaction`. */
export interface CommandCount {
  readonly service: string;
  readonly command: string;
  readonly collection: string;
  readonly count: number;
}

/** Documents and index keys that one service wrote in one collection. */
export interface WriteCount {
  readonly service: string;
  readonly collection: string;
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  readonly keysInserted: number;
  readonly keysDeleted: number;
}

/** Everything that services asked of MongoDB in a time. */
export interface CountedCommands {
  readonly seconds: number;
  readonly commands: readonly CommandCount[];
  readonly writes: readonly WriteCount[];
}

const APP = 'command-log';
const PATIENCE_MS = 30_000;
const LOOK_MS = 20;
/** Without an insert or a commit for this long, the last effect of a request is stored. */
const QUIET_MS = 1_000;
const QUIET_LOOK_MS = 100;

/** The log of the MongoDB that runs as a process of this machine, of a system on that data folder. */
export function mongodbLogFile(dataDir: string): string {
  return join(dataDir, 'engines', 'mongodb', 'mongod.log');
}

/**
 * Counts the commands that each service sends to a MongoDB of this machine, by its log: at verbosity 1 it has a line for each
 * command, and one for each statement of an update or delete. The profiler has no line for a commit, and none for an update
 * as a whole.
 *
 * @see https://www.mongodb.com/docs/v6.0/reference/log-messages/#std-label-log-messages-configure-verbosity
 */
export class CommandLog implements Stoppable {
  readonly #client: MongoClient;
  readonly #file: string;

  /** @param file that the server writes its log to. */
  constructor(mongodbUrl: string, file: string) {
    this.#client = new MongoClient(mongodbUrl, { appName: APP });
    this.#file = file;
  }

  /**
   * Counts the commands of some work and of what follows from it, until none has been written for a second.
   *
   * @throws Error if the log is not written, or writing does not end within 30 s.
   */
  async count<Result>(work: () => Promise<Result>): Promise<CountedCommands & { readonly result: Result }> {
    await this.#setVerbosity(1);
    try {
      const { size: from } = await stat(this.#file);
      const [begin, beganAt] = [await this.#mark(), performance.now()];
      const result = await work();
      await this.quiet();
      const [end, endedAt] = [await this.#mark(), performance.now()];
      const tally = new Tally();
      for (const entry of await this.#entriesBetween(from, begin, end)) tally.add(entry);
      return { result, seconds: (endedAt - beganAt) / 1_000, ...tally.close() };
    } finally {
      await this.#setVerbosity(0);
    }
  }

  /** Waits until nothing has been inserted or committed for a second. @throws Error after 30 s. */
  async quiet(): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    let [seen, since] = ['', performance.now()];
    while (performance.now() - since < QUIET_MS) {
      if (performance.now() > deadline)
        throw new Error(`MongoDB was written to for ${PATIENCE_MS / 1_000} s after the last request`);
      const written = JSON.stringify(writesOf.parse(await this.#client.db('admin').command({ serverStatus: 1 })));
      if (written !== seen) [seen, since] = [written, performance.now()];
      await delay(QUIET_LOOK_MS);
    }
  }

  async stop(): Promise<void> {
    await this.#client.close();
  }

  async #setVerbosity(verbosity: number): Promise<void> {
    const logComponentVerbosity = { command: { verbosity }, write: { verbosity } };
    await this.#client.db('admin').command({ setParameter: 1, logComponentVerbosity });
  }

  /** Writes a line of its own into the log. */
  async #mark(): Promise<string> {
    const comment = randomUUID();
    await this.#client.db('admin').command({ ping: 1, comment });
    return comment;
  }

  async #entriesBetween(from: number, begin: string, end: string): Promise<readonly Entry[]> {
    const deadline = performance.now() + PATIENCE_MS;
    while (performance.now() < deadline) {
      const entries: Entry[] = [];
      let counts = false;
      for await (const line of createInterface({ input: createReadStream(this.#file, { start: from }) })) {
        if (line.includes(end)) return entries;
        if (counts) entries.push(...readEntry(line));
        counts ||= line.includes(begin);
      }
      await delay(LOOK_MS);
    }
    throw new Error(`MongoDB has not written its commands to ${this.#file} within ${PATIENCE_MS / 1_000} s`);
  }
}

const writesOf = z.object({
  metrics: z.object({ document: z.object({ inserted: z.coerce.number() }) }),
  transactions: z.object({ totalCommitted: z.coerce.number() }),
});

const entry = z.object({
  c: z.enum(['COMMAND', 'WRITE']),
  attr: z.object({
    appName: z.string(),
    ns: z.string(),
    command: z.record(z.string(), z.unknown()),
    ninserted: z.number().default(0),
    nModified: z.number().default(0),
    nUpserted: z.number().default(0),
    ndeleted: z.number().default(0),
    keysInserted: z.number().default(0),
    keysDeleted: z.number().default(0),
  }),
});
type Entry = z.output<typeof entry>;

/** The server's own look-up of a session has the name of the service that uses it. */
const OWN_LOOK_UP = 'config.transactions';

/** @returns nothing for a line about anything else than a service's command. A command that is cut off keeps its beginning. */
function readEntry(line: string): readonly Entry[] {
  if (!line.includes('"appName"') || line.includes(`"appName":"${APP}"`)) return [];
  const { success, data } = entry.safeParse(JSON.parse(line));
  return success && data.attr.ns !== OWN_LOOK_UP ? [data] : [];
}

class Tally {
  readonly #commands = new Map<string, CommandCount>();
  readonly #writes = new Map<string, WriteCount>();

  add({ c: component, attr }: Entry): void {
    const { appName, ns, command } = attr;
    // Behind the service the name of its place may stand.
    const [service = appName] = appName.split(' ');
    const [name = '', target] = Object.entries(command)[0] ?? [];
    const named = component === 'COMMAND' && typeof target === 'string' ? target : '';
    if (component === 'COMMAND') {
      const key = `${service} ${name} ${named}`;
      const { count } = this.#commands.get(key) ?? { count: 0 };
      this.#commands.set(key, { service, command: name, collection: named, count: count + 1 });
    }
    const collection = ns.slice(ns.indexOf('.') + 1);
    const before = this.#writes.get(`${service} ${collection}`);
    const add = (of: keyof typeof FIELDS): number => (before?.[of] ?? 0) + FIELDS[of](attr);
    const written = {
      inserted: add('inserted'),
      updated: add('updated'),
      deleted: add('deleted'),
      keysInserted: add('keysInserted'),
      keysDeleted: add('keysDeleted'),
    };
    if (Object.values(written).some((count) => count > 0))
      this.#writes.set(`${service} ${collection}`, { service, collection, ...written });
  }

  close(): Pick<CountedCommands, 'commands' | 'writes'> {
    return { commands: inOrder(this.#commands), writes: inOrder(this.#writes) };
  }
}

function inOrder<Counted>(counted: ReadonlyMap<string, Counted>): readonly Counted[] {
  return [...counted].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

const FIELDS = {
  inserted: ({ ninserted, nUpserted }: Entry['attr']) => ninserted + nUpserted,
  updated: ({ nModified }: Entry['attr']) => nModified,
  deleted: ({ ndeleted }: Entry['attr']) => ndeleted,
  keysInserted: ({ keysInserted }: Entry['attr']) => keysInserted,
  keysDeleted: ({ keysDeleted }: Entry['attr']) => keysDeleted,
} as const;
