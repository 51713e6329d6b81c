import { connect, type Socket } from 'node:net';
import type { ServerResponse } from 'node:http';
import { eventually } from '@fulfilment/testing';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { type Answer, type Client, clientOf } from '../testing/client.ts';
import { gatewayEnv, metricOf, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

/** Of which steps have half, streams an eighth, and all that are no reads together three quarters; a tenant has a quarter of each. */
const PLACES = 64;
const READS = 20;

let upstream: Upstream;
let gateway: TestGateway;
const sockets: Socket[] = [];
/** Responses that the service has not begun. */
const held: ServerResponse[] = [];

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({ ...gatewayEnv(inject('engines'), upstream.url), UPSTREAM_MAX_IN_FLIGHT: String(PLACES) });
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const response of held.splice(0)) response.end('{}');
  upstream.answerAsUsual();
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

/** The key of a new tenant. */
async function newKey(): Promise<string> {
  const { id: accountId } = await gateway.operator.account();
  return (await gateway.operator.key({ accountId, burst: 10_000, rate: 1_000 })).key;
}

const newClient = async (): Promise<Client> => clientOf(gateway, await newKey());

/** Holds the requests that match at the service, and answers the others. */
function hold(matches: (url: string, method: string) => boolean): void {
  upstream.answerWith((request, response) => {
    if (matches(request.url ?? '', request.method ?? '')) held.push(response);
    else response.end('{}');
  });
}

/** Sends requests on bare sockets, which stay open. @returns the statuses that came back so far. */
function sendMany(count: number, text: string): { readonly statuses: () => readonly string[] } {
  const heard = Array.from({ length: count }, () => {
    const socket = connect(gateway.port, '127.0.0.1');
    const parts: string[] = [];
    socket.on('error', () => undefined).on('data', (chunk) => parts.push(chunk.toString()));
    socket.write(text);
    sockets.push(socket);
    return parts;
  });
  return { statuses: () => heard.flatMap((parts) => /^HTTP\/1\.1 (\d{3})/.exec(parts.join(''))?.[1] ?? []) };
}

