import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KnownBrokers, Sockets } from './sockets.ts';

const WATCHDOG_MS = 160;
const ASK_MS = 20;

let broker: Server;
let port: number;
let answering: boolean;
let asked: number;
let sockets: Sockets;

beforeEach(async () => {
  answering = true;
  asked = 0;
  broker = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      asked += 1;
      if (answering) socket.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(broker, 'listening');
  const address = broker.address();
  port = typeof address === 'object' && address ? address.port : 0;
  sockets = new Sockets({ watchdogMs: WATCHDOG_MS, known: new KnownBrokers(ASK_MS) });
});

afterEach(() => {
  sockets.close();
  vi.useRealTimers();
  broker.close();
});

/** The end of a new connection: `connected`, or the error. */
async function openedBy(client: Sockets): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connectionOf(client, port, () => resolve('connected'));
  socket.on('error', ({ message }) => resolve(message));
  return await promise;
}

interface Opened {
  readonly socket: Socket;
  readonly errors: Error[];
}

function connectionOf(client: Sockets, at = port, onConnect = (): void => undefined): Socket {
  // @ts-expect-error -- KafkaJS leaves `ssl` out where there is none, against its own type.
  return client.factory({ host: '127.0.0.1', port: at, onConnect });
}

async function open(of = sockets, at = port): Promise<Opened> {
  const connected = Promise.withResolvers<void>();
  const socket = connectionOf(of, at, () => connected.resolve());
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
  sockets = new Sockets({ watchdogMs: WATCHDOG_MS, known: new KnownBrokers(ASK_MS) });
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

describe('a broker that was found silent, while another one answers', () => {
  let clients: readonly [Sockets, Sockets];
  let known: KnownBrokers;
  let other: Server;
  let otherPort: number;
  let there: Opened;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    sockets.close();
    other = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => socket.write(bytes));
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    known = new KnownBrokers(ASK_MS);
    const client = (): Sockets => new Sockets({ watchdogMs: WATCHDOG_MS, known });
    clients = [client(), client()];
    const address = other.address();
    otherPort = typeof address === 'object' && address ? address.port : 0;
    there = await open(clients[0], otherPort);
  });

  afterEach(() => {
    for (const client of clients) client.close();
    known.close();
    other.close();
  });

  const pass = async (ms: number, isOtherWell = true): Promise<void> => {
    for (let passed = 0; passed < ms; passed += WATCHDOG_MS / 8) {
      if (isOtherWell) await answerOf(there.socket);
      vi.advanceTimersByTime(WATCHDOG_MS / 8);
    }
  };
  const findSilent = async (isOtherWell = true): Promise<void> => {
    answering = false;
    (await open(clients[0])).socket.write('request');
    await pass(1.5 * WATCHDOG_MS, isOtherWell);
  };
  test('loses the connections of all clients at once, and gets no new ones until it answers', async () => {
    const [idle, idleElsewhere] = [await open(clients[1]), await open(clients[0], otherPort)];
    expect(await openedBy(clients[1])).toBe('connected');
    await findSilent();
    expect([idle.socket.destroyed, idleElsewhere.socket.destroyed]).toEqual([true, false]);
    expect(await openedBy(clients[1])).toContain('is silent');
    expect(await openedBy(clients[0])).toContain('is silent');

    answering = true;
    await eventually(async () => expect(await openedBy(clients[1])).toBe('connected'));
  });

  test('is asked on, however often it says nothing', async () => {
    await findSilent();
    const before = asked;
    await eventually(() => expect(asked).toBeGreaterThan(before + 2));
    expect(await openedBy(clients[1])).toContain('is silent');
  });

  test('is tried by everyone where no other answers', async () => {
    await findSilent(false);
    expect(await openedBy(clients[1])).toBe('connected');
  });
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
