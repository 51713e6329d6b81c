import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { orderRecord, topicsProgress } from '@fulfilment/contracts';
import { databasesOf } from '@fulfilment/dev-stack/run-file';
import { delay, tenantKey } from '@fulfilment/kernel';
import { connectMongo, type Mongo } from '@fulfilment/mongo';
import { eventually, patient } from '@fulfilment/testing';
import { beforeAll, expect, inject, test } from 'vitest';
import { type BusyClients, startBusyClients } from './faults/busy-clients.ts';
import { endOf } from './faults/good-client.ts';
import { besideLoad } from './faults/kill-under-load.ts';
import { type OwnTestSystem, processNamed, startTestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

const MAIN = fileURLToPath(new URL('../apps/cli/src/main.ts', import.meta.url));
const [BEFORE, AFTER] = [3, 7];
const TENANTS = 2;
/** Between two orders of a client: the load goes on for minutes, beside other files. */
const PAUSE_MS = { busy: 4_000, queue: 1_200 };
/** Relays rest for 26 s, and producers and consumers have 17 s to learn of partitions. */
const GROWN_WITHIN_MS = patient(120_000);
const PATIENCE = { withinMs: 60_000 };

let system: OwnTestSystem;
let tenants: readonly TestTenant[];
let mongo: { readonly inventory: Mongo; readonly webhooks: Mongo };

beforeAll(async () => {
  const settings = { KAFKA_PARTITIONS: String(BEFORE) };
  system = await startTestSystem(inject('engines'), { scale: { inventory: 2, orders: 2, webhooks: 2 }, settings });
  return () => system.stop();
});

beforeAll(async () => {
  const url = processNamed(system, 'mongodb').baseUrl;
  const databases = databasesOf(system.topicPrefix.slice(0, -1));
  mongo = {
    inventory: await connectMongo({ url, database: databases.inventory, appName: 'test' }),
    webhooks: await connectMongo({ url, database: databases.webhooks, appName: 'test' }),
  };
  return () => Promise.all(Object.values(mongo).map((one) => one.stop()));
});

beforeAll(async () => {
  tenants = await Promise.all(Array.from({ length: TENANTS }, () => openTenant(system)));
  for (const { shop } of tenants)
    for (const sku of ['RED-01', 'QUEUE']) await shop.createSku({ sku, name: sku, on_hand: 1_000_000 });
  return () => Promise.all(tenants.map((tenant) => tenant.stop()));
});

test('topics grow under orders: each record keeps its order, nothing is lost, and what a group has not read holds it up', async () => {
  const load = startLoad();
  await besideLoad(load, async () => {
    await load.goesOn();
    const letGo = await holdUpWebhooks();
    const growing = admin('topics', 'grow', 'orders.events', '--partitions', String(AFTER));
    try {
      await eventually(() => expect(growing.errors()).toMatch(/Relays rest for 0 s more; [1-9]\d* records/), PATIENCE);
      expect(await partitionsOf('orders.events')).toBe(BEFORE);
    } finally {
      await letGo();
    }
    expect(await growing.ended()).toMatchObject({ code: 0 });
    for (const topic of ['orders.events', 'inventory.events', 'scans.events']) expect(await partitionsOf(topic)).toBe(AFTER);
    await load.goesOn();
  });
  // Of each tenant several, while what it waits for stands still.
  expect(load.answers.get(202)).toBeGreaterThan(2 * TENANTS);
  await eventually(async () => expect(await system.differences()).toEqual([]), { withinMs: 60_000, everyMs: 1_000 });
  await expectOrderOfFeed();
}, 900_000);

test('a command that is killed or interrupted leaves the relays going, and the next one ends its work', async () => {
  const load = startLoad();
  await besideLoad(load, async () => {
    await load.goesOn();
    const killed = admin('topics', 'grow', 'stock.commands', '--partitions', String(AFTER));
    await eventually(() => expect(killed.errors()).toMatch(/Relays rest/), PATIENCE);
    killed.kill('SIGKILL');
    const interrupted = admin('topics', 'grow', 'stock.commands', '--partitions', String(AFTER));
    await eventually(() => expect(interrupted.errors()).toMatch(/Another command holds/), PATIENCE);
    interrupted.kill('SIGINT');
    expect(await interrupted.ended()).toMatchObject({
      code: 1,
      last: expect.stringMatching(/^Interrupted: .* Run the command again/),
    });
    expect(await partitionsOf('stock.commands')).toBe(BEFORE);

    expect(await admin('topics', 'grow', 'stock.commands', '--partitions', String(AFTER), '--json').ended()).toMatchObject({
      code: 0,
      last: '',
    });
    expect(await partitionsOf('stock.commands')).toBe(AFTER);
    await load.goesOn();
  });
  await expectOrderOfCommands(load.queued);
  await eventually(async () => expect(await system.differences()).toEqual([]), { withinMs: 60_000, everyMs: 1_000 });
  await expectOrderOfFeed();
}, 900_000);

test.each([
  [['orders.old', '--partitions', '9'], 2, /orders\.old.*Allowed choices are inventory\.events/s],
  [['orders.events', '--partitions', '201'], 2, /whole number from 1 to 200/],
  [['orders.events'], 2, /--partitions/],
  [['orders.events', '--partitions', '1'], 1, /^inventory\.events has \d+ partitions, and Kafka removes none\.\n$/],
  [['stock.moves', '--partitions', String(BEFORE)], 1, /^stock\.moves: there are 3 partitions already\.\n$/],
])('topics grow %s ends with %i and one reason', async (words, code, reason) => {
  const grown = admin('topics', 'grow', ...words);

  expect(await grown.ended()).toMatchObject({ code });
  expect(grown.errors()).toMatch(reason);
});

/** Orders that are brought to their end, and orders that queue: of each tenant one is created after the other. */
function startLoad() {
  const answers = new Map<number, number>();
  const queued = new Map<TestTenant, string[]>();
  const state = { stopping: false };
  const clients = tenants.map(({ shop: { key } }) =>
    startBusyClients({ call: system.call, key, clients: 2, skus: ['RED-01'], pauseMs: PAUSE_MS.busy }),
  );
  const queues = tenants.map(async (tenant) => {
    const ids: string[] = [];
    queued.set(tenant, ids);
    while (!state.stopping) {
      const body = { lines: [{ sku: 'QUEUE', quantity: 1 }] };
      const answer = await system.call('POST', '/orders', { key: tenant.shop.key, body });
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
      ids.push(answer.as(answer.status === 202 ? 202 : 201, orderRecord).id);
      // wait: the rate of the load.
      await delay(PAUSE_MS.queue);
    }
  });
  const finished = (): number => clients.reduce((sum, one: BusyClients) => sum + one.finished(), 0);
  return {
    answers,
    queued,
    goesOn: async (): Promise<void> => {
      const before = finished();
      await eventually(() => expect(finished()).toBeGreaterThan(before + 10), PATIENCE);
    },
    stop: async (): Promise<void> => {
      state.stopping = true;
      const works = await Promise.all(clients.map((one) => one.stop()));
      await Promise.all(queues);
      for (const [place, { routes }] of works.entries()) {
        const ends = new Map((await tenants[place]?.shop.orders())?.map(({ external_id: name, status }) => [name, status]));
        for (const [name, route] of routes) expect([name, ends.get(name)]).toEqual([name, endOf(route)]);
      }
    },
  };
}

/** Webhooks can store no event of this system until it is let go: each write of a position fails, as one does that meets another. */
async function holdUpWebhooks(): Promise<() => Promise<void>> {
  const { client, db } = mongo.webhooks;
  const data = {
    failCommands: ['update', 'findAndModify'],
    namespace: `${db.databaseName}.positions`,
    errorCode: 112,
    errorLabels: ['TransientTransactionError'],
  };
  const fail = (mode: 'alwaysOn' | 'off') =>
    client.db('admin').command({ configureFailPoint: 'failCommand', mode, ...(mode === 'off' ? {} : { data }) });
  await fail('alwaysOn');
  return async () => {
    await fail('off');
  };
}

async function partitionsOf(topic: string): Promise<number | undefined> {
  const { code, out, last } = await admin('topics', 'list', '--json').ended();
  expect({ code, last }).toMatchObject({ code: 0 });
  return topicsProgress.parse(JSON.parse(out)).data.find((one) => one.topic === topic)?.partitions;
}

/** All changes of each order and SKU are in the feed, in their order. */
async function expectOrderOfFeed(): Promise<void> {
  for (const { shop } of tenants) {
    const sequences = new Map<string, number[]>();
    for (const event of await shop.events()) {
      if (!('sequence' in event)) continue;
      const record = 'sku' in event.data ? String(event.data.sku) : event.data.id;
      sequences.set(record, [...(sequences.get(record) ?? []), Number(event.sequence)]);
    }
    expect(sequences.size).toBeGreaterThan(20);
    for (const [record, found] of sequences) expect([record, found]).toEqual([record, found.toSorted((a, b) => a - b)]);
  }
}

/** Inventory took the orders of a tenant in the order in which they were created. */
async function expectOrderOfCommands(queued: ReadonlyMap<TestTenant, readonly string[]>): Promise<void> {
  const allocations = mongo.inventory.db.collection<{ _id: string; updated_at: Date }>('allocations');
  for (const [{ tenant }, ids] of queued) {
    const keys = ids.map((id) => `${tenantKey(tenant)}/${id}`);
    await eventually(async () => expect(await allocations.countDocuments({ _id: { $in: keys } })).toBe(ids.length));
    const found = new Map((await allocations.find({ _id: { $in: keys } }).toArray()).map(({ _id, updated_at: at }) => [_id, at]));
    const times = keys.map((key) => found.get(key)?.getTime() ?? 0);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  }
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  /** The last line of standard error. */
  readonly last: string;
}

/** Runs a command of the operator as a process. */
function admin(...words: readonly string[]) {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(process.execPath, [MAIN, ...words], {
    env: { ...process.env, FULFILMENT_DATA: system.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { out: '', err: '' };
  child.stdout.on('data', (data: Buffer) => (text.out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (text.err += data.toString()));
  const closed = once(child, 'close', { signal: AbortSignal.timeout(GROWN_WITHIN_MS) });
  closed.catch(() => child.kill('SIGKILL'));
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    errors: () => text.err,
    ended: async (): Promise<Ended> => {
      await closed;
      return { code: child.exitCode, out: text.out, last: text.err.trimEnd().split('\n').at(-1) ?? '' };
    },
  };
}