const importOf = (key: string): string =>
  `POST /v1/inventory/import HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
  'Content-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\na\r\nsku,name\r\n\r\n';

const createOf = (key: string): string =>
  `POST /v1/orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 2\r\n\r\n{}`;

const patchOf = (key: string): string =>
  `PATCH /v1/inventory/MUG HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 2\r\n\r\n{}`;

async function readsOf(client: Client, path = '/v1/inventory'): Promise<readonly number[]> {
  return Array.fromAsync({ length: READS }, async () => (await client(path)).status);
}

const ALL_READ = Array(READS).fill(200);

test('600 imports of which only the header line was sent leave the reads of another tenant unharmed', async () => {
  const other = await newClient();
  hold((url) => url.endsWith('/import'));

  const sent = sendMany(600, importOf(await newKey()));

  await eventually(() => expect(sent.statuses()).toHaveLength(600 - 2), { withinMs: 60_000 });
  expect(new Set(sent.statuses())).toEqual(new Set(['429']));
  expect(held).toHaveLength(2);
  expect(await readsOf(other)).toEqual(ALL_READ);
});

test('uploads and downloads of all tenants together leave the other classes their room', async () => {
  const other = await newClient();
  hold((url) => url.endsWith('/import'));
  const keys = await Promise.all(Array.from({ length: 6 }, newKey));

  const sent = keys.map((key) => sendMany(2, importOf(key)));

  await eventually(() => expect(sent.flatMap(({ statuses }) => statuses())).toEqual(Array(4).fill('503')));
  await eventually(() => expect(held).toHaveLength(PLACES / 8));
  expect(await readsOf(other)).toEqual(ALL_READ);
  expect((await other('/v1/orders', { method: 'POST' })).status).toBe(200);
});

test('while no step is answered, steps fill their class and no read of any tenant fails', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, newKey));
  hold((url, method) => method === 'POST' && url === '/v1/orders');
  const share = PLACES / 2 / 4;

  const sent = keys.map((key) => sendMany(share + 1, createOf(key)));

  await eventually(() => expect(sent.flatMap(({ statuses }) => statuses())).toHaveLength(5 * (share + 1) - PLACES / 2));
  expect(held).toHaveLength(PLACES / 2);
  expect(sent.flatMap(({ statuses }) => statuses()).filter((status) => status !== '429' && status !== '503')).toEqual([]);
  expect(sent.map(({ statuses }) => statuses().length).every((refused) => refused >= 1)).toBe(true);
  for (const key of keys) expect((await clientOf(gateway, key)('/v1/orders')).status).toBe(200);
  expect(await readsOf(await newClient(), '/v1/orders')).toEqual(ALL_READ);
});

test('a batch beyond the share of its account costs the one token that it was admitted for', async () => {
  const client = await newClient();
  hold((url) => url.endsWith('/batch'));
  const batchOf = (items: number) =>
    client('/v1/inventory/batch', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items: Array.from({ length: items }, () => ({})) }),
    });
  const refused: number[] = [];
  const sent = Array.from({ length: PLACES }, async () => {
    const { status } = await batchOf(1);
    if (status !== 200) refused.push(status);
  });
  await eventually(() => expect(held.length + refused.length).toBe(PLACES));
  const before = await metricOf(gateway, 'rate_limit_charged_tokens_total');

  expect((await batchOf(200)).status).toBe(429);

  expect(await metricOf(gateway, 'rate_limit_charged_tokens_total')).toBe(before);
  for (const response of held.splice(0)) response.end('{}');
  await Promise.all(sent);
});

test('writes of all kinds together leave a reserve to reads', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, newKey));
  hold((_url, method) => method === 'PATCH');
  const share = ((PLACES / 4) * 3) / 4;

  const sent = keys.map((key) => sendMany(share, patchOf(key)));

  await eventually(() => expect(sent.flatMap(({ statuses }) => statuses())).toEqual(Array(share).fill('503')));
  expect(held).toHaveLength((PLACES / 4) * 3);
  expect(await readsOf(await newClient())).toEqual(ALL_READ);
});

test('a tenant beyond a quarter of the places is told so by a policy of its own, and another tenant is answered', async () => {
  const key = await newKey();
  const other = await newClient();
  hold((url) => url === '/v1/inventory/SLOW');
  const client = clientOf(gateway, key);
  const slow = Array.from({ length: PLACES / 4 }, () => client('/v1/inventory/SLOW'));
  await eventually(() => expect(held).toHaveLength(PLACES / 4));

  const refused = await client('/v1/inventory');

  expectInFlight(refused, PLACES / 4);
  expect((await client('/v1/orders')).status).toBe(200);
  expect(await readsOf(other)).toEqual(ALL_READ);
  for (const response of held.splice(0)) response.end('{}');
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(PLACES / 4).fill(200));
  expect(await readsOf(client)).toEqual(ALL_READ);
});

/** The headers of the token buckets stay true; the policy that refused comes first. */
function expectInFlight({ status, headers, text }: Answer, most: number): void {
  expect(status).toBe(429);
  expect(JSON.parse(text)).toMatchObject({ code: 'rate_limited', limit: 'in-flight', retry_after: 1, retryable: true });
  expect(headers.get('retry-after')).toBe('1');
  expect(headers.get('ratelimit-policy')).toMatch(
    new RegExp(`^"in-flight";q=${most};qu="concurrent-requests", "key";q=10000;w=10, "tenant";`),
  );
  expect(headers.get('ratelimit')).toMatch(/^"in-flight";r=0;t=1, "key";r=\d+;t=\d+$/);
  expect(headers.get('x-ratelimit-limit')).toBe('10000');
  expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(9_000);
}
