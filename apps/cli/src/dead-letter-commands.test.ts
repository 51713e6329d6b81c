import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICES } from '@fulfilment/contracts';
import { type RunningServer, startApi } from '@fulfilment/http';
import { makeVerifyIdentity } from '@fulfilment/identity';
import { AppError } from '@fulfilment/kernel';
import { Metrics, silentLogger } from '@fulfilment/observability';
import { deadLetterRoutes } from '@fulfilment/service';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runAdmin } from './run-admin.ts';

type Letters = Parameters<typeof deadLetterRoutes>[0];
type Letter = Awaited<ReturnType<Letters['list']>>[number];

const { d, ...publicKey } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
const kid = 'test';
const kept = new Map<string, Letter[]>();
const servers: RunningServer[] = [];
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fulfilment-admin-'));
  const processes: object[] = [{ name: 'gateway', baseUrl: 'http://127.0.0.1:1', internalPort: 1 }];
  for (const name of SERVICES) {
    const server = await startOperatorApi(name);
    servers.push(server);
    processes.push({ name, baseUrl: `http://127.0.0.1:${server.port}` });
  }
  await writeFile(join(dataDir, 'run.json'), JSON.stringify({ pid: process.pid, processes }));
  await writeFile(join(dataDir, 'secrets.json'), JSON.stringify({ signingKey: { ...publicKey, d, kid } }));
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(dataDir, { recursive: true });
});

beforeEach(() => {
  kept.clear();
});

test('the open dead letters of all services are listed by default', async () => {
  kept.set('inventory', [letter('inventory/stock.commands/3/17')]);
  kept.set('webhooks', [letter('webhooks/orders.events/0/2'), letter('webhooks/orders.events/0/9', { state: 'retried' })]);

  expect(await idsOf('dead-letter', 'list')).toEqual(['inventory/stock.commands/3/17', 'webhooks/orders.events/0/2']);
  expect(await idsOf('dead-letter', 'list', '--state', 'retried')).toEqual(['webhooks/orders.events/0/9']);
  expect(await idsOf('dead-letter', 'list', '--state', 'all')).toHaveLength(3);
  expect(await idsOf('dead-letter', 'list', '--service', 'orders')).toEqual([]);
});

test('all pages of a service are listed', async () => {
  const ids = Array.from({ length: 450 }, (_, place) => `orders/stock.outcomes/0/${String(place).padStart(3, '0')}`);
  kept.set(
    'orders',
    ids.map((id) => letter(id)),
  );

  expect(await idsOf('dead-letter', 'list')).toEqual(ids);
});

test('the text output has one line for each letter: id, time, state and the beginning of the error', async () => {
  kept.set('orders', [letter('orders/stock.outcomes/1/4', { error: `${'x'.repeat(150)}\nand more` })]);

  const { out } = await admin('dead-letter', 'list');

  expect(out.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^ID +SINCE +STATE +ERROR$/),
    `orders/stock.outcomes/1/4  2026-11-21T12:00:00.000Z  open   ${'x'.repeat(99)}…`,
  ]);
  expect((await admin('dead-letter', 'list', '--service', 'inventory')).out).toBe('No dead letters.\n');
});

test('a letter is retried by its service', async () => {
  const id = 'inventory/stock.commands/3/17';
  kept.set('inventory', [letter(id)]);

  expect(await admin('dead-letter', 'retry', id)).toEqual({
    code: 0,
    out: `${id} is back on its topic; messages put back: 1.\n`,
    err: '',
  });
  expect(JSON.parse((await admin('dead-letter', 'retry', id, '--json')).out)).toEqual({ id, put_back: 1 });
});

test('a letter is shown whole', async () => {
  const id = 'inventory/stock.commands/3/17';
  kept.set('inventory', [letter(id, { value: 'x'.repeat(3_000), headers: { request_id: 'req_1' } })]);

  const { out } = await admin('dead-letter', 'show', id, '--json');

  expect(JSON.parse(out)).toMatchObject({ id, value: 'x'.repeat(3_000), headers: { request_id: 'req_1' }, following: [] });
});

