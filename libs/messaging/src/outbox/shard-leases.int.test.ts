import { delay, ProgressWatch } from '@fulfilment/kernel';
import { silentLogger } from '@fulfilment/observability';
import { eventually, TIMED } from '@fulfilment/testing';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type OwnDatabase, ownDatabase } from '../engines.fixture.ts';
import type { HintChannel } from '../port.ts';
import { shardLeaseIndexes, ShardLeases, type ShardLeasesOptions } from './shard-leases.ts';
import { deafHints, localHints } from './local-hints.fixture.ts';

let own: OwnDatabase;
const started: ShardLeases[] = [];
const failTheTest = (error: Error): never => {
  throw error;
};

beforeEach(async () => {
  own = await ownDatabase(shardLeaseIndexes);
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((leases) => leases.stop()));
  await own.stop();
});

test('one process holds every shard', async () => {
  const alone = join('a', deafHints);

  await eventually(() => expect(alone.held()).toHaveLength(8));
});

test(
  'processes share the shards evenly, each with one holder, and those of one that stops are taken over at once',
  TIMED,
  async () => {
    const hints = localHints();
    const [a, b, c] = [join('a', hints), join('b', hints), join('c', hints)];
    await eventually(() => expect([a, b, c].map((leases) => leases.held().length).toSorted((x, y) => x - y)).toEqual([2, 3, 3]));
    expect(new Set([...a.held(), ...b.held(), ...c.held()]).size).toBe(8);

    await c.stop();

    const stoppedAtMs = performance.now();
    await eventually(() => expect([a.held().length, b.held().length]).toEqual([4, 4]));
    expect(performance.now() - stoppedAtMs).toBeLessThan(900);
    expect(new Set([...a.held(), ...b.held()]).size).toBe(8);
  },
);

test('leases that no process renews, since an answer of the store was lost, are renewed by a new loop', TIMED, async () => {
  let isLost = false;
  let renewals = 0;
  const losing = new Proxy(own.mongo.db, {
    get: (db, name) =>
      name === 'collection'
        ? (collection: string) =>
            new Proxy(db.collection(collection), {
              get: (target, method) => {
                if (method === 'updateMany' && isLost) return () => new Promise(() => undefined);
                if (method === 'updateMany') renewals += 1;
                const value: unknown = Reflect.get(target, method);
                return typeof value === 'function' ? value.bind(target) : value;
              },
            })
        : Reflect.get(db, name),
  });
  const told: string[] = [];
  const watch = new ProgressWatch({
    everyMs: 600,
    engines: { mongodb: async () => (await own.mongo.db.command({ ping: 1 }))['ok'] === 1 },
    onReplaced: (_, part) => {
      told.push(part);
      isLost = false;
      renewals = 0;
    },
    onGivenUp: failTheTest,
  });
  const leases = join('a', deafHints, { progress: watch }, losing);
  await eventually(() => expect(leases.held()).toHaveLength(8));
  isLost = true;

  await eventually(() => expect(told).toContain('leases orders.outbox'), { withinMs: 30_000 });
  // What was held before is not a proof: its leases may not have run out.
  await eventually(() => expect(renewals).toBeGreaterThan(2), { withinMs: 30_000 });
  await eventually(() => expect(leases.held()).toHaveLength(8), { withinMs: 30_000 });
  await watch.stop();
});

test('without hints the share is even all the same', async () => {
  const a = join('a', deafHints);
  await eventually(() => expect(a.held()).toHaveLength(8));

  const b = join('b', deafHints);

  await eventually(() => expect([a.held().length, b.held().length]).toEqual([4, 4]));
});

test('the shards of a killed process are taken over, under a higher epoch', async () => {
  const gone = { name: 'orders.outbox', owner: 'gone', until: new Date(Date.now() + 4_000) };
  const lanes = Array.from({ length: 8 }, (_, lane) => ({ _id: `orders.outbox:${lane}`, lane, epoch: 5, ...gone }));
  await own.mongo.db.collection<(typeof lanes)[number]>('relay_lanes').insertMany(lanes);
  const successor = join('a', deafHints);
  expect(successor.held()).toEqual([]);

  await eventually(() => expect(successor.held()).toHaveLength(8));

  const epochs = await own.mongo.db.collection('relay_lanes').distinct('epoch');
  expect(epochs).toEqual([6]);
});

