import { ensureIndexes } from '@fulfilment/mongo';
import { silentLogger } from '@fulfilment/observability';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OwnEngines, ownEngines } from '../engines.fixture.ts';
import type { HintChannel } from '../port.ts';
import { shardLeaseIndexes, ShardLeases } from './shard-leases.ts';
import { deafHints, localHints } from './local-hints.fixture.ts';

let own: OwnEngines;
const started: ShardLeases[] = [];

beforeEach(async () => {
  own = await ownEngines();
  await ensureIndexes(own.mongo.db, shardLeaseIndexes);
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((leases) => leases.stop()));
  await own.stop();
});

test('one process holds every shard', async () => {
  const alone = join('a', deafHints);

  await eventually(() => expect(alone.held()).toHaveLength(8));
});

test('processes share the shards evenly, each with one holder, and those of one that stops are taken over at once', async () => {
  const hints = localHints();
  const [a, b, c] = [join('a', hints), join('b', hints), join('c', hints)];
  await eventually(() => expect([a, b, c].map((leases) => leases.held().length).toSorted((x, y) => x - y)).toEqual([2, 3, 3]));
  expect(new Set([...a.held(), ...b.held(), ...c.held()]).size).toBe(8);

  await c.stop();

  const stoppedAtMs = performance.now();
  await eventually(() => expect([a.held().length, b.held().length]).toEqual([4, 4]));
  expect(performance.now() - stoppedAtMs).toBeLessThan(900);
  expect(new Set([...a.held(), ...b.held()]).size).toBe(8);
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

  await eventually(() => expect(successor.held()).toHaveLength(8), { withinMs: 8_000 });

  const epochs = await own.mongo.db.collection('relay_lanes').distinct('epoch');
  expect(epochs).toEqual([6]);
});

function join(owner: string, hints: HintChannel): ShardLeases {
  const leases = new ShardLeases(own.mongo.db, { name: 'orders.outbox', shards: 8, owner, hints, logger: silentLogger });
  started.push(leases);
  return leases;
}
