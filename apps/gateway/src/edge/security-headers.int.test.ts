import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newAddress } from '../testing/client.ts';
import { type RawAnswer, rawExchange } from '../testing/raw-exchange.ts';
import { gatewayEnv, type GatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

/** The first reader of a document waits for it to be rendered; every answer here ends with its connection. */
const PATIENCE_MS = 30_000;
const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'";

let upstream: Upstream;
let env: GatewayEnv;
let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  upstream = await startUpstream();
  env = gatewayEnv(inject('engines'), upstream.url);
  gateway = await startGateway(env);
  const { id: accountId } = await gateway.operator.account();
  key = (await gateway.operator.key({ accountId })).key;
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const ask = (path: string, { method = 'GET', bearer = key } = {}): Promise<RawAnswer> => {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: x', `X-Forwarded-For: ${newAddress()}`, 'Connection: close'];
  return rawExchange(gateway.port, [...lines, `Authorization: Bearer ${bearer}`, '', ''].join('\r\n'), PATIENCE_MS);
};

const answers: ReadonlyArray<readonly [what: string, status: number, answer: () => Promise<RawAnswer>]> = [
  ['a record', 200, () => ask('/v1/inventory')],
  ['a write', 200, () => ask('/v1/orders', { method: 'POST' })],
  ['keys of an account', 200, () => ask('/account/v1/keys')],
  ['a document', 200, () => ask('/openapi.json')],
  ['a page', 200, () => ask('/docs')],
  ['a script', 200, () => ask('/docs/site.css')],
  ['no key', 401, () => ask('/v1/inventory', { bearer: 'none' })],
  ['no key of an account', 401, () => ask('/account/v1/keys', { bearer: 'none' })],
  ['no such path', 404, () => ask('/v1/nothing')],
  ['no such method', 405, () => ask('/v1/inventory', { method: 'PUT' })],
  ['an ambiguous request', 400, () => ask('/v1//inventory')],
  ['what is no request', 400, () => rawExchange(gateway.port, 'nonsense\r\n\r\n', PATIENCE_MS)],
];

describe.each(answers)('%s (%i)', (_what, status, answer) => {
  let came: RawAnswer;
  beforeAll(async () => {
    came = await answer();
  });

  test('has the headers against sniffing, framing, other origins and referrers', () => {
    expect(came.status).toBe(status);
    expect(Object.fromEntries(came.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'content-security-policy': expect.stringMatching(/default-src 'none'; .*frame-ancestors 'none'/),
      'cache-control': expect.any(String),
      'content-type': expect.any(String),
    });
  });

  test('says nothing of what it is made with', () => {
    for (const name of ['server', 'x-powered-by', 'via']) expect(came.headers.has(name)).toBe(false);
  });
});

test('nothing runs in what is no page; a page runs our own scripts, and no other window holds it', async () => {
  const [page, record] = [await ask('/docs'), await ask('/v1/inventory')];

  expect(record.headers.get('content-security-policy')).toBe(NOTHING_RUNS);
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self'; .*base-uri 'none'; form-action 'none'/);
  expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin');
});

test.each(['none', 'valid'])('what is said of an account is kept nowhere, refusals neither: a key that is %s', async (what) => {
  const answer = await ask('/account/v1/keys', what === 'none' ? { bearer: 'none' } : {});

  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('HTTPS is asked for where that is how clients come, and only there', async () => {
  const plain = await startGateway({ ...env, PUBLIC_URL: 'http://localhost:8080' });
  const answer = await fetch(`${plain.url}/openapi.json`, { method: 'HEAD' });
  await plain.stop();

  expect(answer.headers.has('strict-transport-security')).toBe(false);
});
