import { request } from 'node:http';
import { COST_HEADER, IDENTITY_HEADER, nothing, operation, pageOf } from '@fulfilment/contracts';
import { AppError, newId } from '@fulfilment/kernel';
import { Metrics, silentLogger } from '@fulfilment/observability';
import { eventually } from '@fulfilment/testing';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ok, route, type RunningServer, startApi } from './index.ts';

const common = {
  service: 'inventory',
  method: 'POST',
  permission: 'inventory:write',
  summary: 's',
  description: 'd',
  params: nothing,
  query: z.strictObject({
    refuse: z.enum(['true']).optional(),
    places: z.coerce.number().optional(),
    bytes: z.coerce.number().optional(),
    lines: z.coerce.number().optional(),
    wait: z.enum(['true']).optional(),
  }),
  errors: [],
} as const;
const glazeMugs = operation({
  ...common,
  id: 'glazeMugs',
  path: '/mugs/batch',
  body: z.strictObject({ mugs: z.array(z.unknown()).max(1_000) }),
  replies: { 200: { description: 'ok', body: z.unknown() } },
  cost: { member: 'mugs', item: 'item', itemsPerToken: 10, most: 1_000, placesPerToken: 100, linesPerToken: 50 },
});

const listMugs = operation({
  ...common,
  id: 'listMugs',
  method: 'GET',
  path: '/mugs',
  permission: 'inventory:read',
  query: z.strictObject({ bytes: z.coerce.number().optional(), held: z.string().optional() }),
  replies: { 200: { description: 'ok', body: pageOf(z.string()) } },
});

const countMugs = operation({
  ...common,
  id: 'countMugs',
  method: 'GET',
  path: '/mugs/count',
  permission: 'inventory:read',
  query: z.strictObject({ mugs: z.coerce.number() }),
  replies: { 200: { description: 'ok', body: z.unknown() } },
  examinedPrice: { records: 'mugs', perToken: 300, unreported: 100 },
});

let server: RunningServer;
/** Requests so far. */
let asked = 0;
const metrics = new Metrics({ service: 'test', defaults: false });
/** Ends each page that is held, by its name, in the order in which they were begun. */
const held: { readonly name: string; readonly end: () => void }[] = [];
const waiting: AbortSignal[] = [];

/** Works until its request has ended. */
function endOf(gone: AbortSignal): Promise<never> {
  waiting.push(gone);
  const { promise, reject } = Promise.withResolvers<never>();
  gone.addEventListener('abort', () => reject(gone.reason instanceof Error ? gone.reason : new Error('no reason')));
  return promise;
}

beforeAll(async () => {
  const claims = { sub: newId('key'), env: 'sandbox', role: 'admin' } as const;
  const accounts = { one: newId('acc'), two: newId('acc') };
  server = await startApi({
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://api.test',
    verify: async (name) => {
      asked += 1;
      return { type: 'caller', claims: { ...claims, acc: name === 'two' ? accounts.two : accounts.one } };
    },
    logger: silentLogger,
    metrics,
    translate: (error) => error,
    routes: [
      route(glazeMugs, async ({ query, gone }) => {
        if (query.wait) await endOf(gone);
        if (query.refuse) throw new AppError({ kind: 'conflict', code: 'insufficient_stock', message: 'None is left.' });
        return { status: 200 as const, body: 'x'.repeat(query.bytes ?? 0), places: query.places ?? 0, lines: query.lines ?? 0 };
      }),
      route(countMugs, async ({ query: { mugs } }) => ({ ...ok({ mugs }), examined: mugs })),
      route(listMugs, async ({ query: { bytes = 0, held: name } }) => {
        if (name !== undefined) await new Promise<void>((resolve) => held.push({ name, end: resolve }));
        return ok({ data: ['x'.repeat(bytes)], has_more: false, next_cursor: null });
      }),
    ],
  });
});

afterAll(() => server.stop());
afterEach(() => vi.useRealTimers());

