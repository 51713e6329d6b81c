import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { expectProblem, newAddress } from '../testing/client.ts';
import { rawExchange } from '../testing/raw-exchange.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

let upstream: Upstream;
let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
  const { id: accountId } = await gateway.operator.account();
  key = (await gateway.operator.key({ accountId, burst: 100_000, rate: 1_000 })).key;
});

afterEach(() => {
  upstream.seen.length = 0;
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const TWELVE = '{"name":"x"}';
const CHUNKED = 'c\r\n{"name":"x"}\r\n0\r\n\r\n';
const HIDDEN = 'GET /v1/scans?smuggled HTTP/1.1\r\nHost: x\r\n\r\n';

/** A request of ours but for some fields, and bytes behind it. */
const post = (fields: readonly string[], behind = '') =>
  [
    'POST /v1/inventory HTTP/1.1',
    'Host: api.example.test',
    `Authorization: Bearer ${key}`,
    `X-Forwarded-For: ${newAddress()}`,
    ...fields,
    '',
    behind,
  ].join('\r\n');
const get = (target: string) => post([]).replace('POST /v1/inventory', `GET ${target}`);
const json = 'Content-Type: application/json';
const length = `Content-Length: ${TWELVE.length}`;
const chunked = 'Transfer-Encoding: chunked';

type Case = readonly [what: string, request: () => string];

const REPEATED: readonly Case[] = [
  ['Host', () => post(['Host: api.example.test', json, length], TWELVE)],
  ['Host, spelt otherwise', () => post(['hOST: other.test', json, length], TWELVE)],
  ['Authorization', () => post([`authorization: Bearer ${key}`, json, length], TWELVE)],
  ['Content-Type', () => post([json, 'Content-Type: text/csv', length], TWELVE)],
  ['Content-Length, the same', () => post([json, length, length], TWELVE)],
  ['Content-Length, another', () => post([json, length, 'Content-Length: 2'], TWELVE)],
  ['Transfer-Encoding', () => post([json, chunked, chunked], CHUNKED)],
  ['Idempotency-Key', () => post([json, length, 'Idempotency-Key: a', 'Idempotency-Key: b'], TWELVE)],
  ['Cookie', () => post([json, length, 'Cookie: a=b', 'Cookie: a=c'], TWELVE)],
  ['Expect', () => post([json, length, 'Expect: 100-continue', 'Expect: 100-continue'], TWELVE)],
  ['Origin', () => post([json, length, 'Origin: https://a.test', 'Origin: https://b.test'], TWELVE)],
];

const FRAMED: readonly Case[] = [
  ['a length and chunks', () => post([json, length, chunked], CHUNKED)],
  ['chunks and a length', () => post([json, chunked, length], CHUNKED)],
  ['a length with a sign', () => post([json, 'Content-Length: +12'], TWELVE)],
  ['a length below zero', () => post([json, 'Content-Length: -12'], TWELVE)],
  ['a length in hexadecimal', () => post([json, 'Content-Length: 0xc'], TWELVE)],
  ['a list of lengths', () => post([json, 'Content-Length: 12, 12'], TWELVE)],
  ['a length beyond every number', () => post([json, 'Content-Length: 99999999999999999999'], TWELVE)],
  ['an empty length', () => post([json, 'Content-Length: '], TWELVE)],
  ['chunks that are not the last coding', () => post([json, 'Transfer-Encoding: chunked, identity'], CHUNKED)],
  ['another coding below the chunks', () => post([json, 'Transfer-Encoding: gzip, chunked'], CHUNKED)],
  ['chunks by another name', () => post([json, 'Transfer-Encoding: xchunked'], CHUNKED)],
  ['chunks in quotes', () => post([json, 'Transfer-Encoding: "chunked"'], CHUNKED)],
  ['chunks behind a tab in the name', () => post([json, 'Transfer-Encoding\t: chunked'], CHUNKED)],
  ['chunks behind a space in the name', () => post([json, 'Transfer-Encoding : chunked'], CHUNKED)],
  ['chunks on a folded line', () => post([json, 'Transfer-Encoding:\r\n chunked'], CHUNKED)],
  ['chunks behind a vertical tab', () => post([json, 'Transfer-Encoding: \u000bchunked'], CHUNKED)],
  ['chunks with HTTP/1.0', () => post([json, chunked], CHUNKED).replace('HTTP/1.1', 'HTTP/1.0')],
  ['a chunk whose size is no number', () => post([json, chunked], 'zz\r\n{}\r\n0\r\n\r\n')],
  ['a chunk whose size has a sign', () => post([json, chunked], '+2\r\n{}\r\n0\r\n\r\n')],
  ['a chunk that is longer than it says', () => post([json, chunked], '1\r\n{}\r\n0\r\n\r\n')],
  ['a chunk with a bare line feed', () => post([json, chunked], '2\n{}\n0\n\n')],
  ['a chunk with an endless extension', () => post([json, chunked], `2;x=${'x'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`)],
  ['a trailer that is none', () => post([json, chunked], '2\r\n{}\r\n0\r\nnonsense\r\n\r\n')],
];

const WRITTEN: readonly Case[] = [
  ['bare line feeds', () => post([json, length], TWELVE).replaceAll('\r\n', '\n')],
  ['a bare line feed before a field', () => post([json, `X-A: 1\n${length}`], TWELVE)],
  ['a bare carriage return in a field', () => post([json, `X-A: 1\rX-B: 2`, length], TWELVE)],
  ['a null in a field', () => post([json, 'X-A: a\u0000b', length], TWELVE)],
  ['a control in a field', () => post([json, 'X-A: a\u0001b', length], TWELVE)],
  ['a null in a name', () => post([json, 'X-\u0000A: b', length], TWELVE)],
  ['a field without a colon', () => post([json, 'X-A', length], TWELVE)],
  ['a field without a name', () => post([json, ': b', length], TWELVE)],
  ['a space before the first field', () => get('/v1/inventory').replace('\r\nHost', '\r\n Host')],
  ['HTTP/0.9', () => 'GET /v1/inventory\r\n\r\n'],
  ['HTTP/0.9, by name', () => get('/v1/inventory').replace('HTTP/1.1', 'HTTP/0.9')],
  ['HTTP/1.2', () => get('/v1/inventory').replace('HTTP/1.1', 'HTTP/1.2')],
  ['HTTP/2.0', () => get('/v1/inventory').replace('HTTP/1.1', 'HTTP/2.0')],
  ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a space in the target', () => get('/v1/inventory /x')],
  ['a method in small letters', () => get('/v1/inventory').replace('GET', 'get')],
  ['a target in authority form', () => get('api.example.test:80')],
  ['a target in asterisk form', () => get('*').replace('GET', 'OPTIONS')],
  ['a target in absolute form', () => get('http://api.example.test/v1/inventory')],
  ['an encoded line feed in the path', () => get('/v1/inventory/A%0aB')],
  ['an encoded carriage return in the path', () => get('/v1/inventory/A%0DB')],
  ['an encoded file separator in the path', () => get('/v1/inventory/by-barcode/A%1cB')],
  ['an encoded record separator in the path', () => get('/v1/inventory/by-barcode/A%1EB')],
  ['an encoded delete in the path', () => get('/v1/inventory/A%7f')],
  ['bytes beyond ASCII in the path', () => get('/v1/inventory/Ã¼')],
  ['a Host with a user', () => get('/v1/inventory').replace('Host: api', 'Host: user@api')],
  ['a Host with a path', () => get('/v1/inventory').replace('Host: api.example.test', 'Host: api.example.test/x')],
  ['a Host with a space', () => get('/v1/inventory').replace('Host: api.example.test', 'Host: api example.test')],
];

describe.each([
  ['a field that there is to be once', REPEATED],
  ['framing that readers take in two ways', FRAMED],
  ['a request that is not written as RFC 9112 has it', WRITTEN],
])('%s is 400, and the service hears nothing of it', (_what, cases) => {
  test.each(cases)('%s', async (_case, request) => {
    const answer = await rawExchange(gateway.port, request(), 3_000);

    expect(answer.status).toBe(400);
    expect(answer.headers.get('connection')).toBe('close');
    expectProblem(answer, 'invalid_request');
    expect(upstream.seen).toEqual([]);
  });
});

/** The bytes behind each of them would be a second request to a reader that takes the framing in the other way. */
describe('nothing is smuggled', () => {
  const refused: readonly Case[] = [
    ['behind a length that chunks overrule', () => post([json, 'Content-Length: 4', chunked], `0\r\n\r\n${HIDDEN}`)],
    [
      'behind chunks that a length overrules',
      () => post([json, chunked, `Content-Length: ${5 + HIDDEN.length}`], `0\r\n\r\n${HIDDEN}`),
    ],
    ['behind the second of two lengths', () => post([json, 'Content-Length: 0', `Content-Length: ${HIDDEN.length}`], HIDDEN)],
    [
      'behind chunks that are hidden from one reader',
      () => post([json, 'Transfer-Encoding:\u000bchunked', 'Content-Length: 5'], `0\r\n\r\n${HIDDEN}`),
    ],
    ['in the body of a GET', () => `${get('/v1/inventory').slice(0, -2)}Content-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`],
    [
      'in the body of a HEAD',
      () => `${get('/v1/inventory').replace('GET', 'HEAD').slice(0, -2)}Content-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
    ],
    ['in a chunk that ends early', () => post([json, chunked], `1\r\n{\r\n0\r\nX: y\r\n${HIDDEN}`)],
  ];
  test.each(refused)('%s', async (_what, request) => {
    const answer = await rawExchange(gateway.port, request(), 3_000);

    expect(upstream.seen.filter(({ url }) => url.includes('smuggled'))).toEqual([]);
    expect(answer.raw.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });

  test('in the body of a DELETE: it is its body, and goes on as that', async () => {
    const request = post([`Content-Length: ${HIDDEN.length}`, 'Connection: close'], HIDDEN).replace(
      'POST /v1/inventory',
      'DELETE /v1/inventory/MUG-01',
    );
    await rawExchange(gateway.port, request, 3_000);

    expect(upstream.seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['DELETE', '/v1/inventory/MUG-01', HIDDEN],
    ]);
  });

  test('in trailers: they end at the gateway', async () => {
    const request = post(
      [json, chunked, 'Trailer: X-Internal-Cost', 'Connection: close'],
      `2\r\n{}\r\n0\r\nX-Internal-Identity: me\r\nAuthorization: Bearer x\r\n\r\n`,
    );
    const answer = await rawExchange(gateway.port, request, 3_000);

    expect(answer.status).toBe(200);
    expect(upstream.seen).toHaveLength(1);
    expect(upstream.seen[0]?.headers['x-internal-identity']).toMatch(/^ey/);
    expect(JSON.stringify(upstream.seen)).not.toMatch(/"me"|Bearer/);
  });

  test('between requests that come at once over one connection: each is answered, in order', async () => {
    const first = post([json, length], TWELVE);
    const second = get('/v1/scans');
    const third = post(['Connection: close', json, chunked], CHUNKED);
    const answer = await rawExchange(gateway.port, first + second + third, 3_000);

    expect(answer.raw.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
    expect(upstream.seen.map(({ method, body }) => `${method} ${body}`).toSorted()).toEqual(
      [`GET `, `POST ${TWELVE}`, `POST ${TWELVE}`].toSorted(),
    );
  });
});
