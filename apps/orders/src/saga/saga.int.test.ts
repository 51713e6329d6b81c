import { COST_HEADER, domainEvent, type OrderRecord, orderRecord, type StockCommand, TOPICS } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { eventually, uniqueName } from '@fulfilment/testing';
import { type Caller, newCaller, type ServiceInstance } from '@fulfilment/service/test-bed';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { z } from 'zod';
import { FakeInventory } from './fake-inventory.fixture.ts';
import { openTestBed, type TestBed } from '../orders.fixture.ts';

type DomainEvent = z.output<typeof domainEvent>;

let bed: TestBed;
let inventory: FakeInventory;
let running: ServiceInstance[] = [];
let caller: Caller;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  inventory = new FakeInventory(bed.log, { 'MUG-01': 100_000, 'CUP-01': 1 });
  await inventory.start();
});

beforeEach(() => {
  caller = newCaller();
});

afterEach(async () => {
  await inventory.letGo();
  await Promise.all(running.map((instance) => instance.stop()));
  running = [];
});

afterAll(async () => {
  await inventory.stop();
  await bed.stop();
});

const mugs = { lines: [{ sku: 'MUG-01', quantity: 2 }] };

/** Requests wait longer than a machine with other work stalls. */
async function start(settings: Readonly<Record<string, string>> = { ORDER_WAIT_MS: '20000' }): Promise<ServiceInstance> {
  const instance = await bed.start(settings);
  running.push(instance);
  return instance;
}

async function created(orders: ServiceInstance): Promise<OrderRecord> {
  return orderRecord.parse((await orders.call(caller, 'POST /orders', mugs)).body);
}

async function packed(orders: ServiceInstance): Promise<OrderRecord> {
  const { id } = await created(orders);
  return orderRecord.parse((await orders.call(caller, `POST /orders/${id}/pack`)).body);
}

async function read(orders: ServiceInstance, id: string): Promise<OrderRecord> {
  return orderRecord.parse((await orders.call(caller, `GET /orders/${id}`)).body);
}

/** Takes a step to its end, also where a stalled machine lets it end after its answer, which is 202 then. */
async function step(orders: ServiceInstance, operation: string, becomes: OrderRecord['status']): Promise<OrderRecord> {
  const body = operation === 'POST /orders' ? mugs : undefined;
  const { id } = orderRecord.parse((await orders.call(caller, operation, body)).body);
  return await eventually(async () => {
    const order = await read(orders, id);
    expect(order.status).toBe(becomes);
    return order;
  });
}

/** Follows the events of the caller's orders, from the beginning. */
async function followEvents(): Promise<DomainEvent[]> {
  const { accountId } = caller;
  const seen: DomainEvent[] = [];
  await bed.log.consume({
    group: uniqueName('events'),
    topics: [TOPICS.ordersEvents],
    handle: async ({ records }) => {
      const events = records.map(({ value }) => domainEvent.parse(JSON.parse(value)));
      seen.push(...events.filter((event) => event.account_id === accountId));
    },
  });
  return seen;
}

function idsOf(sent: readonly StockCommand[], type: StockCommand['type']): string[] {
  return sent.filter((command) => command.type === type).map(({ id }) => id);
}

/** The commands that concerned the caller's orders, as inventory got them. */
function commands(): readonly StockCommand[] {
  return inventory.commands.filter((command) => command.account_id === caller.accountId);
}

test('creating an order, and each step of it, tell the gateway the cost of its lines, also where it is repeated', async () => {
  const orders = await start();
  const long = { lines: Array.from({ length: 120 }, () => ({ sku: 'MUG-01', quantity: 1 })), external_id: uniqueName('long') };
  const placed = await orders.call(caller, 'POST /orders', long);
  const { id } = orderRecord.parse(placed.body);
  const again = await orders.call(caller, 'POST /orders', long);
  const packing = await orders.call(caller, `POST /orders/${id}/pack`);
  const cancelling = await orders.call(caller, `POST /orders/${id}/cancel`, {});
  const answers = [placed, again, packing, cancelling, await orders.call(caller, 'POST /orders', mugs)];

  expect(answers.map(({ headers }) => headers.get(COST_HEADER))).toEqual(['2', '2', '2', '2', null]);
});

