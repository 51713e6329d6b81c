import { CommandLog, type CountedCommands, mongodbLogFile } from '@fulfilment/dev-stack/command-log';
import { delay } from '@fulfilment/kernel';
import { beforeAll, expect, test } from 'vitest';
import { makeShop, type Shop } from './system/shop.ts';
import { type OwnTestSystem, processNamed, startTestSystemOn } from './system/start-test-system.ts';

/**
 * Commands to MongoDB at most, one client at a time, no webhook endpoint: of a whole order of two lines (created, packed,
 * shipped), an adjustment, a recorded scan, a read SKU, and a second in which nothing happens. Measured are 39 to 42, 8.1 to 8.4, 3.7
 * to 4.1, 1 to 1.2 and 5.5 to 6.3, the more the busier the machine is: messages that come at the same time share commands. A change
 * that needs fewer lowers them.
 */
const AT_MOST = { order: 43.5, adjustment: 8.6, scan: 4.6, read: 1.5, idleSecond: 7 } as const;
/**
 * Documents, and keys of their indexes, that a whole order of two lines inserts at most. Seven messages of stock are five of these documents, four
 * of which are blocks; its three events are one block or a row each, as they are marked together or not. Its history is no document, and
 * each of its seven events of webhooks has four keys. Among many clients what it shares with others hardly counts.
 */
const INSERTED_AT_MOST = { alone: { inserted: 19.2, keysInserted: 105 }, amongMany: { inserted: 13, keysInserted: 88 } } as const;
const MANY = 32;
/** Sent by the clock, not for a unit: heartbeats of connections, leases, sweeps and checks. The idle second bounds them. */
const BY_CLOCK = / hello | relay_(lanes|members)$| sweeps$| ledger_checkpoint/;
/**
 * Repeated while a unit lasts: a request that waits for a result looks for it from time to time, and a key is read again every half
 * second. Measured are 1.1 to 3.7 for an order, and 0.1 to 0.5 for the others; they have bounds of their own.
 */
const WHILE_IT_LASTS: readonly string[] = ['orders find orders', 'gateway aggregate keys'];
const LASTING_AT_MOST = { order: 7, other: 0.8 } as const;

const UNITS = 10;
/** The fewest of some: keys are read again, and messages are stored one by one, where the machine is busy with other work. */
const TRIES = 3;
/** Leases and polls of the services come round several times. */
const IDLE_MS = 10_000;
const SKUS = Array.from({ length: UNITS }, (_, place) => `COUNTED-${place}`);

const ADJUSTMENT = { delta: 1, reason: 'receipt' } as const;

let system: OwnTestSystem;
let log: CommandLog;
let shop: Shop;
let idle: CountedCommands;

beforeAll(async () => {
  system = await startTestSystemOn(() => Promise.resolve());
  log = new CommandLog(processNamed(system, 'mongodb').baseUrl, mongodbLogFile(system.dataDir));
  const { id: accountId } = await system.operator.account('Counted');
  shop = makeShop(system.call, (await system.operator.key({ accountId })).key);
  for (const sku of SKUS) await shop.createSku({ sku, name: 'Counted', on_hand: 1_000_000 });
  await oneOrder(0);
  await log.quiet();
  idle = await countIdle();
  return async () => {
    await log.stop();
    await system.stop();
  };
});

async function countIdle(): Promise<CountedCommands> {
  // wait: an idle time is the subject.
  return await log.count(async () => await delay(IDLE_MS));
}

const aSecond = (counted: CountedCommands): ReadonlyMap<string, number> =>
  new Map([...namedCounts(counted)].map(([name, count]) => [name, count / counted.seconds]));

async function oneOrder(place: number): Promise<void> {
  const lines = [place, place + 1].map((each) => ({ sku: SKUS[each % UNITS] ?? '', quantity: 1 }));
  const { id } = await shop.createOrder({ lines });
  await shop.pack(id);
  await shop.ship(id);
}

/** Commands of each kind for one unit, the share of an idle time taken out; the largest first. */
async function commandsOf(unit: (place: number) => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
  const counted = await log.count(async () => {
    for (let place = 0; place < UNITS; place += 1) await unit(place);
  });
  const share = namedCounts(idle);
  const each = [...namedCounts(counted)]
    .filter(([name]) => !BY_CLOCK.test(name))
    .map(([name, count]) => {
      return [name, (count - ((share.get(name) ?? 0) / idle.seconds) * counted.seconds) / UNITS] as const;
    });
  return new Map(each.toSorted(([, a], [, b]) => b - a));
}

