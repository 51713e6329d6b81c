import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { clientOf } from '../testing/client.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

const READERS = 96;
const STREAMS_OF_A_TENANT = 8;
const MEGABYTE = 1_048_576;
const ANSWER_MEGABYTES = 64;
/** Bytes that the process may hold for a reader that takes nothing: some buffers of 64 KiB. */
const HELD_BYTES = 262_144;
/** Bytes that the kernel may hold for one besides, on its two connections. */
const KERNEL_MEGABYTES = 12;

let upstream: Upstream;
let gateway: TestGateway;
let keys: readonly string[];

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({ ...gatewayEnv(inject('engines'), upstream.url), UPSTREAM_MAX_IN_FLIGHT: '1000' });
  keys = await Promise.all(
    Array.from({ length: READERS / STREAMS_OF_A_TENANT }, async () => {
      const { id: accountId } = await gateway.operator.account();
      return (await gateway.operator.key({ accountId })).key;
    }),
  );
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

/** One that asks for a large answer and does not read it. */
function openReader(key: string, path = '/v1/inventory/export'): Socket {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`);
  return socket;
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Upstream, gateway and readers share this process: only the gateway keeps what it has read. */
const heldBytes = (): number => {
  collectGarbage();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
};

/** Waits until a number that grew does not grow any more. */
async function standsStill(read: () => number, atLeast = READERS * MEGABYTE): Promise<void> {
  let last = 0;
  await eventually(
    () => {
      const [before, now] = [last, read()];
      last = now;
      expect(now).toBe(before);
      expect(now).toBeGreaterThan(atLeast);
    },
    { withinMs: 40_000, everyMs: 500 },
  );
}

test(`${READERS} readers of large answers who take nothing cost next to no memory, and hold up no other client`, async () => {
  const chunk = Buffer.alloc(65_536, 'x');
  let sent = 0;
  upstream.answerWith((request, response) => {
    if (request.url !== '/v1/inventory/export') return void response.end('{}');
    let left = (ANSWER_MEGABYTES * MEGABYTE) / chunk.length;
    const more = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        sent += chunk.length;
        if (response.write(chunk)) continue;
        response.once('drain', more);
        return;
      }
      response.end();
    };
    more();
  });
  const before = heldBytes();
  const readers = keys.flatMap((key) => Array.from({ length: STREAMS_OF_A_TENANT }, () => openReader(key)));
  await standsStill(() => sent);

  expect(sent).toBeLessThan(READERS * KERNEL_MEGABYTES * MEGABYTE);
  // Freed buffers are swept beside the program, some time after the collection; what is held stays, for the readers take nothing.
  await eventually(() => expect(heldBytes() - before).toBeLessThan(READERS * HELD_BYTES));
  expect((await clientOf(gateway, keys[0])('/v1/inventory')).status).toBe(200);

  const [first, ...others] = readers;
  for (const socket of others) socket.destroy();
  let taken = 0;
  first?.on('data', (bytes) => (taken += bytes.length)).resume();
  if (first) await once(first, 'close');
  expect(taken).toBeGreaterThan(ANSWER_MEGABYTES * MEGABYTE);
});

test('while 16 lists of a tenant are not taken it gets no other one, and what is small, written or of another tenant is answered', async () => {
  const key = async (): Promise<string> => {
    const { id: accountId } = await gateway.operator.account();
    return (await gateway.operator.key({ accountId, burst: 10_000, rate: 1_000 })).key;
  };
  const [slowKey, otherKey] = await Promise.all([key(), key()]);
  const [slow, other] = [clientOf(gateway, slowKey), clientOf(gateway, otherKey)];
  const large = Buffer.alloc(ANSWER_MEGABYTES * MEGABYTE, 'x');
  let sent = 0;
  const held: (() => void)[] = [];
  upstream.answerWith((request, response) => {
    const path = request.url ?? '';
    if (path.endsWith('held')) held.push(() => response.end(path.includes('large') ? large : '{}'));
    else if (!path.endsWith('q=slow')) response.end('{}');
    else {
      response.setHeader('Content-Length', large.length);
      const pieces = Array.from({ length: large.length / MEGABYTE }, (_, at) =>
        large.subarray(at * MEGABYTE, (at + 1) * MEGABYTE),
      );
      const more = (): void => {
        const piece = pieces.shift();
        if (!piece || response.destroyed) return void response.end();
        response.write(piece, () => {
          sent += piece.length;
          more();
        });
      };
      more();
    }
  });
  const begun = ['large=held', 'small=held'].map((query) => slow(`/v1/orders?${query}`));
  await eventually(() => expect(held).toHaveLength(2));
  const readers = Array.from({ length: 16 }, () => openReader(slowKey, '/v1/orders?q=slow'));
  onTestFinished(() => readers.forEach((socket) => socket.destroy()));
  await standsStill(() => sent, 16 * MEGABYTE);

  for (const refused of [await slow('/v1/orders'), await slow('/v1/inventory/batch', { method: 'POST', body: '{}' })]) {
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'rate_limited', limit: 'in-flight', retry_after: 1 });
    expect(refused.headers.get('ratelimit-policy')).toMatch(/^"in-flight";q=16;qu="concurrent-requests", "key"/);
  }
  for (const end of held) end();
  expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([429, 200]);
  expect((await slow('/v1/inventory/MUG')).status).toBe(200);
  expect((await slow('/v1/inventory', { method: 'POST', body: '{}' })).status).toBe(200);
  expect((await other('/v1/orders')).status).toBe(200);

  readers[0]?.destroy();
  await eventually(async () => expect((await slow('/v1/orders')).status).toBe(200));
});