describe('events', () => {
  test('one for each step, in order, with the whole order as answered', async () => {
    const events = await followEvents();
    const orders = await start();
    const { id } = await created(orders);
    await orders.call(caller, `POST /orders/${id}/pack`);
    const shipped = orderRecord.parse((await orders.call(caller, `POST /orders/${id}/ship`, { carrier: 'DHL' })).body);

    await eventually(() => expect(events.map(({ type }) => type)).toEqual(['order.created', 'order.packed', 'order.shipped']));
    expect(events.at(-1)).toMatchObject({ account_id: caller.accountId, environment: 'sandbox', sequence: shipped.version });
    expect(events.at(-1)?.data).toEqual(shipped);
  });

  test('one for a filled backorder, and none for a rejected order', async () => {
    const events = await followEvents();
    const orders = await start();
    await orders.call(caller, 'POST /orders', { lines: [{ sku: 'NONE', quantity: 1 }] });
    await orders.call(caller, 'POST /orders', { lines: [{ sku: 'CUP-01', quantity: 2 }] });

    await inventory.restock('CUP-01', 1);

    await eventually(() => expect(events.map(({ type }) => type)).toEqual(['order.created', 'order.updated']));
    expect(events.at(-1)?.data).toMatchObject({ status: 'created', allocation: 'allocated', lines: [{ allocated: 2 }] });
  });
});

describe('many clients and two instances', () => {
  test('20 clients ship one order: one ship command, one 200, 19 refusals with the status shipped', async () => {
    const [one, other] = [await start(), await start()];
    const { id } = await packed(one);

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, place) => (place % 2 ? one : other).call(caller, `POST /orders/${id}/ship`)),
    );

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { body } of replies.filter(({ status }) => status !== 200)) {
      expect(body).toMatchObject({ status: 409, code: 'invalid_transition', current_status: 'shipped' });
    }
    expect(new Set(idsOf(commands(), 'ship')).size).toBe(1);
  });

  test('20 creates with one external id: one order, one 201', async () => {
    const [one, other] = [await start(), await start()];
    const asked = { ...mugs, external_id: 'shop-1' };

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, place) => (place % 2 ? one : other).call(caller, 'POST /orders', asked)),
    );

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(replies.map(({ body }) => orderRecord.parse(body).id)).size).toBe(1);
  });

  test('orders go all the way on both at once, each shipped once', async () => {
    const instances = [await start(), await start()];
    const go = async (place: number): Promise<OrderRecord> => {
      const [here, there] = place % 2 ? instances : instances.toReversed();
      if (!here || !there) throw new Error('Two instances are needed');
      const { id } = await step(here, 'POST /orders', 'created');
      await step(here, `POST /orders/${id}/pack`, 'packed');
      return await step(there, `POST /orders/${id}/ship`, 'shipped');
    };

    const shipped = await Promise.all(Array.from({ length: 40 }, (_, place) => go(place)));

    expect(new Set(shipped.map(({ status }) => status))).toEqual(new Set(['shipped']));
    expect(new Set(idsOf(commands(), 'ship'))).toEqual(new Set(shipped.map(({ id }) => `ship:${id}:3`)));
  });
});