test(
  'the shards of a killed process are taken over at once by the next of its instance, which need not wait to write',
  TIMED,
  async () => {
    const lease = { name: 'orders.outbox', owner: 'gone', until: new Date(Date.now() + 60_000) };
    const lanes = Array.from({ length: 8 }, (_, lane) => ({ _id: `orders.outbox:${lane}`, lane, epoch: 5, ...lease }));
    await own.mongo.db.collection<(typeof lanes)[number]>('relay_lanes').insertMany(lanes);
    const member = { _id: 'orders.outbox:gone', name: 'orders.outbox', instance: 'orders-1', until: lease.until };
    await own.mongo.db.collection<typeof member>('relay_members').insertOne(member);
    const startedAtMs = performance.now();

    const successor = join('a', deafHints, { instance: 'orders-1' });
    await successor.joined();

    // Beside a member that is alive it would wait for 2.5 s.
    expect(performance.now() - startedAtMs).toBeLessThan(2_400);
    await eventually(() => expect(successor.held()).toHaveLength(8));
  },
);

test('a process whose instance name another one takes holds nothing any more, and is told', async () => {
  const told: Error[] = [];
  const first = join('a', deafHints, { instance: 'orders-1', onReplaced: (error) => told.push(error) });
  await eventually(() => expect(first.held()).toHaveLength(8));

  const second = join('b', deafHints, { instance: 'orders-1' });

  await eventually(() => expect(second.held()).toHaveLength(8));
  await eventually(() => expect(told.map(({ message }) => message)).toEqual([expect.stringContaining('orders-1')]));
  expect(first.held()).toEqual([]);
});

test('a process alone renews with two commands each 1.5 s', TIMED, async () => {
  const { db, takeCommands, stop } = await countedMongo();
  const alone = join('a', deafHints, {}, db);
  await eventually(() => expect(alone.soleSince()).toBe(1));
  takeCommands();

  // wait: an idle time is the subject.
  await delay(6_000);

  const commands = takeCommands();
  expect(new Set(commands)).toEqual(new Set(['update relay_members', 'update relay_lanes']));
  expect(commands.length).toBeLessThanOrEqual(10);
  expect([alone.soleSince(), alone.held().length]).toEqual([1, 8]);
  await alone.stop();
  await stop();
});

test(
  'another member, also one of an earlier release, is heard of with the next renewal, for as long as its last commit may take',
  TIMED,
  async () => {
    const members = own.mongo.db.collection<{ _id: string; name: string; until: Date }>('relay_members');
    const alone = join('a', deafHints);
    await eventually(() => expect(alone.soleSince()).toBe(1));

    await members.insertOne({ _id: 'orders.outbox:old', name: 'orders.outbox', until: new Date(Date.now() - 30_000) });
    await eventually(() => expect(alone.soleSince()).toBeUndefined());
    expect(alone.held()).toHaveLength(8);
    await members.updateOne({ _id: 'orders.outbox:old' }, { $set: { until: new Date(Date.now() + 60_000) } });
    await eventually(() => expect(alone.held()).toHaveLength(4));
    await members.updateOne({ _id: 'orders.outbox:old' }, { $set: { until: new Date(Date.now() - 61_000) } });

    await eventually(() => expect([alone.soleSince(), alone.held().length]).toEqual([2, 8]));
  },
);

test('a member whose document is gone joins again', async () => {
  const alone = join('a', deafHints);
  await eventually(() => expect(alone.soleSince()).toBe(1));
  const members = own.mongo.db.collection('relay_members');

  await members.deleteMany({});

  await eventually(async () => expect(await members.countDocuments()).toBe(1));
  expect(alone.held()).toHaveLength(8);
});

/** A connection of which the commands are noted. */
async function countedMongo() {
  const client = await MongoClient.connect(inject('engines').mongodbUrl, { monitorCommands: true });
  let commands: string[] = [];
  client.on('commandStarted', ({ commandName, command }) => {
    commands.push(`${commandName} ${String(command[commandName])}`);
  });
  const takeCommands = (): readonly string[] => {
    const taken = commands;
    commands = [];
    return taken;
  };
  return { db: client.db(own.database), takeCommands, stop: () => client.close() };
}

function join(owner: string, hints: HintChannel, more: Partial<ShardLeasesOptions> = {}, db = own.mongo.db): ShardLeases {
  const leases = new ShardLeases(db, {
    name: 'orders.outbox',
    shards: 8,
    owner,
    hints,
    logger: silentLogger,
    onReplaced: failTheTest,
    ...more,
  });
  started.push(leases);
  return leases;
}
