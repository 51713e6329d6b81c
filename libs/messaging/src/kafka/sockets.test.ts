import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Sockets } from './sockets.ts';

const WATCHDOG_MS = 160;

let broker: Server;
let port: number;
let answering: boolean;
let sockets: Sockets;

beforeEach(async () => {
  answering = true;
  broker = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => answering && socket.write(bytes));
  }).listen(0, '127.0.0.1');
  await once(broker, 'listening');
  const address = broker.address();
  port = typeof address === 'object' && address ? address.port : 0;
  sockets = new Sockets({ watchdogMs: WATCHDOG_MS });
});

afterEach(() => {
  sockets.close();
  vi.useRealTimers();
  broker.close();
});

interface Opened {
  readonly socket: Socket;
  readonly errors: Error[];
}

async function open(): Promise<Opened> {
  const connected = Promise.withResolvers<void>();
  // @ts-expect-error -- KafkaJS leaves `ssl` out where there is none, against its own type.
  const socket = sockets.factory({ host: '127.0.0.1', port, onConnect: () => connected.resolve() });
  const errors: Error[] = [];
  socket.on('error', (error) => errors.push(error));
  socket.on('data', () => undefined);
  await connected.promise;
  return { socket, errors };
}

test('a connection that was written to and does not answer is broken, with an error that KafkaJS hears', async () => {
  const { socket, errors } = await open();
  answering = false;
  socket.write('request');

  await eventually(() => expect(errors).toMatchObject([{ message: expect.stringContaining('Nothing came from the broker') }]));
  expect(socket.destroyed).toBe(true);
});

test('a connection that answers is left alone, and so is one that has nothing to wait for', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  sockets.close();
  sockets = new Sockets({ watchdogMs: WATCHDOG_MS });
  const [busy, idle] = [await open(), await open()];
  for (let request = 0; request < 10; request += 1) {
    const answered = once(busy.socket, 'data');
    busy.socket.write('request');
    await answered;
    vi.advanceTimersByTime(WATCHDOG_MS / 4);
  }

  expect([busy.socket.destroyed, idle.socket.destroyed]).toEqual([false, false]);
});

test('with a connection found cut go those that were silent as long', async () => {
  const [cut, idle] = [await open(), await open()];
  answering = false;
  cut.socket.write('request');

  await eventually(() => expect([cut.socket.destroyed, idle.socket.destroyed]).toEqual([true, true]));
});

test('an abandoned client reaches nothing any more', async () => {
  const { socket, errors } = await open();

  sockets.close();

  await eventually(() => expect(errors).toMatchObject([{ message: 'This client was abandoned' }]));
  expect(socket.destroyed).toBe(true);
  await expect(open()).rejects.toThrow('This client was abandoned');
});
