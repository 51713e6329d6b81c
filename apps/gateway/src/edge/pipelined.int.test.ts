import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { eventually } from '@fulfilment/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { clientOf, newAddress } from '../testing/client.ts';
import { rawExchange } from '../testing/raw-exchange.ts';
import { gatewayEnv, metricOf, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

/** Requests of a connection that wait for the one under way. */
const WAITING = 8;

let upstream: Upstream;
let gateway: TestGateway;
let key: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
  const { id: accountId } = await gateway.operator.account();
  key = (await gateway.operator.key({ accountId, burst: 10_000, rate: 1_000 })).key;
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  upstream.answerAsUsual();
  upstream.seen.length = 0;
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const requestOf = (
  method: string,
  path: string,
  { fields = [], body = '' }: { fields?: readonly string[]; body?: string } = {},
) => [`${method} ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`, ...fields, '', body].join('\r\n');

const postOf = (path: string, body: string): string =>
  requestOf('POST', path, { fields: [`Content-Length: ${body.length}`], body });

const reads = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => requestOf('GET', `/v1/inventory/S-${at}`));

/** Sends over a connection of its own, and hears what comes. */
function open(text: string): { readonly socket: Socket; readonly heard: () => string } {
  const parts: string[] = [];
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write(text));
  socket.on('error', () => undefined).on('data', (bytes) => parts.push(bytes.toString('latin1')));
  sockets.push(socket);
  return { socket, heard: () => parts.join('') };
}

const statusesIn = (text: string): readonly string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status);

/** Answers each request with its method and path, after `turn`. */
function echo(turn: (url: string) => Promise<unknown> = async () => undefined) {
  const counts = { now: 0, most: 0 };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    counts.now += 1;
    counts.most = Math.max(counts.most, counts.now);
    request.resume();
    await turn(request.url ?? '');
    counts.now -= 1;
    response.end(`${request.method} ${request.url};`);
  };
  upstream.answerWith((request, response) => void answer(request, response));
  return counts;
}

describe('a client that sends requests before it has its answers', () => {
  test.each([2, WAITING, WAITING + 1])('%i of them: has all answers in order, and the connection goes on', async (count) => {
    const counts = echo((url) => new Promise((resolve) => setTimeout(resolve, url.endsWith('-0') ? 50 : 0)));
    const { socket, heard } = open(reads(count).join(''));
    await eventually(() => expect(statusesIn(heard())).toHaveLength(count));
    socket.write(requestOf('GET', '/v1/inventory/LAST'));
    await eventually(() => expect(heard()).toContain('/LAST;'));

    const paths = Array.from({ length: count }, (_, at) => `GET /v1/inventory/S-${at};`);
    expect(heard().match(/GET \/v1[^;]*;/g)).toEqual([...paths, 'GET /v1/inventory/LAST;']);
    expect(statusesIn(heard())).toEqual(Array(count + 1).fill('200'));
    // One after the other, as a service of another request would see it.
    expect(counts.most).toBe(1);
  });

  test('with bodies has each of them read as its own', async () => {
    const bodies = ['{"a":1}', '{"b":"POST /v1/orders HTTP/1.1"}', '{"c":3}'];
    const { heard } = open(bodies.map((body) => postOf('/v1/inventory', body)).join(''));
    await eventually(() => expect(statusesIn(heard())).toEqual(['200', '200', '200']));

    expect(upstream.seen.map(({ body }) => body)).toEqual(bodies);
  });

  test('of which one closes the connection has nothing done for those behind it', async () => {
    const closing = requestOf('GET', '/v1/inventory/B', { fields: ['Connection: close'] });
    const { raw } = await rawExchange(
      gateway.port,
      `${requestOf('GET', '/v1/inventory/A')}${closing}${postOf('/v1/inventory', '{}')}`,
    );

    expect(statusesIn(raw)).toEqual(['200', '200']);
    expect(upstream.seen.map(({ url }) => url)).toEqual(['/v1/inventory/A', '/v1/inventory/B']);
  });

  test('one of which is broken has the answers to those before it, and the connection closes', async () => {
    const { raw } = await rawExchange(gateway.port, `${reads(3).join('')}G\0T / HTTP/1.1\r\n\r\n`);

    expect(statusesIn(raw)).toEqual(['200', '200', '200']);
  });

  test('one of which has a broken body has that refused in its turn', async () => {
    const broken = requestOf('POST', '/v1/inventory', { fields: ['Transfer-Encoding: chunked'], body: 'zz\r\n' });
    const { raw } = await rawExchange(gateway.port, `${reads(2).join('')}${broken}`);

    expect(statusesIn(raw)).toEqual(['200', '200', '400']);
  });
});

test(`beyond ${WAITING + 1} without an answer the rest is not read: those are answered, the last says so, and the connection closes`, async () => {
  echo();
  const { raw } = await rawExchange(gateway.port, reads(200).join(''), 5_000);

  expect(raw.match(/GET \/v1[^;]*;/g)).toEqual(Array.from({ length: WAITING + 1 }, (_, at) => `GET /v1/inventory/S-${at};`));
  expect(raw.match(/^connection: .*$/gim)?.map((line) => line.toLowerCase().trim())).toEqual([
    ...Array<string>(WAITING).fill('connection: keep-alive'),
    'connection: close',
  ]);
});

test('a client that leaves has nothing done for what it still had waiting', async () => {
  const arrived: string[] = [];
  const left = new Promise((resolve) =>
    upstream.answerWith((request, response) => {
      arrived.push(request.url ?? '');
      response.once('close', resolve);
    }),
  );
  const { socket } = open(
    [requestOf('GET', '/v1/inventory/FIRST'), ...Array.from({ length: 7 }, () => postOf('/v1/inventory', '{}'))].join(''),
  );
  await eventually(() => expect(arrived).toHaveLength(1));
  socket.destroy();
  await left;
  upstream.answerAsUsual();
  await clientOf(gateway, key)('/v1/inventory/NEXT');

  expect(arrived).toEqual(['/v1/inventory/FIRST']);
  expect(upstream.seen.map(({ url }) => url)).toEqual(['/v1/inventory/NEXT']);
});

/** Sends over a new connection. @returns the statuses that came, and the milliseconds until it was closed. */
async function timed(text: string) {
  const began = performance.now();
  const { raw } = await rawExchange(gateway.port, text, 5_000);
  return { statuses: statusesIn(raw), ms: performance.now() - began };
}

describe('requests without a key', () => {
  const flood = (): string =>
    Array.from({ length: 1_600 }, () => `GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`).join('');
  let address: string;

  test.each([1, 8])('1 600 on each of %i connections: few of them are answered before another client is', async (connections) => {
    address = newAddress();
    const other = clientOf(gateway, key);
    await other('/v1/inventory');
    const before = await metricOf(gateway, 'http_request_seconds_count', 'status="4');
    const opened = Array.from({ length: connections }, () => open(flood()));
    await Promise.all(opened.map(({ socket }) => once(socket, 'data')));
    await other('/v1/inventory');
    const after = await metricOf(gateway, 'http_request_seconds_count', 'status="4');

    expect(after - before).toBeGreaterThan(0);
    expect(after - before).toBeLessThanOrEqual(connections * (WAITING + 1));
  });

  test('that are dropped use up the pace of their client: the next refusal is held for the longest time', async () => {
    address = newAddress();
    let sent = await timed(flood());
    // The first connections take the tokens of the address, for answers that come at once.
    while (!sent.statuses.includes('429')) sent = await timed(flood());

    // A second, less what a timer may be early.
    expect(sent.ms).toBeGreaterThan(900);
  });
});
