import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { expectCommonHeaders, expectProblem } from '../testing/client.ts';
import { rawExchange } from '../testing/raw-exchange.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startRawUpstream, type RawUpstream } from '../testing/start-raw-upstream.ts';

let upstream: RawUpstream;
let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  upstream = await startRawUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
  const { id: accountId } = await gateway.operator.account();
  key = (await gateway.operator.key({ accountId, burst: 10_000, rate: 1_000 })).key;
});

afterEach(() => {
  upstream.arrived.length = 0;
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const ask = (method = 'GET', body?: string) => {
  const framing = body === undefined ? [] : [`Content-Length: ${body.length}`];
  const lines = [`${method} /v1/inventory HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`, 'Connection: close', ...framing];
  return rawExchange(gateway.port, [...lines, '', body ?? ''].join('\r\n'), 5_000);
};

const answerWith = (...parts: readonly string[]) =>
  upstream.answerWith(({ socket }) => {
    for (const part of parts) socket.write(part);
  });
const endWith = (...parts: readonly string[]) => upstream.answerWith(({ socket }) => void socket.end(parts.join('')));
const statusLines = (raw: string) => raw.match(/HTTP\/1\.1 \d+/g);

describe('what a service says on the way to its answer stays behind the gateway', () => {
  test.each(['103 Early Hints\r\nLink: </x>', '102 Processing'])('%j', async (early) => {
    answerWith(`HTTP/1.1 ${early}\r\n\r\n`, 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
    const answer = await ask();

    expect(statusLines(answer.raw)).toEqual(['HTTP/1.1 200']);
    expect(answer.text).toBe('{}');
  });
});

test('trailers stay behind too, and the body before them is whole', async () => {
  answerWith(
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Internal-Sum\r\n\r\n',
    '2\r\n{}\r\n0\r\nX-Internal-Sum: 7\r\n\r\n',
  );
  const answer = await ask();

  expect(answer.text).toBe('2\r\n{}\r\n0\r\n\r\n');
  expect(answer.raw).not.toMatch(/internal-sum|trailer/i);
});

test.each([
  ['GET', 'HTTP/1.1 304 Not Modified\r\nETag: "3"\r\n\r\n', 304],
  ['POST', 'HTTP/1.1 204 No Content\r\n\r\n', 204],
  ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nETag: "3"\r\n\r\n', 200],
])('an answer to %s without a body (%j) has none', async (method, bytes, status) => {
  answerWith(bytes);
  const answer = await ask(method);

  expect(answer.status).toBe(status);
  expectCommonHeaders(answer.headers);
  expect(answer.text).toBe('');
});

test('an answer that is shorter than it says is none that a client could take for whole', async () => {
  endWith('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"half":');

  await expect(
    fetch(`${gateway.url}/v1/inventory`, { headers: { authorization: `Bearer ${key}` } }).then((answer) => answer.text()),
  ).rejects.toThrow('terminated');
});

describe('what is no answer is 503, after a second try where nothing was changed', () => {
  test.each([
    ['nothing', ''],
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['half a header', 'HTTP/1.1 200 OK\r\nContent-Le'],
    ['two framings', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    [
      'a protocol that no client asked for',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n',
    ],
  ])('%s', async (_what, bytes) => {
    endWith(bytes);

    expectProblem(await ask('GET'), 'upstream_unavailable');
    expect(upstream.arrived).toHaveLength(2);
    upstream.arrived.length = 0;

    const refused = await ask('POST', '{}');
    expect(expectProblem(refused, 'upstream_unavailable').detail).toMatch(/may still be done/);
    expect(upstream.arrived).toHaveLength(1);
  });
});

/** Answers the first request of each connection from now on, and closes the connection at its second. */
const closeTheSecond = () => {
  const answered = new WeakSet<Socket>();
  upstream.answerWith(({ socket }) => {
    if (answered.has(socket)) socket.destroy();
    else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
    answered.add(socket);
  });
};

describe('a kept connection that the service closes as the next request comes', () => {
  test('costs a read nothing', async () => {
    closeTheSecond();
    await ask();

    expect((await ask()).status).toBe(200);
    expect(upstream.arrived.map(({ place }) => place)).toEqual([1, 2, 1]);
  });

  test.each(['POST', 'DELETE'])('is no reason to send a %s twice', async (method) => {
    closeTheSecond();
    await ask();
    upstream.arrived.length = 0;
    const path = '/v1/inventory/MUG-01';
    const answer = await fetch(gateway.url + (method === 'POST' ? '/v1/inventory' : path), {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });

    expect(answer.status).toBe(503);
    expect(upstream.arrived).toHaveLength(1);
  });
});
