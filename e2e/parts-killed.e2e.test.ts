import { fulfilmentRecord, integrityReport, movementRecord, type OrderRecord, TOPICS } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { killNine } from './faults/kill-nine.ts';
import { besideLoad } from './faults/kill-under-load.ts';
import type { FinalAnswer } from './faults/named-request.ts';
import { type PartClerks, PARTS, startPartClerks } from './faults/part-clerks.ts';
import { atOnce } from './system/at-once.ts';
import { readPages } from './system/pages.ts';
import { eventsOf } from './system/receiver.ts';
import { lentTestSystem, TWO_OF_EACH } from './system/shared-system.ts';
import { type OwnTestSystem, processNamed } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';
import { openTopics } from './system/topics.ts';

const SKUS = ['MUG', 'CUP'] as const;
const OPENING = 1_000;
const CLERKS = 6;
const READERS = 8;
/** Orders that have to get through between two faults. */
const BETWEEN_FAULTS = 6;
const PATIENCE = { withinMs: 180_000, everyMs: 20 };
/** A clerk asks for the next step of its order by then, unless that has just got through. */
const ASKED_WITHIN = { withinMs: 2_000, everyMs: 20 };
/** Of each service alone, of both processes of one, and of one each. */
const KILLS = [['inventory'], ['orders'], ['inventory', 'inventory-2'], ['orders', 'orders-2'], ['inventory-2', 'orders']];

let system: OwnTestSystem;
let tenant: TestTenant;
let clerks: PartClerks;
let orders: readonly OrderRecord[];
/** Orders that were between the ship of one part and the pack of the other as processes were killed. */
const interrupted = new Set<string>();
let repeatedOutcomes = 0;

beforeAll(async () => {
  system = await lentTestSystem(TWO_OF_EACH);
  return () => system.stop();
});

beforeAll(async () => {
  tenant = await openTenant(system);
  for (const sku of SKUS) await tenant.shop.createSku({ sku, name: sku, on_hand: OPENING });
  return () => tenant.stop();
});

beforeAll(async () => {
  clerks = startPartClerks({ call: system.call, apiKey: tenant.shop.key, clerks: CLERKS, skus: SKUS });
  await besideLoad(clerks, async () => {
    for (const names of KILLS) {
      await progress();
      await kill(names);
    }
    await progress();
    await tellLate();
    await progress();
    await tellTwice();
    await progress();
  });
  orders = await atOnce(READERS, clerks.orders, (id) => tenant.shop.order(id));
}, 900_000);

async function progress(): Promise<void> {
  const before = clerks.finished();
  await eventually(() => {
    const through = clerks.finished() - before;
    if (through < BETWEEN_FAULTS) throw new Error(`${through} of ${BETWEEN_FAULTS} orders got through`);
  }, PATIENCE);
}

async function someBetween(): Promise<void> {
  await eventually(() => {
    if (clerks.between.size === 0) throw new Error('No order is between two parts');
  }, PATIENCE);
}

async function kill(names: readonly string[]): Promise<void> {
  await someBetween();
  for (const id of clerks.between) interrupted.add(id);
  await Promise.all(names.map((name) => killNine(system, name)));
}

function signalStock(name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const each of ['inventory', 'inventory-2']) {
    const { pid } = processNamed(system, each);
    if (pid === undefined) throw new Error(`${each} is no process of ours`);
    process.kill(pid, name);
  }
}

/** Outcomes come after the processes that wait for them have been killed: stock stands still until then. */
async function tellLate(): Promise<void> {
  await eventually(stopStockBetween, PATIENCE);
  try {
    await Promise.all(['orders', 'orders-2'].map((name) => killNine(system, name)));
  } finally {
    signalStock('SIGCONT');
  }
}

/** @throws Error where no order between two parts waits for stock: none would while that stands still, so it goes on. */
async function stopStockBetween(): Promise<void> {
  await someBetween();
  signalStock('SIGSTOP');
  try {
    await eventually(async () => {
      const waiting = await atOnce(READERS, [...clerks.between], (id) => tenant.shop.order(id));
      if (waiting.every(({ pending_transition: step }) => step === null)) throw new Error('No step waits for inventory');
      for (const { id, pending_transition: step } of waiting) if (step !== null) interrupted.add(id);
    }, ASKED_WITHIN);
  } catch (error) {
    signalStock('SIGCONT');
    throw error;
  }
}

