import { stockCommand, TOPICS } from '@fulfilment/contracts';
import { delay, StandsStill } from '@fulfilment/kernel';
import { decodeTyped, makeOutbox, type OutboxSource, transactWithOutbox } from '@fulfilment/messaging';
import { eventually } from '@fulfilment/testing';
import { afterEach, expect, inject, test } from 'vitest';
import { openOperatedService, type OperatedService } from './operated-service.fixture.ts';

const PATIENCE = { withinMs: 90_000 };
/** Four of them are longer than the time between two renewals of leases. */
const LOOK_MS = 1_000;
const POOL = 50;

let operated: OperatedService | undefined;
let fatal: unknown[];

afterEach(async () => {
  await operated?.stop();
  operated = undefined;
});

async function open(): Promise<OperatedService> {
  fatal = [];
  operated = await openOperatedService(inject('engines'), 'inventory', undefined, {
    lookEveryMs: LOOK_MS,
    onFatal: (error) => fatal.push(error),
  });
  return operated;
}

const command = (key: string) => ({ topic: TOPICS.stockCommands, key, value: '{"type":"release"}', headers: {} });

test('a process whose connections to MongoDB are all taken is not ready, says so in one line, and ends', async () => {
  const { service, serve, internal } = await open();
  const { db } = service.mongo;
  await db.createCollection('held', { capped: true, size: 4_096 });
  await db.collection('held').insertOne({});
  await service.consume({
    topics: [TOPICS.stockCommands],
    decode: decodeTyped(stockCommand, ['release']),
    handle: async () => undefined,
  });
  await serve();
  await eventually(async () => expect((await internal('/readyz')).status).toBe(200), PATIENCE);

  const cursors = await takeAllConnections(db);
  await service.log.append([command('a'), command('b'), command('c')]);

  await eventually(() => expect(fatal).toHaveLength(1), PATIENCE);
  expect(fatal[0]).toBeInstanceOf(StandsStill);
  expect(String(fatal[0])).toMatch(/^StandsStill: [^\n]+ makes no progress, [^\n]+ replaced 3 times$/);
  await Promise.all(cursors.map((cursor) => cursor.close().catch(() => undefined)));
  expect((await internal('/readyz')).status).toBe(503);
}, 360_000);

/** Each connection of the pool waits for a document that does not come. */
async function takeAllConnections(db: OperatedService['service']['mongo']['db']) {
  const cursors = Array.from({ length: POOL }, () =>
    db.collection('held').find({}, { tailable: true, awaitData: true, maxAwaitTimeMS: 600_000, batchSize: 1 }),
  );
  await Promise.all(cursors.map((cursor) => cursor.next()));
  for (const cursor of cursors) cursor.next().catch(() => undefined);
  return cursors;
}

test('a relay whose pass never ends is replaced, and what waited is published', async () => {
  const { service, serve, internal } = await open();
  const { client, db } = service.mongo;
  const outbox = makeOutbox(db, { source: 'inventory' });
  let passes = 0;
  const hangsOnce: OutboxSource = {
    ...outbox.events,
    read: (from) => {
      passes += 1;
      return passes === 2 ? new Promise(() => undefined) : outbox.events.read(from);
    },
  };
  const events = service.relay(hangsOnce);
  await serve();
  await eventually(() => expect(passes).toBeGreaterThanOrEqual(1), PATIENCE);
  const transact = transactWithOutbox(client, outbox, { sagas: events, events });
  const message = { topic: TOPICS.inventoryEvents, key: 'acc_1:sandbox|sku', type: 'sku.created', tenant: 'acc_1:sandbox' };
  const rest = { version: 1, part: 0, subject: 'sku', at: new Date(), value: '{}', requestId: 'req_1' };

  events.doubt();
  await transact((_, add) => add([{ id: 'evt_1', ...message, ...rest }]));

  await eventually(async () => expect(await outbox.events.oldestAt()).toBeUndefined(), PATIENCE);
  expect(await (await internal('/metrics')).text()).toMatch(/progress_replacements_total\{part="relay [^"]+"[^}]*\} 1/);
  expect(fatal).toEqual([]);
});

test('an idle process has all its parts as they were, and is ready', async () => {
  const { service, serve, internal } = await open();
  await service.openOutbox((rows) => rows);
  await service.consume({
    topics: [TOPICS.stockCommands],
    decode: decodeTyped(stockCommand, ['release']),
    handle: async () => undefined,
  });
  await serve();

  // wait: looks of the watch, which would have found a part that stands still.
  await delay(8 * LOOK_MS);

  const metrics = await (await internal('/metrics')).text();
  expect(metrics).not.toMatch(/progress_replacements_total\{/);
  expect(metrics).toMatch(/progress_unwell_parts\{[^}]*\} 0/);
  expect(await (await internal('/readyz')).json()).toMatchObject({ checks: { progress: 'ok', replaceable: 'ok' } });
});