test('a dry run says what would be discarded, and discards nothing', async () => {
  const id = 'inventory/stock.commands/3/17';
  kept.set('inventory', [letter(id), letter('inventory/stock.commands/3/18', { follows: true })]);

  const dry = await admin('dead-letter', 'discard', id, '--dry-run');
  const openAfter = await idsOf('dead-letter', 'list');
  const done = await admin('dead-letter', 'discard', id);

  const rest = 'Kept aside because of it: 1. Put them back with: dead-letter retry inventory/stock.commands/3/18\n';
  expect(dry.out).toBe(`${id} would be discarded. ${rest}`);
  expect(openAfter).toContain(id);
  expect(done.out).toBe(`${id} is discarded. ${rest}`);
  expect(await idsOf('dead-letter', 'list')).not.toContain(id);
});

test('a letter that was put back is not discarded, and a dry run says so', async () => {
  const id = 'inventory/stock.commands/3/17';
  kept.set('inventory', [letter(id, { state: 'retried' })]);

  const run = await admin('dead-letter', 'discard', id, '--dry-run');

  expect(run).toEqual({ code: 1, out: '', err: 'The dead letter is retried; it cannot be discarded.\n' });
});

test('an unknown letter is refused in one line', async () => {
  const run = await admin('dead-letter', 'retry', 'orders/stock.outcomes/0/0');

  expect(run).toEqual({ code: 1, out: '', err: 'There is no such dead letter\n' });
});

test('a missing address of a service is refused with the name of its variable', async () => {
  const env = {
    GATEWAY_INTERNAL_URL: 'http://127.0.0.1:1',
    WEBHOOKS_URL: 'http://127.0.0.1:1',
    JWT_PRIVATE_KEY: JSON.stringify({ ...publicKey, d, kid }),
  };

  expect(await adminIn(env, 'dead-letter', 'list', '--service', 'orders')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/ORDERS_URL/),
  });
});

function letter(id: string, more: Partial<Letter> = {}): Letter {
  const [group = '', topic = '', partition = '', offset = ''] = id.split('/');
  return {
    id,
    group,
    topic,
    partition: Number(partition),
    offset,
    key: 'k',
    value: '{',
    headers: {},
    error: 'Not JSON',
    follows: false,
    state: 'open',
    at: new Date('2026-11-21T12:00:00.000Z'),
    ...more,
  };
}

/** The routes that every service has, over the letters of the test. */
function startOperatorApi(name: string): Promise<RunningServer> {
  const letters = (): Letter[] => kept.get(name) ?? [];
  const list: Letters['list'] = async ({ after = '', limit = 50, state } = {}) =>
    letters()
      .filter((each) => each.id > after && (state === undefined || each.state === state))
      .slice(0, limit);
  const retry: Letters['retry'] = async (id) => {
    if (letters().some((each) => each.id === id)) return 1;
    throw new AppError({ kind: 'not-found', code: 'not_found', message: 'There is no such dead letter' });
  };
  const get: Letters['get'] = async (id) => letters().find((each) => each.id === id);
  const following: Letters['following'] = async ({ id }) =>
    letters().flatMap((each) => (each.follows && each.id > id ? [each.id] : []));
  const discard: Letters['discard'] = async (id) => {
    const discarded: Letter = { ...letter(id), state: 'discarded' };
    kept.set(
      name,
      letters().map((each) => (each.id === id ? discarded : each)),
    );
    return discarded;
  };
  return startApi({
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://localhost:8080',
    routes: deadLetterRoutes({ list, get, following, retry, discard }),
    verify: makeVerifyIdentity({ keys: { keys: [{ ...publicKey, kty: 'OKP', kid }] }, audience: name }),
    logger: silentLogger,
    metrics: new Metrics({ service: name }),
    translate: (error) => error,
  });
}

async function idsOf(...args: readonly string[]): Promise<string[]> {
  const { out } = await admin(...args, '--json');
  const { data }: { data: { id: string }[] } = JSON.parse(out);
  return data.map(({ id }) => id);
}

const admin = (...args: readonly string[]) => adminIn({ FULFILMENT_DATA: dataDir }, ...args);

async function adminIn(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  let out = '';
  let err = '';
  const code = await runAdmin(args, { env, print: (text) => (out += text), complain: (text) => (err += text) });
  return { code, out, err };
}
