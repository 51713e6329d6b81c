import { databaseOf } from '@fulfilment/dev-stack/run-file';
import { type EventLog, openKafkaLog } from '@fulfilment/messaging';
import { delay, newId, tenantKey } from '@fulfilment/kernel';
import { silentLogger } from '@fulfilment/observability';
import { type Collection, MongoClient } from 'mongodb';
import { Pool } from 'undici';
import { z } from 'zod';
import {
  type CeilingName,
  CPU_PATH,
  type MeasureCeiling,
  type MeasuredCeiling,
  type MeasuredRests,
  type MeasureRests,
  quantile,
  repeat,
} from './jobs.ts';

/** A database that no service reads. */
const DATABASE = 'bench_ceilings';
const TOPIC = 'bench.ceilings';
const DAY_MS = 86_400_000;
const DOCUMENTS = 400;
const UNITS = 1_000_000_000;
const PAGE = 50;

interface Bare {
  readonly _id: string;
  readonly available?: number;
  readonly at?: number;
}

/** One unit of a ceiling, and how it is ended. */
interface Ceiling {
  readonly once: () => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

type Open = (job: MeasureCeiling) => Promise<Ceiling>;

const OPEN: Readonly<Record<CeilingName, Open>> = {
  http: async ({ httpOrigin, atOnce }) => {
    const pool = new Pool(httpOrigin, { connections: atOnce, pipelining: 1 });
    const once = async () => await (await pool.request({ method: 'GET', path: '/' })).body.text();
    return { once, stop: () => pool.close() };
  },
  'find-one': async (job) => {
    const client = connect(job);
    const skus = client.db(databaseOf('inventory', '')).collection<{ _id: string }>('skus');
    return { once: () => skus.findOne({ _id: `${job.tenant}/${drawFrom(job.skus)}` }), stop: () => client.close() };
  },
  'find-page': async (job) => {
    const client = connect(job);
    const skus = client.db(databaseOf('inventory', '')).collection('skus');
    const { tenant } = job;
    return { once: () => skus.find({ tenant }).sort({ sku: 1 }).limit(PAGE).toArray(), stop: () => client.close() };
  },
  update: async (job) => {
    const { stock, stop } = await openStock(job);
    let at = 0;
    return { once: () => stock.updateOne({ _id: drawId() }, { $set: { at: (at += 1) } }), stop };
  },
  guarded: async (job) => {
    const { stock, stop } = await openStock(job);
    return { once: () => takeOne(stock), stop };
  },
  transaction: async (job) => {
    const { client, stock, stop } = await openStock(job);
    const orders = client.db(DATABASE).collection<Bare>('orders');
    const outbox = client.db(DATABASE).collection<Bare>('outbox');
    const once = () =>
      client.withSession((session) =>
        session.withTransaction(async () => {
          await stock.updateOne({ _id: drawId(), available: { $gte: 1 } }, { $inc: { available: -1 } }, { session });
          await orders.insertOne({ _id: newId('ord') }, { session });
          await outbox.insertOne({ _id: newId('evt') }, { session });
        }),
      );
    return { once, stop };
  },
  produce: async ({ kafkaBrokers }) => {
    const log: EventLog = openKafkaLog({
      brokers: kafkaBrokers.split(','),
      clientId: 'bench-ceilings',
      topicPrefix: '',
      logger: silentLogger,
      onFatal: (error) => {
        throw error;
      },
    });
    await log.ensureTopics([{ name: TOPIC, partitions: 12, replicationFactor: 1, retentionMs: DAY_MS }]);
    // Appends of one appender wait for each other, so each worker has one of its own.
    const idle: ReturnType<EventLog['openAppender']>[] = [];
    const record = () => ({ topic: TOPIC, key: newId('evt'), value: RECORD, headers: {} });
    const once = async (): Promise<void> => {
      const appender = idle.pop() ?? log.openAppender();
      await appender.append([record()]);
      idle.push(appender);
    };
    return { once, stop: () => log.stop() };
  },
};

const RECORD = JSON.stringify({ data: 'x'.repeat(500) });

/** Measures what an engine, or Node, does alone: writes wait for a majority and its journal, as the services' do. */
export async function measureCeiling(job: MeasureCeiling): Promise<MeasuredCeiling> {
  const { once, stop } = await OPEN[job.ceiling](job);
  const took: number[] = [];
  try {
    // Connections are made before.
    await repeat({ atOnce: job.atOnce, forMs: job.forMs / 5 }, once);
    const { elapsedMs } = await repeat(job, async () => {
      const beganAt = performance.now();
      await once();
      took.push(performance.now() - beganAt);
    });
    return { elapsedMs, done: took.length, p50Ms: quantile(took, 0.5) };
  } finally {
    await stop();
  }
}

const cpuUsage = z.object({ user: z.number(), system: z.number() });

/** Measures what a request to the bare server costs after a rest: a core that sleeps, and a process that is woken, cost too. */
export async function measureRests({ httpOrigin, restMs, requests }: MeasureRests): Promise<MeasuredRests> {
  const pool = new Pool(httpOrigin, { connections: 1, pipelining: 1 });
  const get = async (path: string) => await (await pool.request({ method: 'GET', path })).body.text();
  const ofBoth = async (): Promise<number> => {
    const server = cpuUsage.parse(JSON.parse(await get(CPU_PATH)));
    const client = process.cpuUsage();
    return server.user + server.system + client.user + client.system;
  };
  try {
    for (let warm = 0; warm < requests; warm += 1) await get('/');
    const before = await ofBoth();
    for (let sent = 0; sent < requests; sent += 1) {
      if (restMs > 0) await delay(restMs);
      await get('/');
    }
    return { cpuMicros: ((await ofBoth()) - before) / requests };
  } finally {
    await pool.close();
  }
}

function connect({ mongodbUrl, atOnce }: MeasureCeiling): MongoClient {
  return new MongoClient(mongodbUrl, {
    maxPoolSize: atOnce,
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
  });
}

async function openStock(job: MeasureCeiling) {
  const client = connect(job);
  const stock: Collection<Bare> = client.db(DATABASE).collection<Bare>('stock');
  const operations = Array.from({ length: DOCUMENTS }, (_, number) => ({
    replaceOne: { filter: { _id: idOf(number) }, replacement: { available: UNITS }, upsert: true },
  }));
  await stock.bulkWrite(operations);
  return { client, stock, stop: () => client.close() };
}

const takeOne = (stock: Collection<Bare>) =>
  stock.updateOne({ _id: drawId(), available: { $gte: 1 } }, { $inc: { available: -1 } });
const idOf = (number: number): string => `stock-${number}`;
const drawId = (): string => idOf(Math.floor(Math.random() * DOCUMENTS));
const drawFrom = (skus: readonly string[]): string => skus[Math.floor(Math.random() * skus.length)] ?? '';

/** The name of a customer's records. */
export const tenantOf = (accountId: string): string => tenantKey({ accountId, environment: 'sandbox' });
