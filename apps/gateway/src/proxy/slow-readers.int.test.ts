import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
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
function openReader(key: string): Socket {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write(`GET /v1/inventory/export HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`);
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
async function standsStill(read: () => number): Promise<void> {
  let last = 0;
  await eventually(
    () => {
      const [before, now] = [last, read()];
      last = now;
      expect(now).toBe(before);
      expect(now).toBeGreaterThan(READERS * MEGABYTE);
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
