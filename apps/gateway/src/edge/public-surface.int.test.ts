import { asyncApiDocument, openApiDocument } from '@fulfilment/api-docs';
import { eventually, TIMED } from '@fulfilment/testing';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Client, clientOf, expectCommonHeaders, expectProblem, TOO_MANY_AT_ONCE } from '../testing/client.ts';
import { rawExchange } from '../testing/raw-exchange.ts';
import { gatewayEnv, type GatewayEnv, PUBLIC_URL, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { EDGE_TIMES } from './server.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

const ORIGIN = 'https://app.example.test';

let upstream: Upstream;
let env: GatewayEnv;
let gateway: TestGateway;
let key: string;
let client: Client;

beforeAll(async () => {
  upstream = await startUpstream();
  env = gatewayEnv(inject('engines'), upstream.url);
  gateway = await startGateway(env);
  const { id: accountId } = await gateway.operator.account();
  key = (await gateway.operator.key({ accountId, burst: 10_000, rate: 1_000 })).key;
  client = clientOf(gateway, key);
});

afterEach(() => upstream.answerAsUsual());

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

test('the AsyncAPI document is read without a key', async () => {
  const answer = await clientOf(gateway)('/asyncapi.json');

  expect(answer.status).toBe(200);
  expectCommonHeaders(answer.headers);
  expect(JSON.parse(answer.text)).toEqual(JSON.parse(JSON.stringify(asyncApiDocument({ publicUrl: PUBLIC_URL }))));
});

describe('the OpenAPI document', () => {
  test('is read without a key, and counted by address', async () => {
    const answer = await clientOf(gateway)('/openapi.json');

    expect(answer.status).toBe(200);
    expectCommonHeaders(answer.headers);
    expect(answer.headers.get('x-ratelimit-limit')).toBe('100');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(JSON.parse(answer.text)).toEqual(JSON.parse(JSON.stringify(openApiDocument({ publicUrl: PUBLIC_URL }))));
  });

  test('is not sent again to a client that has it', async () => {
    const etag = (await clientOf(gateway)('/openapi.json')).headers.get('etag') ?? '';
    const again = await clientOf(gateway)('/openapi.json', { headers: { 'if-none-match': etag } });

    expect(again).toMatchObject({ status: 304, text: '' });
    expectCommonHeaders(again.headers);
  });

  test.each(['if-match', 'if-modified-since', 'if-unmodified-since', 'if-range'])('takes no %s', async (name) => {
    const answer = await clientOf(gateway)('/openapi.json', { headers: { [name]: '"999"' } });

    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { errors: [{ code: 'condition_not_taken' }] }]);
  });

  test('is compressed where that is taken, and has a HEAD', async () => {
    const plain = await fetch(`${gateway.url}/openapi.json`, { headers: { 'accept-encoding': 'identity' } });
    const zipped = await fetch(`${gateway.url}/openapi.json`, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
    const refused = await fetch(`${gateway.url}/openapi.json`, { method: 'HEAD', headers: { 'accept-encoding': 'gzip;q=0' } });
    await plain.arrayBuffer();

    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(Number(zipped.headers.get('content-length'))).toBeLessThan(Number(plain.headers.get('content-length')) / 3);
    expect(refused.headers.get('content-encoding')).toBeNull();
  });

  test('is not written to', async () => {
    const answer = await clientOf(gateway)('/openapi.json', { method: 'POST', body: '{}' });

    expect(answer.headers.get('allow')).toBe('GET, HEAD');
    expectProblem(answer, 'method_not_allowed');
  });

  test('is refused to an address that asks too often', async () => {
    const eager = clientOf(gateway);
    const answers = await Promise.all(Array.from({ length: TOO_MANY_AT_ONCE }, () => eager('/openapi.json', { method: 'HEAD' })));

    expect(answers.some(({ status }) => status === 429)).toBe(true);
    for (const { headers } of answers) expectCommonHeaders(headers);
  });
});

describe('the bare address', () => {
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  test.each(['GET', 'HEAD'])('leads a browser to the documentation: %s', async (method) => {
    const answer = await clientOf(gateway)('/', { method, headers: html, redirect: 'manual' });

    expect([answer.status, answer.headers.get('location'), answer.headers.get('vary')]).toEqual([303, '/docs', 'Accept']);
    expectCommonHeaders(answer.headers);
  });

  test('is nothing to a program, and nothing to write to', async () => {
    for (const request of [{}, { headers: { accept: 'application/json' } }, { method: 'POST', headers: html }]) {
      const problem = expectProblem(await clientOf(gateway)('/', { redirect: 'manual', ...request }), 'not_found');
      expect(problem.status).toBe(404);
    }
  });
});

