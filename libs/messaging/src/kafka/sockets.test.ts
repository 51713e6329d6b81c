import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KnownBrokers, Sockets } from './sockets.ts';

const WATCHDOG_MS = 160;
const SILENT_MS = 40;

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

async function open(of = sockets, at = port): Promise<Opened> {
  const connected = Promise.withResolvers<void>();
  // @ts-expect-error -- KafkaJS leaves `ssl` out where there is none, against its own type.
  const socket = of.factory({ host: '127.0.0.1', port: at, onConnect: () => connected.resolve() });
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

test('a broker that was found silent has less time with any client, until it answers, while another one does', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  sockets.close();
  const other = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => socket.write(bytes));
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const otherAddress = other.address();
  const otherPort = typeof otherAddress === 'object' && otherAddress ? otherAddress.port : 0;
  const known = new KnownBrokers();
  const clients = [1, 2].map(() => new Sockets({ watchdogMs: WATCHDOG_MS, silentMs: SILENT_MS, known }));
  const [finder, second] = clients;
  const isCutAfter = async (ms: number, isOtherWell = true): Promise<boolean> => {
    const { socket } = await open(second);
    const there = await open(finder, otherPort);
    socket.write('request');
    for (let passed = 0; passed < ms; passed += SILENT_MS / 2) {
      vi.advanceTimersByTime(SILENT_MS / 2);
      if (isOtherWell) await answerOf(there.socket);
    }
    return socket.destroyed;
  };
  answering = false;
  expect(await isCutAfter(2.5 * SILENT_MS)).toBe(false);
  expect(await isCutAfter(1.5 * WATCHDOG_MS)).toBe(true);
  expect(await isCutAfter(2.5 * SILENT_MS)).toBe(true);

  vi.advanceTimersByTime(2 * WATCHDOG_MS);
  expect(await isCutAfter(2.5 * SILENT_MS, false)).toBe(false);

  answering = true;
  await answerOf((await open(finder)).socket);
  answering = false;
  expect(await isCutAfter(2.5 * SILENT_MS)).toBe(false);
  for (const client of clients) client.close();
  other.close();
});

async function answerOf(socket: Socket): Promise<void> {
  const answered = once(socket, 'data');
  socket.write('request');
  await answered;
}

test('an abandoned client reaches nothing any more', async () => {
  const { socket, errors } = await open();

  sockets.close();

  await eventually(() => expect(errors).toMatchObject([{ message: 'This client was abandoned' }]));
  expect(socket.destroyed).toBe(true);
  await expect(open()).rejects.toThrow('This client was abandoned');
});
