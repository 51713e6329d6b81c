import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { delay } from '@fulfilment/kernel';
import { MongoClient } from 'mongodb';
import { z } from 'zod';
import {
  type Client,
  type Drill,
  type DrillContext,
  type DrilledSystem,
  keepBusy,
  OUTBOXES,
  table,
  withDrilledSystem,
} from './drilled-system.ts';

/** The load around a snapshot. */
export interface RestorePlan {
  readonly clients: number;
  /** Orders that are answered before it. */
  readonly orders: number;
  /** Orders that are answered between it and the loss of everything. */
  readonly lostOrders: number;
}

const FULL: RestorePlan = { clients: 4, orders: 200, lostOrders: 200 };

/** Copies MongoDB under load, goes on, loses everything, and restores the copy, with an empty Kafka and an empty Redis. */
export const restore: Drill = {
  meaning:
    'a snapshot of MongoDB under load, restored after more work, with an empty Kafka; what is kept, and whether all agrees',
  run: (context) => withDrilledSystem(context, async (system) => asTable(await restoreSnapshot(system, FULL, context))),
};

/** How a restore went. */
export interface Restored {
  /** Orders that were answered before the copy was begun, and between it and the loss. */
  readonly before: number;
  readonly after: number;
  /** Of these, orders that are there afterwards, and orders that are not. */
  readonly kept: number;
  readonly lost: number;
  /** Seconds for which writes stood still for the copy, and from the stop until the first order was answered with 201. */
  readonly copySeconds: number;
  readonly backSeconds: number;
  /** Orders that `reconcile` had to tell again, and those that it left to a person. */
  readonly told: number;
  readonly missed: number;
}

/** @throws Error where the stores differ afterwards, or a command of the operator fails. */
export async function restoreSnapshot(
  system: DrilledSystem,
  { clients, orders, lostOrders }: RestorePlan,
  { progress, signal }: Pick<DrillContext, 'progress' | 'signal'>,
): Promise<Restored> {
  const client = await system.newClient();
  await client.send('POST', '/inventory', { sku: 'MUG', name: 'Mug', on_hand: 1_000_000 });
  await system.subscribe(client);
  const answered: string[] = [];
  const busy = keepBusy(clients, async () => {
    if (!(await oneOrder(client, answered))) await delay(100);
  });
  const copy = join(system.dataDir, 'snapshot');
  const data = join(system.dataDir, 'engines', 'mongodb', 'data');
  let before: readonly string[] = [];
  let copySeconds: number;
  const takenAt = new Date();
  try {
    await reached(answered, orders, signal);
    before = [...answered];
    copySeconds = await copyAtOneMoment(system, data, copy);
    progress(`the copy took ${copySeconds.toFixed(1)} s`);
    await reached(answered, answered.length + lostOrders, signal);
  } finally {
    await busy.stop();
  }
  const after = answered.slice(before.length);
  const stopped = performance.now();
  await system.restart(async () => {
    await rm(data, { recursive: true });
    await cp(copy, data, { recursive: true });
    for (const engine of ['kafka', 'redis']) await rm(join(system.dataDir, 'engines', engine), { recursive: true });
    return { OUTBOX_REPUBLISH_SINCE: new Date(takenAt.getTime() - 3_600_000).toISOString() };
  });
  while (!(await oneOrder(client, answered))) await delay(50, signal);
  const backSeconds = (performance.now() - stopped) / 1_000;
  await settled(system, signal);
  const found = reconciled.parse(await admin(system, 'reconcile'));
  await settled(system, signal);
  await system.verify();
  const lost = await absent(client, after);
  return {
    before: before.length,
    after: after.length,
    kept: before.length - (await absent(client, before)),
    lost,
    copySeconds,
    backSeconds,
    told: found.sent,
    missed: found.ahead.length + found.unknown.length,
  };
}

const reconciled = z.object({ sent: z.int(), ahead: z.array(z.unknown()), unknown: z.array(z.unknown()) });

/** Creates, packs and ships an order. @returns whether it was created at once. */
async function oneOrder(client: Client, answered: string[]): Promise<boolean> {
  const { status, text: body } = await client.send('POST', '/orders', { lines: [{ sku: 'MUG', quantity: 1 }] });
  if (status !== 201) return false;
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(body));
  answered.push(id);
  await client.send('POST', `/orders/${id}/pack`, {});
  await client.send('POST', `/orders/${id}/ship`, {});
  return true;
}

async function reached(answered: readonly string[], count: number, signal: AbortSignal): Promise<void> {
  while (answered.length < count) {
    await delay(50, signal);
    signal.throwIfAborted();
  }
}

/** Copies the files of MongoDB while it takes no writes, as a snapshot of a volume does. @returns for how many seconds. */
async function copyAtOneMoment(system: DrilledSystem, data: string, copy: string): Promise<number> {
  const client = await MongoClient.connect(system.process('mongodb').baseUrl);
  try {
    const began = performance.now();
    await client.db('admin').command({ fsync: 1, lock: true });
    try {
      await cp(data, copy, { recursive: true });
    } finally {
      await client.db('admin').command({ fsyncUnlock: 1 });
    }
    return (performance.now() - began) / 1_000;
  } finally {
    await client.close();
  }
}

const OPERATOR = fileURLToPath(new URL('../../../apps/cli/src/main.ts', import.meta.url));

/** Runs a command of the operator. @returns the JSON that it prints. */
async function admin({ dataDir }: DrilledSystem, ...args: readonly string[]): Promise<unknown> {
  const env = { ...process.env, FULFILMENT_DATA: dataDir };
  const child = spawn(process.execPath, [OPERATOR, ...args, '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (code !== 0) throw new Error(`admin ${args.join(' ')} ended with ${code}`);
  return JSON.parse(printed);
}

/** Resolves when no step of an order waits and no row is to be published. */
async function settled(system: DrilledSystem, signal: AbortSignal): Promise<void> {
  const client = await MongoClient.connect(system.process('mongodb').baseUrl);
  const waiting = async (): Promise<number> => {
    const rows = OUTBOXES.map(([name, collection]) => client.db(name).collection(collection).countDocuments({ state: 'new' }));
    const steps = client
      .db('orders')
      .collection('orders')
      .countDocuments({ pending: { $type: 'object' } });
    return (await Promise.all([...rows, steps])).reduce((sum, count) => sum + count, 0);
  };
  try {
    while ((await waiting()) > 0) {
      await delay(200, signal);
      signal.throwIfAborted();
    }
  } finally {
    await client.close();
  }
}

/** @returns how many of these orders the API does not know. */
async function absent(client: Client, ids: readonly string[]): Promise<number> {
  let count = 0;
  for (const id of ids) if ((await client.send('GET', `/orders/${id}`)).status === 404) count += 1;
  return count;
}

function asTable(restored: Restored): string {
  const { before, after, kept, lost, copySeconds, backSeconds, told, missed } = restored;
  return table(
    [
      'orders before',
      'of these kept',
      'orders after',
      'of these gone',
      'copy, s',
      'back, s',
      'orders told again',
      'left to a person',
      'verify',
    ],
    [[before, kept, after, lost, copySeconds.toFixed(1), backSeconds.toFixed(1), told, missed, 'no difference'].map(String)],
  );
}
