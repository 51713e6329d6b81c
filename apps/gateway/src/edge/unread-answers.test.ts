import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { listen } from '@fulfilment/http';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConnectionBound } from './connection-bound.ts';
import { EDGE_TIMES, makeServer } from './server.ts';
import { UnreadAnswers } from './unread-answers.ts';

const MEGABYTE = 1_048_576;
/** Far more than the kernel takes on a connection whose client does not read. */
const ANSWER = Buffer.alloc(24 * MEGABYTE, 'x');

let unread: UnreadAnswers;
let server: Server;
let port: number;
let clients: Socket[];

beforeEach(async () => {
  unread = new UnreadAnswers(64 * MEGABYTE);
  clients = [];
  server = createServer((_request, response) => {
    unread.watch(response);
    response.end(ANSWER);
  });
  port = await listen(server, { host: '127.0.0.1', port: 0 });
});

afterEach(() => {
  for (const client of clients) client.destroy();
  server.close();
});

/** Asks for the answer and does not read it. */
async function ask(at = port): Promise<Socket> {
  const socket = connect(at, '127.0.0.1').on('error', () => undefined);
  clients.push(socket);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  return socket;
}

test('answers that are not taken hold no more bytes than the bound: the oldest are reset', async () => {
  for (let count = 0; count < 8; count += 1) {
    await ask();
    expect(unread.bytes).toBeLessThanOrEqual(64 * MEGABYTE);
  }

  const [oldest] = clients;
  oldest?.resume();
  await eventually(() => expect(oldest?.destroyed).toBe(true));
  expect(oldest?.bytesRead).toBeLessThan(ANSWER.length);
});

test('an answer that was taken counts no more', async () => {
  const client = await ask();
  expect(unread.bytes).toBeGreaterThan(0);

  client.resume();

  await eventually(() => expect([unread.bytes, client.bytesRead > ANSWER.length]).toEqual([0, true]));
});

test("a client that reads nothing of the gateway's own answer loses its connection, long before one of a service's", async () => {
  const edge = makeServer({
    serve: (request, response) => {
      response.end(ANSWER);
      return { request, response, requestId: 'req_1', client: { address: '127.0.0.1', networks: ['127.0.0.1'] } };
    },
    logAccess: () => undefined,
    answerBroken: async () => undefined,
    networksOf: () => ['127.0.0.1'],
    connections: new ConnectionBound({ most: 0, mostOfProxy: 0, peerOf: () => ({ name: '127.0.0.1', isProxy: false }) }),
    refuse: () => undefined,
    noteDropped: () => undefined,
    times: { ...EDGE_TIMES, ownReaderMs: 100 },
  });
  const client = await ask(await listen(edge, { host: '127.0.0.1', port: 0 }));

  await eventually(async () => expect(await promisify(edge.getConnections.bind(edge))()).toBe(0));

  client.resume();
  await eventually(() => expect(client.destroyed).toBe(true));
  expect(client.bytesRead).toBeLessThan(ANSWER.length);
  edge.close();
});
