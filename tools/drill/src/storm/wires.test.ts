import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWires, type Wires } from './wires.ts';

/** Connects for each line of its input, sends a number each 10 ms, and says what comes back and how it ended. Says its clock, too. */
const CLIENT = `
  const { connect } = require('node:net');
  const open = (name) => {
    const socket = connect(Number(process.argv[1]), '127.0.0.1');
    let sent = 0;
    const sending = setInterval(() => socket.write(\`\${(sent += 1)} \`), 10);
    socket.on('data', (bytes) => console.log(name, 'got', String(bytes).trim()));
    socket.on('end', () => console.log(name, 'ended'));
    socket.on('error', ({ code }) => console.log(name, code));
    socket.on('close', () => clearInterval(sending));
  };
  process.stdin.on('data', (bytes) => open(String(bytes).trim()));
  setInterval(() => console.log('clock', Date.now(), new Date().getTime(), new Date(0) instanceof Date), 20);
`;

let wires: Wires;
let echo: Server;
let atServer: Socket[];
let client: ChildProcessByStdio<Writable, Readable, null>;
let said: string[];

const way = () => ({ from: (process: string) => process === 'orders-2', port: portOf(echo) });
const since = (mark: number, of: string) => said.slice(mark).filter((line) => line.startsWith(of));
const open = (name: string) => client.stdin.write(`${name}\n`);
/** Resolves when some have come back. @returns their number. */
const echoes = async (name: string) => {
  const mark = said.length;
  return await eventually(() => {
    const { length } = since(mark, `${name} got`);
    if (length < 3) throw new Error(`${length} came back to ${name}`);
    return length;
  });
};
/** The numbers that came back to a connection, of which none is missing and none is out of order. */
const numbers = (name: string) => since(0, `${name} got`).flatMap((line) => line.split(' ').slice(2).map(Number));

beforeEach(async () => {
  [said, atServer] = [[], []];
  wires = await startWires();
  echo = createServer((socket) => {
    atServer.push(socket);
    socket.on('error', () => undefined).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const env = { ...process.env, INSTANCE_NAME: 'orders-2', NODE_OPTIONS: wires.nodeOptions };
  client = spawn(process.execPath, ['-e', CLIENT, String(portOf(echo))], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  createInterface({ input: client.stdout }).on('line', (line) => said.push(line));
  open('a');
  await echoes('a');
});

afterEach(async () => {
  client.kill();
  await wires.stop();
  for (const socket of atServer) socket.destroy();
  echo.close();
});

test('cut: connections end in order, new ones are refused, and afterwards they work', async () => {
  const end = wires.plant('cut', way());
  await eventually(() => expect(since(0, 'a ended')).toHaveLength(1));
  await eventually(() => expect(atServer.map(({ readableEnded }) => readableEnded)).toEqual([true]));
  open('b');
  await eventually(() => expect(since(0, 'b')).toEqual(['b ECONNRESET']));
  expect(atServer).toHaveLength(1);

  end();
  open('c');
  await echoes('c');
});

test('reset: connections are aborted at both ends, and new ones work', async () => {
  const aborted = atServer.map((socket) => once(socket, 'error'));
  wires.plant('reset', way())();
  await eventually(() => expect(since(0, 'a ECONNRESET')).toHaveLength(1));
  expect(await Promise.all(aborted)).toMatchObject([[{ code: 'ECONNRESET' }]]);
  open('b');
  await echoes('b');
});

test('half-open: neither end hears that the other is gone, and new ones work', async () => {
  wires.plant('half-open', way())();
  const mark = said.length;
  open('b');
  await echoes('b');
  client.kill('SIGKILL');
  await once(client, 'exit');
  await eventually(() => expect(atServer[1]?.readableEnded || atServer[1]?.destroyed).toBe(true));
  expect(since(mark, 'a')).toEqual([]);
  expect([atServer[0]?.readableEnded, atServer[0]?.destroyed]).toEqual([false, false]);
});

test('silent: nothing arrives, on new connections neither, and afterwards all of it does', async () => {
  const end = wires.plant('silent', way());
  const mark = said.length;
  open('b');
  await eventually(() => expect(since(mark, 'clock').length).toBeGreaterThan(10));
  expect([since(mark, 'a'), since(mark, 'b')]).toEqual([[], []]);

  end();
  await echoes('a');
  await echoes('b');
  for (const name of ['a', 'b']) expect(numbers(name)).toEqual(numbers(name).map((_number, at) => at + 1));
});

test('lossy: pieces arrive late, and in order', async () => {
  const end = wires.plant('lossy', way());
  const began = performance.now();
  await echoes('a');
  expect(performance.now() - began).toBeGreaterThan(100);
  end();
  await echoes('a');
  expect(numbers('a')).toEqual(numbers('a').map((_number, at) => at + 1));
});

test('a fault is of its way alone', async () => {
  for (const fault of ['cut', 'reset', 'half-open', 'silent'] as const) {
    wires.plant(fault, { ...way(), from: (process) => process === 'orders' });
    wires.plant(fault, { ...way(), port: portOf(echo) + 1 });
  }
  expect(await echoes('a')).toBeGreaterThan(2);
});

test("a process's clock is set off and right again", async () => {
  wires.setClock('orders', 20_000);
  wires.setClock('orders-2', -60_000);
  await eventually(() => expect(offMs(said)).toEqual([-60_000, -60_000, 'true']));
  wires.setClock('orders-2', 0);
  await eventually(() => expect(offMs(said)).toEqual([0, 0, 'true']));
});

/** The clock of the client, as it says: how far off the two ways to read it are, in ten seconds, and that a date is one. */
function offMs(lines: readonly string[]): readonly unknown[] {
  const [, now, created, isDate] = lines.findLast((line) => line.startsWith('clock'))?.split(' ') ?? [];
  return [...[now, created].map((ms) => Math.round((Number(ms) - Date.now()) / 10_000) * 10_000 + 0), isDate];
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No TCP port');
  return address.port;
}
