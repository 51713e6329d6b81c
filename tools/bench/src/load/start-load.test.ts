import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openedReceiver, received, released, sentRequests } from './jobs.ts';
import { type LoadProcess, startLoad } from './start-process.ts';

let load: LoadProcess;
let server: Server;
let origin: string;
let asked: { line: string; key: string | undefined; body: string }[];
let connections: Set<unknown>;

beforeEach(async () => {
  asked = [];
  connections = new Set();
  load = startLoad();
  server = createServer(
    (request, response) => void answer(request).then((body) => response.writeHead(statusOf(request)).end(body)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}`;
});

afterEach(async () => {
  await load.stop();
  await new Promise((resolve) => server.close(resolve));
});

async function answer(request: IncomingMessage): Promise<string> {
  connections.add(request.socket);
  const body = await text(request);
  asked.push({ line: `${request.method} ${request.url}`, key: request.headers.authorization, body });
  return JSON.stringify({ id: `ord_${asked.length}` });
}

const statusOf = ({ url }: IncomingMessage): number => (url === '/refused' ? 409 : 201);
const shape = {
  kind: 'send-requests',
  method: 'POST',
  headers: { authorization: 'Bearer x' },
  body: '{}',
  forMs: 30_000,
} as const;

test('each path is asked once, on as many kept connections as there are senders', async () => {
  const paths = [...Array.from({ length: 20 }, (_, place) => `/${place}`), '/refused'];
  const sent = await load.run({ ...shape, origin, paths, cycle: false, atOnce: 3 }, sentRequests);

  expect(asked.map(({ line }) => line).toSorted()).toEqual(paths.map((path) => `POST ${path}`).toSorted());
  expect(asked[0]).toMatchObject({ key: 'Bearer x', body: '{}' });
  expect(sent.statuses).toEqual({ 201: 20, 409: 1 });
  expect(sent.ids).toHaveLength(20);
  expect(connections.size).toBe(3);
});

test('paths repeat until the time is over', async () => {
  const sent = await load.run({ ...shape, origin, paths: ['/again'], cycle: true, atOnce: 2, forMs: 2_000 }, sentRequests);

  expect(sent.statuses[201]).toBe(asked.length);
  expect(asked.length).toBeGreaterThan(2);
  expect(sent.elapsedMs).toBeGreaterThanOrEqual(2_000);
  expect(sent.p50Ms).toBeLessThanOrEqual(sent.p99Ms);
});

test('a job that fails says so, and the next is done', async () => {
  const job = { ...shape, paths: ['/x'], cycle: false, atOnce: 1 };

  await expect(load.run({ ...job, origin: 'http://127.0.0.1:1' }, sentRequests)).rejects.toThrow(/ECONNREFUSED/);
  expect((await load.run({ ...job, origin }, sentRequests)).statuses).toEqual({ 201: 1 });
});

test('a receiver answers nothing until it is released, and counts from then', async () => {
  const { url } = await load.run({ kind: 'open-receiver' }, openedReceiver);
  const first = fetch(url, { method: 'POST', body: '{}' });
  let answered = false;
  void first.then(() => (answered = true));
  for (let looks = 0; looks < 20; looks += 1) {
    expect(await load.run({ kind: 'count-received' }, received)).toEqual({ count: 0, elapsedMs: 0 });
  }
  expect(answered).toBe(false);

  await load.run({ kind: 'release-receiver' }, released);
  expect((await first).status).toBe(204);
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(204);

  expect(await load.run({ kind: 'count-received' }, received)).toMatchObject({ count: 2 });
});

test('a job of a process that ends is rejected', async () => {
  const job = load.run({ ...shape, origin, paths: ['/x'], cycle: true, atOnce: 1 }, sentRequests);

  await Promise.all([expect(job).rejects.toThrow('The load process has ended'), load.stop()]);
});
