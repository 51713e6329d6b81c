import { COST_HEADER, nothing, operation } from '@fulfilment/contracts';
import { AppError, newId } from '@fulfilment/kernel';
import { Metrics, silentLogger } from '@fulfilment/observability';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { route, type RunningServer, startApi } from './index.ts';

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
  cost: { member: 'mugs', item: 'item', itemsPerToken: 10, most: 1_000 },
});

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
        if (query.refuse) throw new AppError({ kind: 'conflict', code: 'insufficient_stock', message: 'None is left.' });
        return { status: 200 as const, body: {} };
      }),
    ],
  });
});

afterAll(() => server.stop());

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

test('what has no items costs nothing more', async () => {
  expect(await costOf('{"mugs":"many"}')).toEqual({ status: 422, cost: null });
  expect(await costOf('[]')).toEqual({ status: 422, cost: null });
});
