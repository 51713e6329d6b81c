import { COST_HEADER } from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { type Client, newClientOf } from '../testing/client.ts';
import { gatewayEnv, metricOf, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

let upstream: Upstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
});

afterEach(() => {
  upstream.answerAsUsual();
  upstream.seen.length = 0;
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const BATCHES = [
  ['/v1/inventory/batch', 'items', 10],
  ['/v1/orders/batch', 'orders', 5],
  ['/v1/scans/batch', 'scans', 10],
] as const;

const send = (client: Client, path: string, member: string, items: number) =>
  client(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ [member]: Array.from({ length: items }, () => ({ sku: 'a,b]' })) }),
  });
const remaining = ({ headers }: { readonly headers: Headers }): number => Number(headers.get('x-ratelimit-remaining'));

/** Tokens that work was charged beyond the one that it was admitted for. */
async function chargedFor(work: () => Promise<unknown>): Promise<number> {
  const before = await metricOf(gateway, 'rate_limit_charged_tokens_total');
  await work();
  return (await metricOf(gateway, 'rate_limit_charged_tokens_total')) - before;
}

test.each(BATCHES)(
  'POST %s is paid before its service has it, though that never answers',
  async (path, member, itemsPerToken) => {
    const client = await newClientOf(gateway, { burst: 100, rate: 1 });
    const leaving = new AbortController();
    upstream.answerWith((request) => void request.resume().on('end', () => leaving.abort()));

    const charged = await chargedFor(async () => {
      const body = JSON.stringify({ [member]: Array.from({ length: 200 }, () => ({})) });
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal: leaving.signal };
      await expect(client(path, init)).rejects.toThrow('aborted');
    });

    expect(charged).toBe(200 / itemsPerToken - 1);
  },
);

test('of many batches at once one may take the bucket into debt, the others are refused untouched, and the wait they name is true', async () => {
  // The debt of 40 tokens lasts four seconds: none of the 40 comes as late.
  const client = await newClientOf(gateway, { burst: 60, rate: 10 });

  const answers = await Promise.all(Array.from({ length: 40 }, () => send(client, '/v1/inventory/batch', 'items', 1_000)));

  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(refused).toHaveLength(39);
  expect(upstream.seen.filter(({ url }) => url === '/v1/inventory/batch')).toHaveLength(1);
  expect(new Set(refused.map(remaining))).toEqual(new Set([0]));
  const waits = refused.map(({ headers }) => Number(headers.get('retry-after')));
  // wait: a bucket fills with time
  await delay(Math.max(...waits) * 1_000);
  expect((await send(client, '/v1/inventory/batch', 'items', 1_000)).status).toBe(200);
});

test('a batch that costs more than its key may ever have at once is admitted while the bucket is not in debt', async () => {
  const client = await newClientOf(gateway, { burst: 10, rate: 1 });

  expect((await send(client, '/v1/inventory/batch', 'items', 1_000)).status).toBe(200);
  expect((await send(client, '/v1/inventory/batch', 'items', 11)).status).toBe(429);
});

test('a check of integrity whose client leaves before the report costs as one of many SKUs', async () => {
  const client = await newClientOf(gateway, { burst: 100, rate: 1 });
  const leaving = new AbortController();
  upstream.answerWith((request) => void request.resume().on('end', () => leaving.abort()));

  const before = await metricOf(gateway, 'rate_limit_charged_tokens_total');
  await expect(client('/v1/integrity', { signal: leaving.signal })).rejects.toThrow('aborted');

  await eventually(async () => expect((await metricOf(gateway, 'rate_limit_charged_tokens_total')) - before).toBe(99));
  upstream.answerAsUsual();
  expect(await chargedFor(() => client('/v1/integrity'))).toBe(0);
});

function costing(tokens: number): void {
  upstream.answerWith((request, response) => {
    request.resume().on('end', () => response.setHeader(COST_HEADER, String(tokens)).end('{}'));
  });
}

test('what a service tells beyond the items is charged before the answer, and the items are not charged twice', async () => {
  const client = await newClientOf(gateway, { burst: 100, rate: 1 });
  costing(29);
  const byItems = remaining(await send(client, '/v1/inventory/batch', 'items', 300));
  costing(49);
  const byPlaces = remaining(await send(client, '/v1/inventory/batch', 'items', 30));

  // At most a token comes back while they are sent.
  expect([100 - byItems, byItems - byPlaces].map((tokens) => Math.abs(tokens))).toSatisfy(
    ([items = 0, places = 0]: readonly number[]) => items >= 29 && items <= 30 && places >= 49 && places <= 50,
  );
});