describe('browsers', () => {
  const preflight = { method: 'OPTIONS', headers: { origin: ORIGIN, 'access-control-request-method': 'POST' } };

  test('get nothing unless their origin is named', async () => {
    const answer = await client('/v1/inventory', { headers: { origin: ORIGIN } });

    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
    const refused = expectProblem(await clientOf(gateway)('/v1/inventory', preflight), 'cross_origin');
    expect(refused.detail).toMatch(/cross-origin access is off.*Call the API from a server/);
  });

  test('may ask and read where it is, errors too, and no other origin may', async () => {
    const open = await startGateway({ ...env, CORS_ORIGINS: `https://other.example.test,${ORIGIN}` });
    const asked = await clientOf(open)('/v1/inventory', preflight);
    const read = await clientOf(open, key)('/v1/inventory', { headers: { origin: ORIGIN } });
    const refused = await clientOf(open)('/v1/inventory', { headers: { origin: ORIGIN } });
    const foreign = await clientOf(open, key)('/v1/inventory', { headers: { origin: 'https://evil.example.test' } });
    await open.stop();

    expect(asked.status).toBe(204);
    expectCommonHeaders(asked.headers);
    expect(asked.headers.get('access-control-allow-methods')).toMatch(/POST/);
    expect(asked.headers.get('access-control-allow-headers')).toMatch(/Authorization/);
    for (const { headers } of [asked, read, refused]) expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
    const exposed = read.headers.get('access-control-expose-headers')?.split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['X-RateLimit-Remaining', 'Date', 'Allow', 'Deprecation', 'Sunset']));
    expect(read.headers.get('vary')).toMatch(/Origin/);
    expect(foreign.headers.has('access-control-allow-origin')).toBe(false);
    expect(foreign.headers.get('vary')).toMatch(/Origin/);
  });
});

test.each([
  ['to a service', '/v1/inventory', 200],
  ['that the gateway answers itself', '/openapi.json', 200],
  ['that is refused', '/v1/nothing', 404],
])('an upgrade %s is not followed, and ends its connection: Node drops the bytes behind it', async (_what, path, status) => {
  const upgrade = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n`;

  const answer = await rawExchange(gateway.port, `${upgrade}GET /v1/orders HTTP/1.1\r\nHost: x\r\n\r\n`);

  expect([answer.status, answer.headers.get('connection')]).toEqual([status, 'close']);
  expect(upstream.seen.at(-1)?.headers).not.toHaveProperty('upgrade');
});

describe('slow clients', () => {
  test('that do not come to the end of their header are told so, with the headers of every answer', async () => {
    const strict = await startGateway(env, { ...EDGE_TIMES, headersMs: 300, requestMs: 600 });
    const header = await rawExchange(strict.port, 'GET /v1/inventory HTTP/1.1\r\nHost: x\r\n', 5_000);
    const body = await rawExchange(
      strict.port,
      `POST /v1/inventory HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 9\r\n\r\n{}`,
      5_000,
    );
    await strict.stop();

    expectProblem(header, 'request_timeout');
    expect(header.headers.get('connection')).toBe('close');
    expectProblem(body, 'request_timeout');
    expect(body.headers.get('connection')).toBe('close');
  });
});

describe('a gateway that is told to stop', () => {
  test('answers what is under way, says that the connection closes, and is gone', async () => {
    const stopping = await startGateway(env);
    const hold = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    upstream.answerWith((_request, response) => {
      asked.resolve();
      void hold.promise.then(() => response.end('{"held":true}'));
    });
    const underWay = clientOf(stopping, key)('/v1/inventory');
    await asked.promise;
    const stopped = stopping.stop();
    await eventually(async () => expect((await fetch(`${stopping.internalUrl}/readyz`)).status).toBe(503));
    hold.resolve();
    const answer = await underWay;
    await stopped;

    expect(answer).toMatchObject({ status: 200, text: '{"held":true}' });
    expect(answer.headers.get('connection')).toBe('close');
    await expect(clientOf(stopping, key)('/v1/inventory')).rejects.toThrow('fetch failed');
  });

  test('does not wait for connections that are idle', TIMED, async () => {
    const stopping = await startGateway(env);
    const idle = connect(stopping.port, '127.0.0.1');
    const closed = new Promise((resolve) => idle.once('close', resolve));
    idle.on('data', () => undefined);
    idle.write(`GET /v1/inventory HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    await new Promise((resolve) => idle.once('data', resolve));
    const startedAt = performance.now();
    await stopping.stop();
    await closed;

    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

test('bad settings are named, all of them, and never shown', async () => {
  const { readConfig } = await import('../config.ts');
  const bad = {
    ...env,
    KEY_PEPPER: 'short',
    UPSTREAM_ORDERS: 'http://x/path',
    TRUSTED_PROXIES: 'all',
    JWT_PRIVATE_KEY: '{"kty":"RSA"}',
  };

  expect(() => readConfig(bad)).toThrow(/JWT_PRIVATE_KEY: .*\n.*KEY_PEPPER: .*\n.*UPSTREAM_ORDERS.*\n.*TRUSTED_PROXIES/);
  expect(() => readConfig(bad)).not.toThrow(/short|RSA/);
});
