import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stoppable } from '@fulfilment/kernel';
import { connectRedis } from '@fulfilment/redis';
import { MongoClient } from 'mongodb';
import { z } from 'zod';
import { makeCpuTime } from '../measured-start.ts';
import type { Subject } from '../subject.ts';

/** Amounts by name, of a time. */
export type Amounts = Readonly<Record<string, number>>;

/** Everything that a time took, as the engines and the kernel count it. */
export interface Taken {
  readonly seconds: number;
  /** Of MongoDB: documents, transactions, syncs of the journal. */
  readonly mongodb: Amounts;
  /** Records and batches by topic, as they lie in the log; `__consumer_offsets` has a record for each committed offset. */
  readonly kafka: Amounts;
  /** Calls by command. */
  readonly redis: Amounts;
  /** Milliseconds of CPU by process. */
  readonly cpuMs: Amounts;
}

/** The counters of a running system. */
export interface Counters extends Stoppable {
  /** Counts while some work runs. */
  readonly during: <Result>(work: () => Promise<Result>) => Promise<Taken & { readonly result: Result }>;
}

type Read = () => Promise<Amounts>;

export async function openCounters(subject: Subject, folder: string): Promise<Counters> {
  const client = new MongoClient(subject.mongodbUrl, { appName: 'command-log' });
  const redis = connectRedis({ url: subject.redisUrl, prefix: '', commandTimeoutMs: 5_000, onError: () => undefined });
  const cpuTime = await makeCpuTime();
  const readCpu: Read = async () => {
    const processes = subject.processes.flatMap(({ name, pid }) => (pid === undefined ? [] : [{ name, pid }]));
    const times = await Promise.all(processes.map(async ({ name, pid }) => [name, (await cpuTime(pid)) / 1_000] as const));
    return Object.fromEntries(times);
  };
  const readMongodb: Read = async () => mongodbAmounts(await client.db('admin').command(SERVER_STATUS));
  const readRedis: Read = async () => callsOf(await redis.redis.info('commandstats'));
  const segments = new Segments(join(folder, 'data', 'engines', 'kafka', 'data'));
  return {
    during: async (work) => {
      const from = await segments.sizes();
      const before = [await readMongodb(), await readRedis(), await readCpu()] as const;
      const beganAt = performance.now();
      const result = await work();
      const seconds = (performance.now() - beganAt) / 1_000;
      const [cpuMs, mongodb, redisCalls] = [await readCpu(), await readMongodb(), await readRedis()];
      return {
        result,
        seconds,
        mongodb: difference(mongodb, before[0]),
        redis: difference(redisCalls, before[1]),
        cpuMs: difference(cpuMs, before[2]),
        kafka: await segments.since(from),
      };
    },
    stop: async () => {
      await client.close();
      await redis.stop();
    },
  };
}

function difference(after: Amounts, before: Amounts): Amounts {
  const changed = Object.entries(after).map(([name, amount]) => [name, amount - (before[name] ?? 0)] as const);
  return Object.fromEntries(changed.filter(([, amount]) => amount !== 0));
}

const SERVER_STATUS = { serverStatus: 1, repl: 0, locks: 0, tcmalloc: 0, sharding: 0, security: 0 } as const;

const count = z.coerce.number();
const serverStatus = z.object({
  metrics: z.object({
    document: z.object({ deleted: count, inserted: count, returned: count, updated: count }),
    operation: z.object({ writeConflicts: count }),
  }),
  transactions: z.object({ totalCommitted: count, totalAborted: count }),
  wiredTiger: z.object({
    log: z.object({ 'log sync operations': count, 'log bytes written': count, 'log write operations': count }),
  }),
});

function mongodbAmounts(status: unknown): Amounts {
  const { metrics, transactions, wiredTiger } = serverStatus.parse(status);
  return {
    'documents inserted': metrics.document.inserted,
    'documents updated': metrics.document.updated,
    'documents deleted': metrics.document.deleted,
    'documents returned': metrics.document.returned,
    'transactions committed': transactions.totalCommitted,
    'transactions aborted': transactions.totalAborted,
    'write conflicts': metrics.operation.writeConflicts,
    'journal syncs': wiredTiger.log['log sync operations'],
    'journal writes': wiredTiger.log['log write operations'],
    'journal bytes': wiredTiger.log['log bytes written'],
  };
}

/** Calls by command, of lines such as `cmdstat_get:calls=21,usec=175,…`. The call that asks is left out. */
export function callsOf(info: string): Amounts {
  const found = [...info.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)].map(
    ([, name = '', calls]) => [name, Number(calls)] as const,
  );
  return Object.fromEntries(found.filter(([name]) => name !== 'info'));
}

/** The files in which Kafka keeps the records of its partitions, each read from where it ended before. */
class Segments {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async sizes(): Promise<ReadonlyMap<string, number>> {
    const files = (await readdir(this.#folder, { recursive: true })).filter((file) => /-\d+\/\d+\.log$/.test(file));
    const sizes = await Promise.all(files.map(async (file) => [file, (await stat(join(this.#folder, file))).size] as const));
    return new Map(sizes);
  }

  async since(before: ReadonlyMap<string, number>): Promise<Amounts> {
    const amounts: Record<string, number> = {};
    for (const [file, size] of await this.sizes()) {
      const from = before.get(file) ?? 0;
      if (size <= from) continue;
      const topic = file.slice(0, file.lastIndexOf('-', file.indexOf('/')));
      const { records, batches } = batchesOf(await this.#read(file, from, size));
      amounts[`${topic} records`] = (amounts[`${topic} records`] ?? 0) + records;
      amounts[`${topic} batches`] = (amounts[`${topic} batches`] ?? 0) + batches;
    }
    return amounts;
  }

  async #read(file: string, from: number, to: number): Promise<Buffer> {
    const handle = await open(join(this.#folder, file));
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(to - from), 0, to - from, from);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }
}

/** Of a batch: its length after the first 12 bytes, and the number of its records. */
const LENGTH_AT = 8;
const HEAD_BYTES = 12;
const RECORDS_AT = 57;

/**
 * Counts the batches of a part of a segment that begins with one. A producer's request has a batch for each partition.
 *
 * @see https://kafka.apache.org/documentation/#recordbatch
 */
export function batchesOf(segment: Buffer): { readonly records: number; readonly batches: number } {
  let [at, records, batches] = [0, 0, 0];
  while (at + RECORDS_AT + 4 <= segment.length) {
    records += segment.readInt32BE(at + RECORDS_AT);
    batches += 1;
    at += HEAD_BYTES + segment.readInt32BE(at + LENGTH_AT);
  }
  return { records, batches };
}
