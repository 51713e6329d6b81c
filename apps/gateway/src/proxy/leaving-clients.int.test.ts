import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '@fulfilment/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { clientOf, expectProblem } from '../testing/client.ts';
import { rawExchange } from '../testing/raw-exchange.ts';
import { gatewayEnv, metricOf, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

let upstream: Upstream;
let gateway: TestGateway;
let key: string;
const extra: Array<{ stop(): Promise<void> }> = [];

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
  const { id: accountId } = await gateway.operator.account();
  key = (await gateway.operator.key({ accountId, burst: 10_000, rate: 1_000 })).key;
});

afterEach(async () => {
  upstream.answerAsUsual();
  upstream.seen.length = 0;
  for (const one of extra.splice(0)) await one.stop();
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const head = (method: string, ...lines: readonly string[]) =>
  [`${method} /v1/inventory HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`, ...lines, '', ''].join('\r\n');

/** The head of an upload, whose body the service gets as it comes. */
const uploadHead = (length: string): string =>
  head('POST', 'Content-Type: text/csv', length).replace('/v1/inventory', '/v1/inventory/import');

function open(text: string, port = gateway.port): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  return socket.on('error', () => undefined);
}

describe('a client that leaves', () => {
  test('in its header is not heard of by the service', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    await new Promise((sent) => socket.write('GET /v1/inventory HTTP/1.1\r\nHost: x\r\nAuthoriz', sent));
    socket.destroy();
    await clientOf(gateway, key)('/v1/inventory');

    expect(upstream.seen).toHaveLength(1);
  });

  test('in the answer has it broken off at the service', async () => {
    const broken = Promise.withResolvers<void>();
    upstream.answerWith((_request, response) => {
      response.once('close', () => broken.resolve());
      const more = (): void => void (response.destroyed || response.write(Buffer.alloc(65_536), () => setImmediate(more)));
      more();
    });
    const socket = open(head('GET'));
    await once(socket, 'data');
    socket.destroy();

    await expect(broken.promise).resolves.toBeUndefined();
  });

  test('while a service is looked for that is away has nothing done for it later', async () => {
    const away = await startUpstream();
    await away.stop();
    const own = await startGateway({ ...gateway.env, UPSTREAM_INVENTORY: away.url, UPSTREAM_PATIENCE_MS: '5000' });
    extra.push(own);
    const socket = open(`${head('POST', 'Content-Length: 2')}{}`, own.port);
    await once(socket, 'connect');
    await eventually(async () => expect(await metricOf(own, 'upstream_tries_total', 'not-sent')).toBeGreaterThan(0));
    socket.destroy();
    await eventually(async () => expect(await metricOf(own, 'upstream_tries_total', 'client-left')).toBe(1));
    const back = await startUpstream(away.port);
    extra.push(back);
    await clientOf(own, key)('/v1/inventory');

    expect(back.seen.map(({ method }) => method)).toEqual(['GET']);
  });

  test('says so by closing its side: a client that only half-closes cannot be told from it', async () => {
    const asked = Promise.withResolvers<void>();
    const broken = Promise.withResolvers<void>();
    upstream.answerWith((_request, response) => {
      response.once('close', () => broken.resolve());
      asked.resolve();
    });
    const socket = connect({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(head('GET')));
    socket.resume();
    await asked.promise;
    socket.end();

    await expect(broken.promise).resolves.toBeUndefined();
  });
});

describe('a service that dies', () => {
  test('in the middle of the file that it is sent is 503, and the client is told while it still sends', async () => {
    upstream.answerWith((request) => request.once('data', () => request.socket.destroy()));
    const socket = open(`${uploadHead('Content-Length: 1000000')}sku,name\r\n`);
    const [heard] = await once(socket, 'data');
    socket.destroy();

    expect(String(heard)).toMatch(/^HTTP\/1\.1 503 /);
    expect(String(heard)).toMatch(/may still be done/);
  });

  test('in the middle of an answer whose length it has said leaves the client with less, and a connection that is gone', async () => {
    const halfHeard = Promise.withResolvers<void>();
    upstream.answerWith((_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half');
      void halfHeard.promise.then(() => response.destroy());
    });
    const socket = open(head('GET'));
    let heard = '';
    socket.on('data', (bytes) => {
      heard += bytes.toString();
      if (heard.endsWith('half')) halfHeard.resolve();
    });
    await new Promise((closed) => socket.once('close', closed));

    expect(heard).toMatch(/^content-length: 100\r$/im);
    expect(heard).toMatch(/\r\n\r\nhalf$/);
  });
});

test('a client that has its answer gets no second one, however its body ends', async () => {
  upstream.answerWith((request, response) => {
    request.once('data', () => response.writeHead(422, { 'content-type': 'application/json' }).end('{"early":true}'));
  });
  const socket = open(`${uploadHead('Transfer-Encoding: chunked')}3\r\nabc\r\n`);
  const heard: string[] = [];
  socket.on('data', (chunk) => heard.push(chunk.toString()));
  await eventually(() => expect(heard.join('')).toContain('"early":true'));
  socket.write('nonsense\r\n');
  await once(socket, 'close');

  expect(heard.join('').match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

test('a refusal is heard also by a client that has sent more than the service read', async () => {
  const sent = `${head('POST', 'Content-Length: 900000').replace(key, 'unknown')}${'x'.repeat(900_000)}`;
  const answer = await rawExchange(gateway.port, sent, 3_000);

  expect(answer.status).toBe(401);
  expectProblem(answer, 'unauthenticated');
});