describe('between intent and answer', () => {
  test('while inventory is silent only so many requests wait, and all are finished once it answers', async () => {
    const orders = await start({ ORDER_MAX_WAITING: '2' });
    await created(orders);
    inventory.holdBack();

    const calls = Array.from({ length: 10 }, () => orders.call(caller, 'POST /orders', mugs));
    const statuses: number[] = [];
    for (const call of calls) void call.then(({ status }) => statuses.push(status));
    await eventually(() => expect(statuses).toEqual(Array(8).fill(202)));
    await inventory.letGo();

    expect((await Promise.all(calls)).filter(({ status }) => status === 201)).toHaveLength(2);
    const pending = (await Promise.all(calls)).map(({ body }) => orderRecord.parse(body).id);
    await eventually(async () => {
      for (const id of pending) expect(await read(orders, id)).toMatchObject({ status: 'created' });
    });
    expect((await orders.call(caller, 'POST /orders', mugs)).status).toBe(201);
  });

  test('an instance that stops leaves nothing undone: the next one finishes what it began', async () => {
    const events = await followEvents();
    const patient = await bed.start();
    const { id } = await packed(patient);
    await patient.stop();
    const first = await bed.start({ ORDER_WAIT_MS: '100' });
    inventory.holdBack();
    const create = await first.call(caller, 'POST /orders', mugs);
    const ship = await first.call(caller, `POST /orders/${id}/ship`, { carrier: 'DHL' });
    expect([create.status, ship.status]).toEqual([202, 202]);
    await first.stop();

    const second = await start();
    await inventory.letGo();

    await eventually(async () => {
      expect(await read(second, id)).toMatchObject({ status: 'shipped', carrier: 'DHL', pending_transition: null });
      expect(await read(second, orderRecord.parse(create.body).id)).toMatchObject({ status: 'created' });
    });
    await eventually(() => expect(events.filter(({ type }) => type === 'order.shipped')).toHaveLength(1));
  });

  test('the next instance publishes a command that was committed and not published', async () => {
    const first = await bed.start({ ORDER_WAIT_MS: '1' });
    const replies = await Promise.all(Array.from({ length: 20 }, () => first.call(caller, 'POST /orders', mugs)));
    await first.stop();

    const second = await start();

    const ids = replies.map(({ body }) => orderRecord.parse(body).id);
    await eventually(async () => {
      for (const id of ids) expect(await read(second, id)).toMatchObject({ status: 'created' });
    });
  });
});

describe('incoming outcomes', () => {
  test('a step pays for the other orders that it gave units to: one token for fifty of their lines', async () => {
    const orders = await start();
    const { id } = await step(orders, 'POST /orders', 'created');
    inventory.holdBack();
    const packing = orders.call(caller, `POST /orders/${id}/pack`);
    await eventually(() => expect(idsOf(commands(), 'confirm')).toHaveLength(1));
    await inventory.letGo((outcomes) => outcomes.map((outcome) => ({ ...outcome, worked_lines: 500 })));

    // Beyond its first token, and two lines of its own.
    expect((await packing).headers.get(COST_HEADER)).toBe('10');
    expect((await orders.call(caller, `POST /orders/${id}/ship`)).headers.get(COST_HEADER)).toBeNull();
  });

  test('unreadable ones become dead letters, those of unknown orders are ignored, and the others are applied', async () => {
    const orders = await start();
    const unknownId = newId('ord');
    const records = [
      { key: 'a', value: 'not json' },
      { key: 'b', value: '{"type":"allocation","version":0}' },
      { key: 'c', value: '{"type":"something new"}' },
    ];
    await bed.log.append(records.map((record) => ({ ...record, topic: TOPICS.stockOutcomes, headers: {} })));
    inventory.holdBack();
    const creating = created(orders);
    await eventually(() => expect(commands()).toHaveLength(1));
    await inventory.letGo((outcomes) => outcomes.flatMap((outcome) => [{ ...outcome, order_id: unknownId }, outcome]));

    expect(await creating).toMatchObject({ status: 'created' });
    expect((await orders.call(caller, `GET /orders/${unknownId}`)).status).toBe(404);
    const parked: unknown[] = [];
    await bed.log.consume({
      group: uniqueName('letters'),
      topics: [`${TOPICS.stockOutcomes}.dlq`],
      handle: async (batch) => {
        parked.push(...batch.records.map(({ key }) => key));
      },
    });
    await eventually(() => expect(new Set(parked)).toEqual(new Set(['a', 'b'])));
  });

  test('the time that steps take is a metric', async () => {
    const orders = await start();
    await created(orders);

    await eventually(async () =>
      expect(await orders.internal('/metrics')).toMatch(
        /order_step_seconds_count\{.*transition="create",result="accepted".*\} 1/,
      ),
    );
  });
});
