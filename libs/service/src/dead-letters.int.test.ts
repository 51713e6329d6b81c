import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { deadLetterPage, IDENTITY_HEADER, problemDocument, retriedDeadLetter, stockCommand, TOPICS } from '@fulfilment/contracts';
import { makeSignIdentity, type SignIdentity } from '@fulfilment/identity';
import { decodeTyped } from '@fulfilment/messaging';
import { eventually, uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { openService, type RunningService, type Service } from './index.ts';

const PATIENCE = { withinMs: 30_000 };
const NAME = 'inventory';
const kid = randomUUID();
const signingKey = { ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }), kid };

let service: Service;
let running: RunningService;
let sign: SignIdentity;
/** Letters so far: each test adds its own to what the others left. */
let known: readonly string[] = [];

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
  await service.consume({
    topics: [TOPICS.stockCommands],
    decode: decodeTyped(stockCommand, ['allocate', 'confirm', 'ship', 'release']),
    handle: async () => undefined,
  });
  running = await service.serve({ routes: [] });
  sign = await makeSignIdentity({ key: signingKey, lifetimeSeconds: 60 });
});

afterAll(async () => {
  await service.mongo.db.dropDatabase();
  await running.stop();
});

beforeEach(async () => {
  known = (await letters()).map(({ id }) => id);
});

test('a record that cannot be read is listed for the operator, whichever the service', async () => {
  await poison('{');

  const [letter] = await fresh(1);

  expect(letter).toMatchObject({ group: NAME, topic: TOPICS.stockCommands, key: 'acc_1:sandbox', state: 'open', value: '{' });
  expect(letter?.id).toBe(`${NAME}/${TOPICS.stockCommands}/${letter?.partition}/${letter?.offset}`);
});

test('a long body is shown by its beginning', async () => {
  await poison('x'.repeat(5_000));

  expect((await fresh(1))[0]?.value).toBe('x'.repeat(1_000));
});

test('pages follow one another without a gap', async () => {
  await poison('1', '2', '3');
  await fresh(3);

  const ids: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const page = deadLetterPage.parse(
      await ok(await call('GET', `?limit=1${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`)),
    );
    ids.push(...page.data.map(({ id }) => id));
    after = page.next_after;
  }

  expect(ids).toEqual((await letters()).map(({ id }) => id));
});

test('a retry puts the record back, where it is handled again; the letter is no longer open', async () => {
  await poison('{"again":true}');
  const [letter] = await fresh(1);

  const retried = retriedDeadLetter.parse(await ok(await call('POST', '/retry', { id: letter?.id })));

  expect(retried).toEqual({ id: letter?.id, put_back: 1 });
  const states = (await letters()).filter(({ value }) => value === '{"again":true}').map(({ state }) => state);
  expect(states).toContain('retried');
  // Nothing was mended: it comes to the dead letters again, as another record.
  await eventually(
    async () => expect((await letters('open')).filter(({ value }) => value === letter?.value)).toHaveLength(1),
    PATIENCE,
  );
});

test.each([
  ['an unknown letter is not found', 'POST', '/retry', { id: 'inventory/stock.commands/0/999999' }, 404, 'not_found'],
  ['a retry names a letter', 'POST', '/retry', {}, 422, 'validation_failed'],
  ['a state is one of three', 'GET', '?state=lost', undefined, 400, 'invalid_parameter'],
  ['a page has at most 200', 'GET', '?limit=201', undefined, 400, 'invalid_parameter'],
] as const)('%s', async (_what, method, path, body, status, code) => {
  const response = await call(method, path, body);

  expect(response.status).toBe(status);
  expect(problemDocument.parse(await response.json()).code).toBe(code);
});

test('only the operator may read them', async () => {
  const caller = { sub: 'key_01JD8Z0000000000000000TEST', acc: 'acc_01JD8Z0000000000000000TEST', env: 'sandbox', role: 'admin' };

  expect((await call('GET', '', undefined, await sign(caller, NAME))).status).toBe(404);
  expect((await call('GET', '', undefined, await sign({ sub: 'operator', op: true }, 'orders'))).status).toBe(401);
});

function poison(...values: readonly string[]): Promise<void> {
  return service.log.append(values.map((value) => ({ topic: TOPICS.stockCommands, key: 'acc_1:sandbox', value, headers: {} })));
}

async function letters(state?: 'open') {
  return deadLetterPage.parse(await ok(await call('GET', `?limit=200${state ? `&state=${state}` : ''}`))).data;
}

/** The letters of this test, once there are so many. */
function fresh(count: number) {
  return eventually(async () => {
    const found = (await letters()).filter(({ id }) => !known.includes(id));
    expect(found).toHaveLength(count);
    return found;
  }, PATIENCE);
}

async function ok(response: Response): Promise<unknown> {
  expect(response.status).toBe(200);
  return response.json();
}

async function call(method: string, path: string, body?: object, token?: string): Promise<Response> {
  const identity = token ?? (await sign({ sub: 'operator', op: true }, NAME));
  return fetch(`http://127.0.0.1:${running.port}/operator/v1/dead-letters${path}`, {
    method,
    headers: { [IDENTITY_HEADER]: identity, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
