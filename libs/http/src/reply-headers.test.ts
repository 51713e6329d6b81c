import { COST_HEADER, CSV, nothing, operation } from '@fulfilment/contracts';
import { AppError, newId } from '@fulfilment/kernel';
import { Metrics, silentLogger } from '@fulfilment/observability';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { route, type RunningServer, startApi, uploadRoute } from './index.ts';

const common = {
  service: 'inventory',
  method: 'POST',
  permission: 'inventory:write',
  summary: 's',
  description: 'd',
  params: nothing,
  query: z.strictObject({ refuse: z.enum(['true']).optional() }),
  errors: [],
} as const;
const glazeMugs = operation({
  ...common,
  id: 'glazeMugs',
  path: '/mugs/batch',
  body: z.strictObject({ mugs: z.array(z.unknown()).max(1_000) }),
  replies: { 200: { description: 'ok', body: z.unknown() } },
  cost: { itemsIn: 'body', member: 'mugs', item: 'item' },
});
const importMugs = operation({
  ...common,
  id: 'importMugs',
  path: '/mugs/import',
  body: nothing,
  upload: { media: [{ type: CSV, description: 'd', example: 'e' }], maxBytes: 100_000 },
  replies: { 200: { description: 'ok', body: z.strictObject({ rows: z.int() }) } },
  cost: { itemsIn: 'reply', member: 'rows', item: 'row', doneIn: 'imported' },
});

const refusal = (details: Readonly<Record<string, unknown>>) =>
  new AppError({ kind: 'conflict', code: 'insufficient_stock', message: 'None is left.', details });

let server: RunningServer;

beforeAll(async () => {
  const claims = { sub: newId('key'), acc: newId('acc'), env: 'sandbox', role: 'admin' } as const;
  server = await startApi({
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://api.test',
    verify: async () => ({ type: 'caller', claims }),
    logger: silentLogger,
    metrics: new Metrics({ service: 'test', defaults: false }),
    translate: (error) => error,
    routes: [
      route(glazeMugs, async ({ query }) => {
        if (query.refuse) throw refusal({});
        return { status: 200 as const, body: {} };
      }),
      uploadRoute(importMugs, async ({ query, upload }) => {
        const rows = (await Array.fromAsync(upload.bytes)).reduce((sum, bytes) => sum + bytes.length, 0);
        if (query.refuse) throw refusal({ imported: { rows } });
        return { status: 200 as const, body: { rows } };
      }),
    ],
  });
});

afterAll(() => server.stop());

async function costOf(path: string, type: string, body: string) {
  const response = await fetch(`http://127.0.0.1:${server.port}/v1/mugs/${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  await response.arrayBuffer();
  return { status: response.status, cost: response.headers.get(COST_HEADER) };
}

const glaze = (mugs: number, query = '') =>
  costOf(`batch${query}`, 'application/json', JSON.stringify({ mugs: Array(mugs).fill(1) }));
const send = (rows: number, query = '') => costOf(`import${query}`, CSV, 'x'.repeat(rows));

test('a batch costs one for every ten items, of which the first is paid', async () => {
  expect(await glaze(10)).toEqual({ status: 200, cost: null });
  expect(await glaze(11)).toEqual({ status: 200, cost: '1' });
  expect(await glaze(1_000)).toEqual({ status: 200, cost: '99' });
});

test('a refused batch costs as much', async () => {
  expect(await glaze(500, '?refuse=true')).toEqual({ status: 409, cost: '49' });
  expect(await glaze(1_001)).toEqual({ status: 422, cost: '99' });
});

test('a file costs by the rows that its answer counts, and at most as much as the largest batch', async () => {
  expect(await send(200)).toEqual({ status: 200, cost: '19' });
  expect(await send(90_000)).toEqual({ status: 200, cost: '99' });
});

test('a file that breaks off costs what was done of it', async () => {
  expect(await send(41, '?refuse=true')).toEqual({ status: 409, cost: '4' });
});

test('what has no items costs nothing more', async () => {
  expect(await costOf('batch', 'application/json', '{"mugs":"many"}')).toEqual({ status: 422, cost: null });
  expect(await costOf('batch', 'application/json', '[]')).toEqual({ status: 422, cost: null });
});
