import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type Server, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WebhookRequest } from '../deliveries/delivery-ports.ts';
import { sampleDelivery } from '../model/domain/delivery.fixture.ts';
import { MAX_ANSWER_BYTES } from './connector.ts';
import { makeSender, type Sender } from './sender.ts';
import { makeRefuseAddress, parseCidr } from './ssrf-guard.ts';

const at = new Date('2026-11-30T10:00:00.000Z');
/** A socket is read in pieces of this size, and takes one or two before it is told to stop. */
const PIECE_BYTES = 65_536;
const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\n\r\n';
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** Connections of the sender, which tell how much it took. */
let connections: Socket[];
let sender: Sender;
let server: Server | undefined;

const connected = (event: unknown): void => {
  if (event && typeof event === 'object' && 'socket' in event && event.socket instanceof Socket) connections.push(event.socket);
};

beforeEach(() => {
  connections = [];
  subscribe('undici:client:connected', connected);
  const refuse = makeRefuseAddress([parseCidr('127.0.0.0/8')]);
  // The deadline is never reached: an answer without end is told by its size.
  sender = makeSender({ resolve: async () => ['127.0.0.1'], refuse, deadlineMs: 600_000, connectMs: 5_000 });
});

afterEach(async () => {
  unsubscribe('undici:client:connected', connected);
  await sender.stop();
  await new Promise((resolve) => server?.close(resolve));
});

/** A receiver on a bare socket. @returns a request to it. */
async function receiver(answer: (socket: Socket) => void): Promise<WebhookRequest> {
  server = createServer((socket) => {
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk.toString();
      // The header may come before its body.
      if (!text.endsWith('{"a":1}')) return;
      text = '';
      answer(socket);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: typeof address === 'object' ? `http://127.0.0.1:${address?.port}/` : '',
    secrets: [{ id: 'sec_1', secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' }],
    delivery: sampleDelivery(),
    event: { type: 'order.shipped', body: '{"a":1}', requestId: null, traceparent: null },
    attempt: 1,
  };
}

/** Says `begin`, and then `again` for as long as the connection lasts. */
const floods = (begin: string, again: string) => (socket: Socket) => {
  const piece = Buffer.from(again.repeat(Math.ceil(PIECE_BYTES / again.length)));
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', more).write(begin);
  more();
};

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('an answer without end is broken off, and little of it is taken', () => {
  test.each<[string, string, string, string, number | null]>([
    ['interim answers', '', EARLY_HINTS, 'response_too_large', null],
    [
      'interim answers with many headers',
      '',
      EARLY_HINTS.replace('\r\n\r\n', `\r\nX: ${'a'.repeat(15_000)}\r\n\r\n`),
      'response_too_large',
      null,
    ],
    ['empty lines before it', '', '\r\n', 'response_too_large', null],
    ['its reason', 'HTTP/1.1 200 ', 'a', 'response_too_large', null],
    ['blanks before the value of a header', 'HTTP/1.1 200 OK\r\nX:', ' ', 'response_too_large', null],
    ['headers', 'HTTP/1.1 200 OK\r\n', 'X: a\r\n', 'malformed_response', null],
    ['the extension of a chunk', `${CHUNKED}1;`, 'a', 'response_too_large', 200],
    ['chunks with extensions', CHUNKED, `1;${'a'.repeat(1_000)}\r\nx\r\n`, 'response_too_large', 200],
    ['the size of a chunk', CHUNKED, '0', 'response_too_large', 200],
    ['blanks before the value of a trailer', `${CHUNKED}0\r\nX:`, ' ', 'response_too_large', 200],
    ['trailers', `${CHUNKED}0\r\n`, 'X: a\r\n', 'malformed_response', 200],
    ['its body', 'HTTP/1.1 200 OK\r\n\r\n', 'a', 'response_too_large', 200],
  ])('%s', async (_what, begin, again, fault, status) => {
    const request = await receiver(floods(begin, again));

    expect(await sender.send(request, at)).toMatchObject({ type: 'broken', fault, status });

    expect(connections).toMatchObject([{ destroyed: true }]);
    expect(connections[0]?.bytesRead).toBeLessThanOrEqual(MAX_ANSWER_BYTES + 3 * PIECE_BYTES);
  });
});

test('20 interim answers are passed over, and 21 are too many', async () => {
  let interim = 20;
  const request = await receiver((socket) => socket.write(`${EARLY_HINTS.repeat(interim)}${OK}`));

  expect(await sender.send(request, at)).toMatchObject({ type: 'answered', status: 200, excerpt: 'ok' });
  interim = 21;
  expect(await sender.send(request, at)).toMatchObject({ type: 'broken', fault: 'response_too_large', status: null });
});

test('a body of 64 KiB is whole in chunks of one byte', async () => {
  const request = await receiver((socket) => socket.write(`${CHUNKED}${'1\r\nx\r\n'.repeat(65_536)}0\r\n\r\n`));

  expect(await sender.send(request, at)).toMatchObject({ type: 'answered', status: 200, excerpt: 'x'.repeat(1_024) });
});

test('each request on a connection has the bound to itself', async () => {
  const body = 'x'.repeat(60_000);
  const request = await receiver((socket) => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`));

  for (let each = 0; each < 40; each += 1)
    expect(await sender.send(request, at)).toMatchObject({ type: 'answered', status: 200 });

  expect(Math.max(...connections.map(({ bytesRead }) => bytesRead))).toBeGreaterThan(MAX_ANSWER_BYTES);
});
