import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { MAX_IMPORT_BYTES } from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import { TIMED } from '@fulfilment/testing';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { type Client, clientOf, expectProblem } from '../testing/client.ts';
import { rawExchange } from '../testing/raw-exchange.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

const IMPORT = '/v1/inventory/import';
const REQUEST_MS = 600;
const READER_MS = 1_500;
const PIECES = 12;
const PIECE_EVERY_MS = 150;
const MEGABYTE = 1_048_576;

let upstream: Upstream;
let gateway: TestGateway;
let key: string;
let client: Client;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(
    { ...gatewayEnv(inject('engines'), upstream.url), UPSTREAM_TIMEOUT_MS: String(REQUEST_MS) },
    { headersMs: 300, requestMs: REQUEST_MS, bodyMs: REQUEST_MS, readerMs: READER_MS, ownReaderMs: REQUEST_MS },
  );
  const { id: accountId } = await gateway.operator.account();
  key = (await gateway.operator.key({ accountId, burst: 10_000, rate: 1_000 })).key;
  client = clientOf(gateway, key);
});

afterEach(() => {
  upstream.answerAsUsual();
  upstream.seen.length = 0;
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

const csv = { 'content-type': 'text/csv' };
const head = (path: string, ...lines: readonly string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`, 'Content-Type: text/csv', ...lines, '', ''].join('\r\n');

test('an upload goes on whole, far beyond what other bodies may be', async () => {
  const body = 'x'.repeat(5 * MEGABYTE);

  const answer = await client(IMPORT, { method: 'POST', headers: csv, body });

  expect(answer.status).toBe(200);
  expect(upstream.seen[0]?.body).toBe(body);
});

test('an upload that says it is beyond its own bound is refused before a byte of it goes on', async () => {
  const answer = await rawExchange(gateway.port, head(IMPORT, `Content-Length: ${MAX_IMPORT_BYTES + 1}`));

  expect(expectProblem(answer, 'payload_too_large')).toMatchObject({ max_bytes: MAX_IMPORT_BYTES });
  expect(upstream.seen).toEqual([]);
});

test('an upload waits for its service, and its client with it', async () => {
  upstream.answerWith((request, response) => {
    setTimeout(() => request.resume().once('end', () => response.end('{}')), 3 * REQUEST_MS);
  });
  const request = httpRequest(gateway.url + IMPORT, { method: 'POST', headers: { ...csv, authorization: `Bearer ${key}` } });
  let written = 0;
  const more = (): void => {
    while (written < 60) {
      written += 1;
      if (!request.write(Buffer.alloc(MEGABYTE))) return void request.once('drain', more);
    }
    request.end();
  };
  more();
  await delay(2 * REQUEST_MS);
  expect(written).toBeLessThan(40);

  const [response] = await once(request, 'response');

  expect(response.statusCode).toBe(200);
  expect(written).toBe(60);
  response.destroy();
});

test('an upload may take longer than other bodies, as long as it moves', TIMED, async () => {
  expect(await sentInPieces(IMPORT, 'x'.repeat(4_096))).toMatch(/^HTTP\/1\.1 200 /);
  expect(await sentInPieces('/v1/inventory', 'x'.repeat(4_096))).toMatch(/^HTTP\/1\.1 408 /);
});

test('an upload that hardly moves is refused, and its service is told', async () => {
  const broken = Promise.withResolvers<void>();
  upstream.answerWith((request) => void request.resume().once('error', () => broken.resolve()));

  expect(await sentInPieces(IMPORT, 'x')).toMatch(/^HTTP\/1\.1 408 [^]*came too slowly/);
  await broken.promise;
});

test('an upload that is answered before its end is taken to its end, and the next request on the connection is answered too', async () => {
  upstream.answerWith((request, response) => {
    request.once('data', () => {
      response.writeHead(422, { 'content-type': 'application/json' }).end('{"early":true}');
    });
  });
  const body = 'x'.repeat(3 * MEGABYTE);

  const answers = await rawExchange(
    gateway.port,
    `${head(IMPORT, `Content-Length: ${body.length}`)}${body}${head(IMPORT, 'Content-Length: 1', 'Connection: close')}x`,
  );

  expect(answers.raw.match(/HTTP\/1\.1 422 /g)).toHaveLength(2);
  expect(answers.raw.match(/"early":true/g)).toHaveLength(2);
});

test('an answer of HTTP/1.0, which ends with its connection, is reset where it is not whole', async () => {
  const socket = connect(gateway.port, '127.0.0.1');
  upstream.answerWith((_request, response) => {
    response.write('half');
    socket.once('data', () => response.destroy());
  });
  socket.write(`GET /v1/inventory/export HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`);

  const [error] = await once(socket, 'error');

  expect(error).toMatchObject({ code: 'ECONNRESET' });
});

test('a client that takes nothing of its answer for too long is given up, and its service is told', async () => {
  const broken = Promise.withResolvers<number>();
  const startedAt = performance.now();
  upstream.answerWith((_request, response) => {
    response.once('close', () => broken.resolve(performance.now() - startedAt));
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(MEGABYTE)));
      response.once('drain', more);
    };
    more();
  });
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write(`GET /v1/inventory/export HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);

  expect(await broken.promise).toBeGreaterThan(READER_MS);
  socket.destroy();
});

test('a client that takes nothing is given up though it sends', async () => {
  const broken = Promise.withResolvers<undefined>();
  upstream.answerWith((_request, response) => {
    response.once('close', () => broken.resolve(undefined));
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(MEGABYTE)));
      response.once('drain', more);
    };
    more();
  });
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write(`GET /v1/inventory/export HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\nGET /v1/`);
  const timer = setInterval(() => socket.write('x'), PIECE_EVERY_MS);

  await expect(broken.promise).resolves.toBeUndefined();
  clearInterval(timer);
  socket.destroy();
});

test('a client that waits for its service, idle for longer, is none that takes nothing', async () => {
  upstream.answerWith((_request, response) => void setTimeout(() => response.end('late'), 2 * READER_MS));

  expect((await client('/v1/integrity')).text).toBe('late');
});

test('an export may find nothing for longer than other answers may take, before its first row and between two', async () => {
  upstream.answerWith((_request, response) => {
    setTimeout(() => response.write('{"id":"first"}\n'), 2 * REQUEST_MS);
    setTimeout(() => response.end('{"id":"last"}\n'), 4 * REQUEST_MS);
  });

  for (const path of ['/v1/orders/export', '/v1/inventory/export'])
    expect(await client(path)).toMatchObject({ status: 200, text: '{"id":"first"}\n{"id":"last"}\n' });
});

/** Sends a body in pieces, for much longer than other bodies may take. @returns what came back. */
async function sentInPieces(path: string, piece: string): Promise<string> {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(head(path, `Content-Length: ${PIECES * piece.length}`, 'Connection: close'));
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    if (sent <= PIECES) socket.write(piece);
  }, PIECE_EVERY_MS);
  socket.on('error', () => undefined);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(Buffer.from(chunk));
  clearInterval(timer);
  return Buffer.concat(chunks).toString();
}
