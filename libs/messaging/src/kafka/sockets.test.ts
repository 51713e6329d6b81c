import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { delay } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KnownBrokers, Sockets } from './sockets.ts';

const WATCHDOG_MS = 160;
const PROMPT_MS = 60;
const ASK_MS = 20;

let broker: Server;
let port: number;
let answering: boolean;
let asked: number;
/** Ports of connections on which nothing is answered. */
let muted: Set<number | undefined>;
let unanswered: { readonly port: number | undefined; readonly answer: () => unknown }[];
let sockets: Sockets;

beforeEach(async () => {
  answering = true;
  asked = 0;
  muted = new Set();
  unanswered = [];
  broker = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      asked += 1;
      const answer = (): unknown => socket.write(bytes);
      if (answering && !muted.has(socket.remotePort)) answer();
      else unanswered.push({ port: socket.remotePort, answer });
    });
  }).listen(0, '127.0.0.1');
  await once(broker, 'listening');
  const address = broker.address();
  port = typeof address === 'object' && address ? address.port : 0;
  sockets = new Sockets({ watchdogMs: WATCHDOG_MS, promptMs: PROMPT_MS, known: new KnownBrokers(ASK_MS) });
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
  sockets = new Sockets({ watchdogMs: WATCHDOG_MS, promptMs: PROMPT_MS, known: new KnownBrokers(ASK_MS) });
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
    const client = (): Sockets => new Sockets({ watchdogMs: WATCHDOG_MS, promptMs: PROMPT_MS, known });
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
    for (let at = 0; at < ms; at += WATCHDOG_MS / 8) {
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

describe('a connection that is half-open: new ones to its broker are answered', () => {
  /** So that the watchdog finds none. */
  const LONG_MS = 140_000;
  const [HEARTBEAT, FETCH, PRODUCE, COMMIT] = [12, 1, 0, 8];
  let clients: readonly [Sockets, Sockets];

  beforeEach(() => {
    sockets.close();
    const known = new KnownBrokers(ASK_MS);
    const client = (): Sockets => new Sockets({ watchdogMs: LONG_MS, promptMs: PROMPT_MS, known });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    clients = [client(), client()];
  });

  afterEach(() => {
    for (const client of clients) client.close();
  });

  const look = (): void => void vi.advanceTimersByTime(LONG_MS / 7);

  test('is broken with all of the process that were silent as long, and one that is answered stays', async () => {
    const [late, held, answered] = [await halfOpen(clients[0]), await halfOpen(clients[1]), await open(clients[1])];
    held.socket.write(request(FETCH));
    await passed(PROMPT_MS / 2);
    late.socket.write(request(HEARTBEAT));
    await passed(2 * PROMPT_MS);
    await answerOf(answered.socket);

    // A look whose questions a busy machine answers late breaks none.
    await eventually(() => {
      look();
      expect([late.socket.destroyed, held.socket.destroyed]).toEqual([true, true]);
    });
    expect(late.errors).toMatchObject([{ message: expect.stringContaining('Nothing came from the broker') }]);
    expect(answered.socket.destroyed).toBe(false);
  });

  test.each([PRODUCE, COMMIT])(
    'is told by request %i, which waits for replicas, where there is one broker, and not where there are several',
    async (api) => {
      const { socket } = await halfOpen(clients[0]);
      socket.write(request(api));
      await passed(2 * PROMPT_MS);
      look();
      await eventually(() => expect(socket.destroyed).toBe(true));

      connectionOf(clients[0], await closedPort()).on('error', () => undefined);
      const among = await halfOpen(clients[0]);
      among.socket.write(request(api));
      await passed(2 * PROMPT_MS);
      asked = 0;
      look();
      await passed(10 * ASK_MS);
      expect([among.socket.destroyed, asked]).toEqual([false, 0]);
    },
  );

  test.each([
    ['waits for what a broker may hold back', [FETCH]],
    ['waits behind what a broker may hold back', [FETCH, HEARTBEAT]],
  ])('is left to the watchdog where it %s', async (_case, apis) => {
    const { socket } = await halfOpen(clients[0]);
    for (const api of apis) socket.write(request(api));
    await passed(2 * PROMPT_MS);
    asked = 0;
    look();
    await passed(10 * ASK_MS);

    expect([socket.destroyed, asked]).toEqual([false, 0]);
  });

  test('is none where the broker hangs, nor where it goes on and answers late', async () => {
    const [{ socket }, held] = [await open(clients[0]), await open(clients[1])];
    answering = false;
    held.socket.write(request(FETCH));
    socket.write(request(HEARTBEAT));
    await passed(2 * PROMPT_MS);
    look();
    await passed(4 * ASK_MS);
    expect(socket.destroyed).toBe(false);

    answering = true;
    asked = 0;
    look();
    // Between the two questions.
    await passed(ASK_MS / 2);
    for (const { port: of, answer } of unanswered) if (of === socket.localPort) answer();
    await eventually(() => expect(asked).toBe(2));
    await passed(2 * ASK_MS);
    expect([socket.destroyed, held.socket.destroyed]).toEqual([false, false]);
  });
});

/** Lets time pass in which nothing is to happen, or in which something comes to be late. */
function passed(ms: number): Promise<void> {
  // wait: lateness is a time.
  return delay(ms);
}

/** A request of an API, as far as it is looked at. */
const request = (api: number): Buffer => Buffer.from([0, 0, 0, 4, 0, api, 0, 0]);
const halfOpen = async (of: Sockets): Promise<Opened> => {
  const opened = await open(of);
  muted.add(opened.socket.localPort);
  return opened;
};

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

async function answerOf(socket: Socket): Promise<void> {
  const answered = once(socket, 'data');
  socket.write('request');
  await answered;
}

test('bytes that are no request, as of an authentication, are sent as they are', async () => {
  const { socket } = await open();
  const answered = once(socket, 'data');
  socket.write(Buffer.from([1, 2]));
  expect(await answered).toEqual([Buffer.from([1, 2])]);
});

test('an abandoned client reaches nothing any more', async () => {
  const { socket, errors } = await open();

  sockets.close();

  await eventually(() => expect(errors).toMatchObject([{ message: 'This client was abandoned' }]));
  expect(socket.destroyed).toBe(true);
  await expect(open()).rejects.toThrow('This client was abandoned');
});