function namedCounts({ commands }: CountedCommands): ReadonlyMap<string, number> {
  return new Map(commands.map(({ service, command, collection, count }) => [`${service} ${command} ${collection}`, count]));
}

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((total, count) => total + count, 0);
/** Nothing, or all counts where they are too many. */
function excess(counts: ReadonlyMap<string, number>, atMost: number): readonly string[] {
  if (sum(counts) <= atMost) return [];
  return [`${sum(counts).toFixed(2)} commands`, ...[...counts].map(([name, count]) => `${count.toFixed(2)} ${name}`)];
}

/** The same of a unit, of which some commands are repeated while it lasts. */
function excessOfUnit(counts: ReadonlyMap<string, number>, atMost: number): readonly string[] {
  const [lasting, own] = [new Map<string, number>(), new Map<string, number>()];
  for (const [name, count] of counts) (WHILE_IT_LASTS.includes(name) ? lasting : own).set(name, count);
  const lastingAtMost = atMost === AT_MOST.order ? LASTING_AT_MOST.order : LASTING_AT_MOST.other;
  return [...excess(own, atMost), ...excess(lasting, lastingAtMost)];
}

test.each([
  ['a whole order of two lines', AT_MOST.order, oneOrder],
  [
    'an adjustment',
    AT_MOST.adjustment,
    (place: number) => system.call('POST', `/inventory/${SKUS[place]}/adjustments`, { key: shop.key, body: ADJUSTMENT }),
  ],
  ['a scan', AT_MOST.scan, () => shop.scan({ barcode: '4006381333931' })],
  ['a read SKU', AT_MOST.read, (place: number) => shop.sku(SKUS[place] ?? '')],
])('the commands to MongoDB for %s stay within their bound', async (_, atMost, unit) => {
  let counts = await commandsOf(unit);
  for (let tries = 1; tries < TRIES && excessOfUnit(counts, atMost).length > 0; tries += 1) counts = await commandsOf(unit);

  expect(excessOfUnit(counts, atMost)).toEqual([]);
  // Each has one at least; without it the count has a fault.
  expect(sum(counts)).toBeGreaterThan(0.9);
});

type Inserted = Readonly<Record<'inserted' | 'keysInserted', number>>;

/** Documents and keys that one of some orders inserts, the share of an idle time taken out. */
async function insertedBy(units: number, work: () => Promise<unknown>): Promise<Inserted> {
  const counted = await log.count(work);
  const own = (what: keyof Inserted): number => {
    const [all, share] = [counted, idle].map(({ writes }) => writes.reduce((total, each) => total + each[what], 0));
    return ((all ?? 0) - ((share ?? 0) / idle.seconds) * counted.seconds) / units;
  };
  return { inserted: own('inserted'), keysInserted: own('keysInserted') };
}

const inTurn = async (): Promise<void> => {
  for (let place = 0; place < UNITS; place += 1) await oneOrder(place);
};
const atOnce = async (): Promise<unknown> => await Promise.all(Array.from({ length: MANY }, (_, place) => oneOrder(place)));

test.each([
  ['one client at a time', INSERTED_AT_MOST.alone, UNITS, inTurn],
  ['among many clients', INSERTED_AT_MOST.amongMany, MANY, atOnce],
])('the documents and keys of indexes that a whole order inserts %s stay within their bound', async (_, atMost, units, work) => {
  const areTooMany = ({ inserted, keysInserted }: Inserted): boolean =>
    inserted > atMost.inserted || keysInserted > atMost.keysInserted;
  let found = await insertedBy(units, work);
  for (let tries = 1; tries < TRIES && areTooMany(found); tries += 1) found = await insertedBy(units, work);

  expect(found.inserted).toBeLessThanOrEqual(atMost.inserted);
  expect(found.keysInserted).toBeLessThanOrEqual(atMost.keysInserted);
  // Orders, allocations, movements and events are there at least; without them the count has a fault.
  expect(found.inserted).toBeGreaterThan(10);
});

test('a system in which nothing happens stays within its bound of commands a second', async () => {
  let counts = aSecond(idle);
  for (let tries = 1; tries < TRIES && excess(counts, AT_MOST.idleSecond).length > 0; tries += 1)
    counts = aSecond(await countIdle());

  expect(excess(counts, AT_MOST.idleSecond)).toEqual([]);
});
