import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { IDENTITY_HEADER, problemDocument, refusedRows, republished, TOPICS } from '@fulfilment/contracts';
import { makeSignIdentity, type SignIdentity } from '@fulfilment/identity';
import type { IncomingRecord } from '@fulfilment/messaging';
import { eventually, uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openService, type RunningService, type Service } from './index.ts';

const PATIENCE = { withinMs: 30_000 };
const NAME = 'orders';
const kid = randomUUID();
const signingKey = { ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid };

let service: Service;
let running: RunningService;
let sign: SignIdentity;
let outbox: Awaited<ReturnType<Service['openOutbox']>>;
const read: IncomingRecord[] = [];

beforeAll(async () => {
  const { kafkaBrokers, mongodbUrl, redisUrl } = inject('engines');
  const name = uniqueName('service');
  const { d: _private, ...publicKey } = signingKey;
  service = await openService({
    name: NAME,
    settings: {
      HOST: '127.0.0.1',
      PORT: 0,
      INTERNAL_HOST: '127.0.0.1',
      INTERNAL_PORT: 0,
      PUBLIC_URL: 'http://localhost:8080',
      MONGODB_URL: mongodbUrl,
      MONGODB_DATABASE: name,
      REDIS_URL: redisUrl,
      REDIS_PREFIX: `${name}:`,
      KAFKA_BROKERS: kafkaBrokers.split(','),
      KAFKA_TLS: false,
      KAFKA_REPLICATION_FACTOR: 1,
      KAFKA_PARTITIONS: 3,
      TOPIC_PREFIX: `${name}.`,
      JWT_PUBLIC_KEYS: { keys: [publicKey] },
      DRAIN_NOTICE_MS: 0,
      LOG_LEVEL: 'silent',
    },
    onFatal: () => undefined,
  });
  outbox = await service.openOutbox();
  const topics = [TOPICS.ordersEvents, TOPICS.stockCommands];
  service.own(await service.log.consume({ group: 'reader', topics, handle: async ({ records }) => void read.push(...records) }));
  running = await service.serve({ routes: [] });
  sign = await makeSignIdentity({ key: signingKey, lifetimeSeconds: 60 });
});

afterAll(async () => {
  await service.mongo.db.dropDatabase();
  await running.stop();
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

async function call(method: string, path: string, body?: object): Promise<Response> {
  const identity = await sign({ sub: 'operator', op: true }, NAME);
  return fetch(`http://127.0.0.1:${running.port}/operator/v1/outbox${path}`, {
    method,
    headers: { [IDENTITY_HEADER]: identity, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
