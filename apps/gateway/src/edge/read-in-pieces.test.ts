import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropWhatFollows, readInPieces } from './read-in-pieces.ts';

const FLOOD = 1_600;
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Paths of the requests, in the order in which the server had them. */
let heard: string[];
let bodies: string[];
let server: Server;
let sockets: Socket[];

beforeEach(async () => {
  [heard, bodies, sockets] = [[], [], []];
  server = createServer((request, response) => {
    heard.push(request.url ?? '');
    void answer(request, response);
  });
  server.on('connection', readInPieces);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  bodies.push(Buffer.concat(await request.toArray()).toString('latin1'));
  response.end();
}

async function open(): Promise<Socket> {
  const address = server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  sockets.push(socket.on('error', () => undefined).resume());
  await once(socket, 'connect');
  return socket;
}

test('a request of another connection is served between the pieces of a flood', async () => {
  const [flooding, other] = await Promise.all([open(), open()]);
  server.once('request', () => other.write(get('/other')));
  flooding.write(get('/flood').repeat(FLOOD));
  await eventually(() => expect(heard).toHaveLength(FLOOD + 1));
  expect(heard.indexOf('/other')).toBeLessThan(FLOOD / 4);
});

test('a large body arrives whole and in order, and so does the request behind it', async () => {
  const socket = await open();
  const body = Array.from({ length: 40_000 }, (_, at) => at.toString().padStart(8, '0')).join('');
  socket.write(`POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}${get('/behind')}`);
  await eventually(() => expect(bodies).toHaveLength(2));
  expect(heard).toEqual(['/body', '/behind']);
  expect(bodies.includes(body)).toBe(true);
});

test('no more is read while pieces wait', async () => {
  const flooding = await open();
  const read: number[] = [];
  // Each request is a piece of its own, and tells what was read from the operating system by then.
  server.on('request', ({ socket }) => read.push(socket.bytesRead));
  flooding.write(get(`/${'x'.repeat(4_000)}`).repeat(200));
  await eventually(() => expect(read).toHaveLength(200));
  for (const [requests, bytes] of read.entries()) expect(bytes).toBeLessThan((requests + 1) * 4_100 + 3 * 65_536);
});

test('what waits of a connection that has gone is dropped', async () => {
  const flooding = await open();
  server.once('request', ({ socket }) => socket.destroy());
  flooding.write(get('/flood').repeat(FLOOD));
  await once(flooding, 'close');
  const other = await open();
  other.write(get('/other'));
  await eventually(() => expect(heard).toContain('/other'));
  expect(heard.length).toBeLessThan(FLOOD / 4);
});

test('a client that closes its side is answered what it has sent', async () => {
  const socket = await open();
  socket.end(get('/flood').repeat(FLOOD));
  await once(socket, 'close');
  expect(heard).toHaveLength(FLOOD);
});

test('nothing that follows is parsed once it is dropped, and the response under way is sent', async () => {
  const flooding = await open();
  server.once('request', ({ socket }) => dropWhatFollows(socket));
  flooding.write(get('/flood').repeat(FLOOD));
  await once(flooding, 'data');
  flooding.write(get('/later'));
  const other = await open();
  other.write(get('/other'));
  await eventually(() => expect(heard).toContain('/other'));
  // The rest of the piece in which the first one was.
  expect(heard.length).toBeLessThan(FLOOD / 4);
  expect(heard).not.toContain('/later');
});
