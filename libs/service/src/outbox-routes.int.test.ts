import { problemDocument, refusedRows, republished, TOPICS } from '@fulfilment/contracts';
import type { IncomingRecord, OutboxDocument } from '@fulfilment/messaging';
import { eventually, uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Service } from './index.ts';
import { openOperatedService, type OperatedService } from './operated-service.fixture.ts';

const PATIENCE = { withinMs: 30_000 };
const NAME = 'orders';

let service: Service;
let operated: OperatedService;
let outbox: Awaited<ReturnType<Service['openOutbox']>>;
const read: IncomingRecord[] = [];

beforeAll(async () => {
  operated = await openOperatedService(inject('engines'), NAME);
  ({ service } = operated);
  outbox = await service.openOutbox((rows) => rows);
  const topics = [TOPICS.ordersEvents, TOPICS.stockCommands];
  service.own(await service.log.consume({ group: 'reader', topics, handle: async ({ records }) => void read.push(...records) }));
  await operated.serve();
});

afterAll(async () => {
  await operated.stop();
});

test('what was published since a time is published again, with its ids and of the topic asked for', async () => {
  await write('evt_1', TOPICS.ordersEvents);
  await write('allocate:ord_1:1', TOPICS.stockCommands);
  await eventually(() => expect(seen('evt_1') + seen('allocate:ord_1:1')).toBe(2), PATIENCE);
  await eventually(async () => expect(await rowsIn('published')).toBe(2), PATIENCE);

  const since = new Date(Date.now() - 60_000).toISOString();
  const reply = await call('POST', '/republish', { since, topic: TOPICS.stockCommands });

  expect(republished.parse(await reply.json())).toEqual({ messages: 1 });
  await eventually(() => expect(seen('allocate:ord_1:1')).toBe(2), PATIENCE);
  expect(seen('evt_1')).toBe(1);
});

test('a service that starts on a restored store publishes what it had published, ahead of what it had not', async () => {
  const rows = service.mongo.db.collection<OutboxDocument>('outbox');
  await write('evt_restored', TOPICS.ordersEvents);
  const first = await eventually(async () => {
    const row = await rows.findOne({ _id: 'evt_restored', state: 'published' });
    if (!row) throw new Error('it is not published yet');
    return row;
  }, PATIENCE);
  const republishSince = new Date(Date.now() - 60_000);
  const restored = await openOperatedService(inject('engines'), NAME, uniqueName('restored'), { republishSince });
  try {
    const headers = { ...first.headers, ce_id: 'evt_later' };
    const { published_at: _at, ...later } = { ...first, _id: 'evt_later', version: 2, state: 'new' as const, headers };
    await restored.service.mongo.db.collection<OutboxDocument>('outbox').insertMany([first, later]);
    const ids: (string | undefined)[] = [];
    await restored.service.openOutbox((outboxes) => outboxes);
    restored.service.own(
      await restored.service.log.consume({
        group: 'reader',
        topics: [TOPICS.ordersEvents],
        handle: async ({ records }) => void ids.push(...records.map((record) => record.headers['ce_id'])),
      }),
    );
    await eventually(() => expect(ids).toEqual(['evt_restored', 'evt_later']), PATIENCE);
  } finally {
    await restored.stop();
  }
});

test('a message that Kafka refused is listed with its reason, and published once it is retried', async () => {
  await write('evt_2', TOPICS.ordersEvents, 'x'.repeat(2_000_000));
  const [row] = await eventually(async () => {
    const { data } = refusedRows.parse(await (await call('GET', '')).json());
    expect(data).toHaveLength(1);
    return data;
  }, PATIENCE);
  expect(row).toMatchObject({
    id: 'orders/evt_2',
    topic: TOPICS.ordersEvents,
    error: expect.stringContaining('max message size'),
  });
  await service.mongo.db.collection<{ _id: string }>('outbox').updateOne({ _id: 'evt_2' }, { $set: { value: '{}' } });

  expect((await call('POST', '/retry', { id: row?.id })).status).toBe(200);

  await eventually(() => expect(seen('evt_2')).toBe(1), PATIENCE);
  expect((await call('POST', '/retry', { id: row?.id })).status).toBe(404);
});

test.each([
  ['older than what is kept', { since: new Date(Date.now() - 8 * 86_400_000).toISOString() }, /kept for 7 days/],
  ['in the future', { since: new Date(Date.now() + 3_600_000).toISOString() }, /in the past/],
  ['of an unknown topic', { since: new Date().toISOString(), topic: 'orders.old' }, /topic/],
  ['without a time', {}, /since/],
])('republishing %s is refused', async (_what, body, reason) => {
  const reply = await call('POST', '/republish', body);

  expect(reply.status).toBe(422);
  expect(JSON.stringify(problemDocument.parse(await reply.json()))).toMatch(reason);
});

function seen(id: string): number {
  return read.filter(({ headers }) => headers['ce_id'] === id).length;
}

function rowsIn(state: string): Promise<number> {
  return service.mongo.db.collection('outbox').countDocuments({ state });
}

async function write(id: string, topic: string, value = '{}'): Promise<void> {
  const facts = { type: 't', tenant: 'acc_1:sandbox', subject: id, at: new Date(), requestId: 'req_1' };
  await outbox.transact((_session, add) =>
    add([{ id, topic, key: `acc_1:sandbox|${id}`, version: 1, part: 0, value, ...facts }]),
  );
}

const call: OperatedService['call'] = (method, path, body) => operated.call(method, `/outbox${path}`, body);
