import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { clientOf, expectCommonHeaders, newAddress, TOO_MANY_AT_ONCE } from '../testing/client.ts';
import { rawExchange } from '../testing/raw-exchange.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

const ORIGIN = 'https://app.example.test';

let upstream: Upstream;
let gateway: TestGateway;
let key: string;
let viewer: string;
let spent: string;

beforeAll(async () => {
  upstream = await startUpstream();
  const env = gatewayEnv(inject('engines'), upstream.url);
  const nowhere = 'http://127.0.0.1:9';
  gateway = await startGateway({
    ...env,
    CORS_ORIGINS: ORIGIN,
    UPSTREAM_ORDERS: nowhere,
    UPSTREAM_TIMEOUT_MS: '2000',
    UPSTREAM_PATIENCE_MS: '100',
  });
  const { id: accountId } = await gateway.operator.account();
  key = (await gateway.operator.key({ accountId, burst: 1_000, rate: 100 })).key;
  viewer = (await gateway.operator.key({ accountId, role: 'viewer' })).key;
  spent = (await gateway.operator.key({ accountId, burst: 1, rate: 1 })).key;
});

afterEach(() => upstream.answerAsUsual());

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

/** Headers in which a service states limits of its own: clients must not get them. */
const LIES = { 'X-RateLimit-Limit': '7', 'X-RateLimit-Remaining': '7', RateLimit: '"key";r=7;t=7', 'X-Internal-Cost': '0' };

const serviceSays = (status: number) =>
  upstream.answerWith((request, response) => {
    request.resume();
    response.writeHead(status, LIES).end(status === 304 ? undefined : '{}');
  });

const stream = (response: ServerResponse): void => {
  response.writeHead(200, { ...LIES, 'Content-Type': 'application/x-ndjson' });
  Readable.from(Array.from({ length: 5 }, () => '{"sku":"A"}\n')).pipe(response);
};

const get = (path: string, by?: string) => clientOf(gateway, by)(path);
const raw = (request: string) => rawExchange(gateway.port, request.replaceAll('\n', '\r\n'));
const asSomebody = () => `Host: x\nX-Forwarded-For: ${newAddress()}\n`;

interface Said {
  readonly status: number;
  readonly headers: Headers;
}

type Say = () => Promise<Said>;

const refusalOf = (answers: readonly Said[]): Said =>
  answers.find(({ status }) => status === 429) ?? { status: 0, headers: new Headers() };

test.each<readonly [number, string, Say]>([
  [200, 'a service', () => get('/v1/inventory', key)],
  [200, 'HEAD', () => clientOf(gateway, key)('/v1/inventory', { method: 'HEAD' })],
  [
    200,
    'a stream',
    () => {
      upstream.answerWith((_request, response) => stream(response));
      return get('/v1/inventory/export', key);
    },
  ],
  [200, 'the account’s API', () => get('/account/v1/keys', key)],
  [200, 'the document of the API', () => get('/openapi.json')],
  [200, 'the reference', () => get('/docs')],
  [200, 'HTTP/1.0', () => raw(`GET /v1/inventory HTTP/1.0\nAuthorization: Bearer ${key}\n\n`)],
  [
    204,
    'a preflight',
    () => {
      const headers = { origin: ORIGIN, 'access-control-request-method': 'POST' };
      return clientOf(gateway)('/v1/inventory', { method: 'OPTIONS', headers });
    },
  ],
  [
    304,
    'a service',
    () => {
      serviceSays(304);
      return get('/v1/inventory/A', key);
    },
  ],
  [
    304,
    'the document of the API',
    async () => {
      const etag = (await get('/openapi.json')).headers.get('etag') ?? '';
      return clientOf(gateway)('/openapi.json', { headers: { 'if-none-match': etag } });
    },
  ],
  [400, 'what is no HTTP', () => raw('nonsense\n\n')],
  [400, 'an ambiguous path', () => raw(`GET /v1/../v1 HTTP/1.1\n${asSomebody()}\n`)],
  [400, 'no Host', () => raw('GET /v1/inventory HTTP/1.1\n\n')],
  [400, 'CONNECT', () => raw(`CONNECT a:1 HTTP/1.1\n${asSomebody()}\n`)],
  [400, 'OPTIONS of the server', () => raw(`OPTIONS * HTTP/1.1\n${asSomebody()}\n`)],
  [401, 'no key', () => get('/v1/inventory')],
  [401, 'no key for the account’s API', () => get('/account/v1/keys')],
  [403, 'a role', () => clientOf(gateway, viewer)('/v1/inventory', { method: 'POST', body: '{}' })],
  [403, 'a role of the account’s API', () => get('/account/v1/keys', viewer)],
  [404, 'no such path', () => get('/v1/nothing', key)],
  [404, 'no such path, and no key needed', () => get('/nothing')],
  [404, 'the account’s API', () => get('/account/v1/nothing', key)],
  [405, 'a method', () => clientOf(gateway, key)('/v1/inventory', { method: 'PUT' })],
  [405, 'OPTIONS', () => clientOf(gateway, key)('/v1/inventory', { method: 'OPTIONS' })],
  [
    409,
    'a service',
    () => {
      serviceSays(409);
      return get('/v1/inventory', key);
    },
  ],
  [413, 'a body', () => clientOf(gateway, key)('/v1/inventory', { method: 'POST', body: 'x'.repeat(1_048_577) })],
  [414, 'a target', () => get(`/v1/inventory?q=${'x'.repeat(9_000)}`, key)],
  [414, 'a target without end', () => raw(`GET /v1/${'x'.repeat(60_000)}`)],
  [
    429,
    'a key',
    async () => {
      const answers = await Promise.all([1, 2, 3].map(() => get('/v1/inventory', spent)));
      return refusalOf(answers);
    },
  ],
  [
    429,
    'an address',
    async () => {
      const eager = clientOf(gateway);
      const answers = await Promise.all(
        Array.from({ length: TOO_MANY_AT_ONCE }, () => eager('/openapi.json', { method: 'HEAD' })),
      );
      return refusalOf(answers);
    },
  ],
  [431, 'a header', () => clientOf(gateway, key)('/v1/inventory', { headers: { 'x-a': 'x'.repeat(17_000) } })],
  [431, 'a header without end', () => raw(`GET / HTTP/1.1\nHost: x\nX-A: ${'x'.repeat(60_000)}`)],
  [
    500,
    'a service',
    () => {
      serviceSays(500);
      return get('/v1/inventory', key);
    },
  ],
  [503, 'a service that is not there', () => get('/v1/orders', key)],
  [
    503,
    'a service that breaks off',
    () => {
      upstream.answerWith((request) => request.socket.destroy());
      return clientOf(gateway, key)('/v1/inventory', { method: 'POST', body: '{}' });
    },
  ],
  [
    504,
    'a service that does not answer',
    () => {
      upstream.answerWith(() => undefined);
      return get('/v1/inventory', key);
    },
  ],
])('%i for %s says what is left of which limit, in both ways', async (...row) => {
  const [expected, , say] = row;
  const { status, headers } = await say();

  expect(status).toBe(expected);
  expectCommonHeaders(headers);
  expect([...headers.keys()].filter((name) => name.startsWith('x-internal-'))).toEqual([]);
  expect(headers.get('x-ratelimit-limit')).not.toBe('7');
  expect(/^[1-9]\d*$/.test(headers.get('retry-after') ?? '')).toBe(status === 429 || status === 503);
});
