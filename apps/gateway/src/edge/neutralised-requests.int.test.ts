import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { expectProblem, newAddress, TOO_MANY_AT_ONCE } from '../testing/client.ts';
import { rawExchange } from '../testing/raw-exchange.ts';
import { gatewayEnv, type GatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

let upstream: Upstream;
let env: GatewayEnv;
let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  upstream = await startUpstream();
  env = gatewayEnv(inject('engines'), upstream.url);
  gateway = await startGateway(env);
  const { id: accountId } = await gateway.operator.account();
  key = (await gateway.operator.key({ accountId, burst: 100_000, rate: 1_000 })).key;
});

afterEach(() => {
  upstream.answerAsUsual();
  upstream.seen.length = 0;
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const ask = (method: string, target: string, { fields = [], body = '' }: { fields?: readonly string[]; body?: string } = {}) =>
  rawExchange(
    gateway.port,
    [`${method} ${target} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`, 'Connection: close', ...fields, '', body].join(
      '\r\n',
    ),
    5_000,
  );

const fromEvil = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: evil.test\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`;

describe('a client cannot have a service take a request for another one', () => {
  test.each([
    'X-HTTP-Method-Override: DELETE',
    'X-HTTP-Method: DELETE',
    'X-Method-Override: DELETE',
    'X_HTTP_METHOD_OVERRIDE: DELETE',
    'X-Original-URL: /v1/scans',
    'X-Rewrite-URL: /v1/scans',
    'X-Forwarded-Host: evil.test',
    'X-Forwarded-Proto: http',
    'X-Forwarded-Prefix: /evil',
    'X-Forwarded-For: 198.51.100.1',
    'Forwarded: for=198.51.100.1;host=evil.test',
    'X-Real-IP: 198.51.100.1',
    'X-Client-IP: 198.51.100.1',
    'Via: 1.1 evil.test',
    'Proxy: http://evil.test',
    'Proxy-Authorization: Basic eA==',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAAP__',
    'TE: trailers',
    'Trailer: X-Sum',
    'Keep-Alive: timeout=999',
    'X-Internal-Identity: me',
    'x_internal_identity: me',
    'X-Internal-Cost: -100',
    'x_forwarded_for: 198.51.100.1',
  ])('by %s: it does not go on', async (field) => {
    const [, value] = field.split(': ');
    const answer = await ask('POST', '/v1/inventory', { fields: [field, 'Content-Length: 2'], body: '{}' });

    expect(answer.status).toBe(200);
    expect(upstream.seen).toMatchObject([{ method: 'POST', url: '/v1/inventory', body: '{}' }]);
    const came = upstream.seen[0]?.rawHeaders ?? [];
    expect(came.filter((_text, place) => place % 2 === 0 && came[place + 1] === value)).toEqual([]);
  });

  test('by a query: it goes on as it came, with the method that it came with', async () => {
    await ask('GET', '/v1/inventory?_method=DELETE&x=../../scans');

    expect(upstream.seen).toMatchObject([{ method: 'GET', url: '/v1/inventory?_method=DELETE&x=../../scans' }]);
  });

  test('by Host: services have their own, and nothing of it is in an answer', async () => {
    const answers = [];
    for (const path of ['/v1/inventory', '/v1/nothing', '/openapi.json', '/docs'])
      answers.push(await rawExchange(gateway.port, fromEvil(path), 5_000));

    expect(upstream.seen[0]?.headers.host).toBe(new URL(upstream.url).host);
    expect(answers.filter(({ raw }) => raw.includes('evil.test'))).toEqual([]);
  });
});

test('TRACE is a method like any other that there is not: nothing is sent back', async () => {
  const answer = await ask('TRACE', '/v1/inventory', { fields: ['X-Secret: 1'] });

  expect(answer.status).toBe(405);
  expectProblem(answer, 'method_not_allowed');
  expect(answer.raw).not.toContain('X-Secret');
});

test.each([
  ['Upgrade: h2c', 'HTTP/1.1 200'],
  ['Upgrade: websocket', 'HTTP/1.1 200'],
  ['Range: bytes=0-1', 'HTTP/1.1 200'],
])('%s changes nothing: the answer is the whole one', async (field, status) => {
  const answer = await ask('GET', '/v1/inventory', { fields: [field] });

  expect(answer.raw.startsWith(status)).toBe(true);
  expect(answer.raw).toContain('{"ok":true}');
});

test('what is no ASCII in a field goes on byte for byte', async () => {
  await rawExchange(
    gateway.port,
    Buffer.from(
      `GET /v1/inventory HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\nX-Note: caf\u00e9\u00ff\r\n\r\n`,
      'latin1',
    ),
    5_000,
  );

  expect(upstream.seen[0]?.headers['x-note']).toBe('caf\u00e9\u00ff');
});

test('extensions of chunks stay behind, and the body is the same', async () => {
  await ask('POST', '/v1/inventory', {
    fields: ['Transfer-Encoding: chunked'],
    body: '2;name="x";y\r\n{}\r\n0;last\r\n\r\n',
  });

  expect(upstream.seen).toMatchObject([{ body: '{}' }]);
});

test('empty lines before a request are passed over, as RFC 9112 section 2.2 has it', async () => {
  const answer = await rawExchange(
    gateway.port,
    `\r\n\r\nGET /v1/inventory HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
    5_000,
  );

  expect(answer.status).toBe(200);
});

async function statusesOfAnonymous(port: number, forwardedFor: () => string): Promise<readonly number[]> {
  const request = (): string =>
    [
      'HEAD /openapi.json HTTP/1.1',
      'Host: x',
      `X-Forwarded-For: ${forwardedFor()}`,
      `X-Real-IP: ${newAddress()}`,
      `Forwarded: for=${newAddress()}`,
      'Connection: close',
      '',
      '',
    ].join('\r\n');
  const answers = await Promise.all(Array.from({ length: TOO_MANY_AT_ONCE }, () => rawExchange(port, request(), 5_000)));
  return answers.map(({ status }) => status);
}

describe('who is counted', () => {
  test('is the peer where no proxy is trusted, whatever it says of others', async () => {
    const { TRUSTED_PROXIES: _none, ...untrusting } = env;
    const own = await startGateway({ ...untrusting, REDIS_PREFIX: `${env.REDIS_PREFIX}peer:` });
    const statuses = await statusesOfAnonymous(own.port, newAddress);
    await own.stop();

    expect(statuses).toContain(429);
  });

  test('is whom the last trusted proxy heard from, whatever that one says of others', async () => {
    const peer = newAddress();

    expect(await statusesOfAnonymous(gateway.port, () => `${newAddress()}, ${peer}`)).toContain(429);
    expect(await statusesOfAnonymous(gateway.port, newAddress)).not.toContain(429);
  });
});