async function costOf(body: string, query = '') {
  const response = await fetch(`http://127.0.0.1:${server.port}/v1/mugs/batch${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  await response.arrayBuffer();
  return { status: response.status, cost: response.headers.get(COST_HEADER) };
}

const glaze = (mugs: number, query = '') => costOf(JSON.stringify({ mugs: Array(mugs).fill(1) }), query);

test('a batch costs one for every ten items, of which the first is paid', async () => {
  expect(await glaze(10)).toEqual({ status: 200, cost: null });
  expect(await glaze(11)).toEqual({ status: 200, cost: '1' });
  expect(await glaze(1_000)).toEqual({ status: 200, cost: '99' });
});

test('a refused batch costs as much', async () => {
  expect(await glaze(500, '?refuse=true')).toEqual({ status: 409, cost: '49' });
  expect(await glaze(1_001)).toEqual({ status: 422, cost: '99' });
});

/** The quotes of a text. */
const QUOTES = 2;

test.each([
  [64_000, 1, null],
  [64_001, 1, '1'],
  [290_000, 1, '4'],
  // The dearer of items, places and bytes.
  [64_001, 500, '49'],
  [290_000, 30, '4'],
])(
  'a write with an answer of %i bytes and %i items tells the gateway a cost of %s beyond its one token',
  async (bytes, items, cost) => {
    expect(await glaze(items, `?bytes=${bytes - QUOTES}`)).toEqual({ status: 200, cost });
  },
);

test.each([
  [1, null],
  [50, null],
  [51, '1'],
  [200, '3'],
])('a write that works on %i lines tells the gateway a cost of %s beyond its one token', async (lines, cost) => {
  expect(await glaze(1, `?lines=${lines}`)).toEqual({ status: 200, cost });
});

test('a batch costs as many as its items have lines, where that is more, refused or not', async () => {
  const mugs = Array.from({ length: 20 }, () => ({ lines: Array(100).fill(1) }));
  expect(await costOf(JSON.stringify({ mugs }))).toEqual({ status: 200, cost: '39' });
  expect(await costOf(JSON.stringify({ mugs }), '?refuse=true')).toEqual({ status: 409, cost: '39' });
});

const AROUND = JSON.stringify({ data: [''], has_more: false, next_cursor: null }).length;

test.each([
  [256_000, null],
  [256_001, '1'],
  [1_000_000, '3'],
])('a page of %i bytes tells the gateway a cost of %s beyond its one token, compressed or not', async (bytes, cost) => {
  for (const encoding of ['identity', 'gzip']) {
    const { status, headers } = await read(`bytes=${bytes - AROUND}`, { 'accept-encoding': encoding });
    expect([status, headers.get(COST_HEADER)]).toEqual([200, cost]);
  }
});

test.each([
  [0, null],
  [300, null],
  [301, '1'],
  [30_000, '99'],
])('a read that examines %i records tells the gateway a cost of %s beyond its one token', async (mugs, cost) => {
  const response = await fetch(`http://127.0.0.1:${server.port}/v1/mugs/count?mugs=${mugs}`);

  expect([response.status, response.headers.get(COST_HEADER)]).toEqual([200, cost]);
});

test('of one tenant two pages are made at once, in the order of their requests; one that has left is not made at all', async () => {
  const leaving = new AbortController();
  const before = asked;
  const pages: Promise<unknown>[] = [];
  for (const name of ['1', '2', '3', '4', '5']) {
    pages.push(read(`held=${name}`, {}, name === '3' ? leaving.signal : undefined).catch(() => 'left'));
    // The next one is sent once this one is under way or waits.
    await eventually(() => expect(asked).toBe(before + Number(name)));
  }
  const other = read('held=other', { [IDENTITY_HEADER]: 'two' });
  await eventually(() => expect(held.map(({ name }) => name)).toEqual(['1', '2', 'other']));

  const answered = await answers();
  leaving.abort();
  await eventually(async () => expect(await answers()).toBe(answered + 1));
  for (const place of [0, 1, 2]) held[place]?.end();
  await eventually(() => expect(held.map(({ name }) => name)).toEqual(['1', '2', 'other', '4', '5']));
  for (const place of [3, 4]) held[place]?.end();

  expect((await other).status).toBe(200);
  expect(await Promise.all(pages)).toMatchObject([{ status: 200 }, { status: 200 }, 'left', { status: 200 }, { status: 200 }]);
});

/** Requests that have ended so far, by an answer or without one. */
const answers = async (): Promise<number> => {
  const counts = (await metrics.text()).matchAll(/^\w*http_request_seconds_count\{.*\} (\d+)$/gm);
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
};

const read = async (query: string, headers: Readonly<Record<string, string>> = {}, signal?: AbortSignal) => {
  const response = await fetch(`http://127.0.0.1:${server.port}/v1/mugs?${query}`, { headers, signal: signal ?? null });
  await response.arrayBuffer();
  return { status: response.status, headers: response.headers };
};

test('what has no items costs nothing more', async () => {
  expect(await costOf('{"mugs":"many"}')).toEqual({ status: 422, cost: null });
  expect(await costOf('[]')).toEqual({ status: 422, cost: null });
});

test.each([
  [10, 100, null],
  [10, 101, '1'],
  [30, 250, '2'],
  [30, 1_000, '9'],
])('%i items that touch %i places cost what is more', async (items, places, cost) => {
  expect(await glaze(items, `?places=${places}`)).toEqual({ status: 200, cost });
});

/** Sends a batch that waits, by a connection of its own: those of `fetch` come again after a client has left. */
function sendWaiting(onAnswer: (status: number | undefined) => void = () => {}) {
  const headers = { 'content-type': 'application/json', connection: 'close' };
  const path = '/v1/mugs/batch?wait=true';
  const sent = request({ port: server.port, path, method: 'POST', headers, agent: false }, (answer) => {
    answer.resume();
    onAnswer(answer.statusCode);
  });
  return sent.on('error', () => undefined).end('{"mugs":[1]}');
}

test('a batch whose client has left is told to end', async () => {
  waiting.length = 0;
  const sent = sendWaiting();
  await vi.waitUntil(() => waiting.length > 0);

  sent.destroy();

  await vi.waitUntil(() => waiting[0]?.aborted);
  expect(waiting[0]?.reason).toMatchObject({ code: 'timeout', isRetryable: true });
});

test('a batch is told to end while its answer still says so in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  waiting.length = 0;
  const { promise: answered, resolve } = Promise.withResolvers<number | undefined>();
  sendWaiting(resolve);
  await vi.waitUntil(() => waiting.length > 0);

  await vi.advanceTimersByTimeAsync(30_000);

  expect(await answered).toBe(504);
});