/** All commands to stock and all outcomes so far are appended again, as a relay does that was killed before it had marked them. */
async function tellTwice(): Promise<void> {
  const read = [TOPICS.stockCommands, TOPICS.stockOutcomes];
  const topics = await openTopics(inject('engines'), { topicPrefix: system.topicPrefix, read });
  try {
    const own = () => topics.records.filter(({ value }) => clerks.orders.some((id) => value.includes(id)));
    const again = await eventually(() => {
      const found = own();
      if (new Set(found.map(({ topic }) => topic)).size < read.length) throw new Error('Not both topics have been read');
      return found;
    }, PATIENCE);
    repeatedOutcomes = again.filter(({ topic }) => topic === TOPICS.stockOutcomes).length;
    await topics.append(again.map(({ topic, key, value, headers }) => ({ topic, key, value, headers })));
  } finally {
    await topics.stop();
  }
}

const wordsOf = ({ status, body }: FinalAnswer): string => JSON.stringify([status, body]);
const read = <Read>(work: (order: OrderRecord) => Promise<Read>) => atOnce(READERS, orders, work);

describe('after kill -9 of orders and inventory between the ship of one part and the pack of another, with outcomes lost, late and told twice', () => {
  test('orders were in between at each kind of fault, and both senders of each request heard the same', () => {
    expect(interrupted.size).toBeGreaterThan(KILLS.length);
    expect(repeatedOutcomes).toBeGreaterThan(orders.length);
    expect(clerks.sent.filter(({ heard: [one, other] }) => wordsOf(one) !== wordsOf(other))).toEqual([]);
  });

  test('each order is shipped whole, and each part was planned, packed and shipped once', async () => {
    expect(orders.map(({ status, fulfilment, pending_transition: step }) => [status, fulfilment, step])).toEqual(
      orders.map(() => ['shipped', 'complete', null]),
    );
    const shipped = PARTS[0].map((units, line) => units + (PARTS[1][line] ?? 0));
    expect(orders.map(({ lines }) => lines.map((line) => [line.shipped, line.quantity, line.allocated]))).toEqual(
      orders.map(() => shipped.map((units) => [units, units, 0])),
    );
    const steps = await read(async ({ id }) => {
      const entries = (await tenant.shop.history(id)).filter(({ refused, transition }) => !refused && transition !== 'update');
      return entries.map(({ transition }) => transition).toSorted();
    });
    expect(new Set(steps.map((each) => each.join()))).toEqual(new Set(['create,fulfil,fulfil,pack,pack,ship,ship']));
  });

  test.each(SKUS)(
    'of %s left what the parts hold, each part once in the ledger, which adds up to what is on hand',
    async (sku) => {
      const { key } = tenant.shop;
      const ledger = await readPages(system.call, { key, path: `/inventory/${sku}/movements`, item: movementRecord });
      const left = ledger
        .filter(({ reason }) => reason === 'shipment')
        .map(({ reference, delta }) => `${reference?.id} ${delta}`);
      const parts = await read(async ({ id }) =>
        (await readPages(system.call, { key, path: `/orders/${id}/fulfilments`, item: fulfilmentRecord })).map((part) => {
          const units = part.lines.reduce((sum, line) => sum + (line.sku === sku ? line.quantity : 0), 0);
          return `${part.id} ${-units}`;
        }),
      );

      expect(left.toSorted()).toEqual(parts.flat().toSorted());
      const onHand = ledger.reduce((sum, { delta }) => sum + delta, 0);
      expect(await tenant.shop.sku(sku)).toMatchObject({ on_hand: onHand, allocated: 0, available: onHand });
    },
  );

  test('each step of each order was told once, and that it is shipped once', async () => {
    const told = await eventually(
      async () => {
        const feed = await tenant.shop.events();
        expect(feed.filter(({ type }) => type === 'order.shipped').length).toBeGreaterThanOrEqual(orders.length);
        expect(new Set(eventsOf(tenant.subscriber).map(({ id }) => id))).toEqual(new Set(feed.map(({ id }) => id)));
        return feed;
      },
      { withinMs: 180_000, everyMs: 500 },
    );
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
    const wanted = {
      'order.created': 1,
      'order.shipped': 1,
      'fulfilment.created': 2,
      'fulfilment.packed': 2,
      'fulfilment.shipped': 2,
    };
    const countsOf = (id: string) =>
      Object.fromEntries(
        Object.keys(wanted).map((type) => [
          type,
          told.filter((event) => event.type === type && JSON.stringify(event.data).includes(id)).length,
        ]),
      );
    expect(orders.map(({ id }) => [id, countsOf(id)])).toEqual(orders.map(({ id }) => [id, wanted]));
  });

  test('stock, ledger and the stores of all services agree with each other', async () => {
    const report = (await system.call('GET', '/integrity', { key: tenant.shop.key })).as(200, integrityReport);
    expect(report).toMatchObject({ consistent: true });
    expect(await system.differences()).toEqual([]);
  });
});
