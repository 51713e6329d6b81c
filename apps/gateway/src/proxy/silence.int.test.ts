import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { delay } from '@fulfilment/kernel';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type Client, clientOf, expectProblem } from '../testing/client.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

/** Longer than silence is waited in, and shorter than an answer. */
const WORK_MS = 4_500;
const ANSWER_MS = 8_000;
const WRITE = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } } as const;
const KEYED = { ...WRITE, headers: { ...WRITE.headers, 'idempotency-key': '"one"' } };

let upstream: Upstream;
let wire: Awaited<ReturnType<typeof layWire>>;
let gateway: TestGateway;
let client: Client;

beforeEach(() => start({ tells: true }));

async function start(options: { readonly tells: boolean }): Promise<void> {
  upstream = await startUpstream(0, options);
  wire = await layWire(upstream.port);
  gateway = await startGateway({ ...gatewayEnv(inject('engines'), wire.url), UPSTREAM_TIMEOUT_MS: String(ANSWER_MS) });
  const { id: accountId } = await gateway.operator.account();
  client = clientOf(gateway, (await gateway.operator.key({ accountId, burst: 10_000, rate: 1_000 })).key);
  // A connection for each of those that follow.
  await Promise.all([client('/v1/inventory'), client('/v1/inventory'), client('/v1/inventory')]);
  upstream.seen.length = 0;
}

async function stop(): Promise<void> {
  await gateway.stop();
  await wire.stop();
  await upstream.stop();
}

afterEach(stop);

/** Leads to a port over connections that can be made half-open, and be held up. */
async function layWire(port: number) {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isHeld = false;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.on('data', (bytes) => to.write(bytes));
      if (isHeld) from.pause();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const ofAll = (act: (socket: Socket) => void): void => [...pairs].flat().forEach(act);
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    /** From now on no byte arrives on what is open, and neither end is told. */
    halfOpen: () =>
      ofAll((socket) =>
        socket
          .removeAllListeners()
          .on('error', () => undefined)
          .resume(),
      ),
    hold: () => {
      isHeld = true;
      ofAll((socket) => socket.pause());
    },
    release: () => {
      isHeld = false;
      ofAll((socket) => socket.resume());
    },
    stop: async () => {
      ofAll((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('on connections that are half-open reads and writes with a key are sent again, and answered', async () => {
  wire.halfOpen();

  const answers = await Promise.all([client('/v1/inventory', KEYED), client('/v1/inventory')]);

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(upstream.seen.map(({ method }) => method).toSorted()).toEqual(['GET', 'POST']);
});

test('a write without a key is not repeated: the client is told, and the next one is answered at once', async () => {
  wire.halfOpen();
  const refused = await client('/v1/inventory', WRITE);
  const { status } = await client('/v1/inventory', WRITE);

  expect(refused.status).toBe(503);
  expect(expectProblem(refused, 'upstream_unavailable').detail).toContain('The work may still be done');
  expect([status, upstream.seen.length]).toEqual([200, 1]);
});

test('a service that says that it works is waited for, as long as an answer may take', async () => {
  upstream.answerWith(({ method }, response) => {
    const telling = setInterval(() => response.writeProcessing(), 1_000);
    response.once('close', () => clearInterval(telling));
    if (method === 'POST') setTimeout(() => response.end('{}'), WORK_MS);
  });
  const answers = await Promise.all([client('/v1/inventory', WRITE), client('/v1/inventory')]);

  expect(answers.map(({ status }) => status)).toEqual([200, 504]);
});

test('a service that hangs is waited for', async () => {
  wire.hold();
  const asked = client('/v1/inventory', WRITE);
  // wait: for what would be missed of one that works.
  await delay(WORK_MS);
  wire.release();

  expect([(await asked).status, upstream.seen.length]).toEqual([200, 1]);
});

test('a service that stood still, and works on what had come, is waited for', async () => {
  upstream.answerWith((_request, response) => {
    const telling = setInterval(() => response.writeProcessing(), 1_000);
    response.once('close', () => clearInterval(telling));
    setTimeout(() => response.end('{}'), 2_500);
  });
  wire.hold();
  const asked = client('/v1/inventory', WRITE);
  // wait: for what would be missed of one that works.
  await delay(WORK_MS);
  wire.release();

  expect((await asked).status).toBe(200);
});

test('a service of a release that sends no signs is waited for', async () => {
  await stop();
  await start({ tells: false });
  upstream.answerWith((_request, response) => void setTimeout(() => response.end('{}'), WORK_MS));

  expect((await client('/v1/inventory', WRITE)).status).toBe(200);
});
