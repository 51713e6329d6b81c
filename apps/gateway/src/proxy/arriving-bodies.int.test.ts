import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { eventually } from '@fulfilment/testing';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { EDGE_TIMES } from '../edge/server.ts';
import { type Client, clientOf } from '../testing/client.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

/** Of which steps have half, and a tenant a quarter of these. */
const PLACES = 64;
const STEPS = PLACES / 2;
const BODY_MS = 500;

let upstream: Upstream;
let gateway: TestGateway;
const sockets: Socket[] = [];
/** Responses that the service has not begun. */
const held: ServerResponse[] = [];

beforeAll(async () => {
  upstream = await startUpstream();
  const env = { ...gatewayEnv(inject('engines'), upstream.url), UPSTREAM_MAX_IN_FLIGHT: String(PLACES) };
  gateway = await startGateway(env, { ...EDGE_TIMES, requestMs: 60_000, bodyMs: 60_000 });
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const response of held.splice(0)) response.end('{}');
  upstream.answerAsUsual();
  upstream.seen.length = 0;
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

type Keys = Readonly<Record<'sandbox' | 'production', readonly [string, string]>>;

/** Two keys for each environment of a new account. */
async function newKeys(): Promise<Keys> {
  const { id: accountId } = await gateway.operator.account();
  const limit = { burst: 10_000, rate: 1_000 };
  const keyOf = async (environment: 'sandbox' | 'production') =>
    (await gateway.operator.key({ accountId, environment, ...limit })).key;
  return {
    sandbox: [await keyOf('sandbox'), await keyOf('sandbox')],
    production: [await keyOf('production'), await keyOf('production')],
  };
}

const newClient = async (): Promise<Client> => clientOf(gateway, (await newKeys()).sandbox[0]);

const createOf = (key: string, length: number, body: string): string =>
  `POST /v1/orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${length}\r\n\r\n${body}`;

/** Sends on sockets of their own, which stay open. @returns the statuses that came back so far. */
function sendEach(texts: readonly string[], { port } = gateway): () => readonly string[] {
  const heard = texts.map((text) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const parts: string[] = [];
    socket.on('error', () => undefined).on('data', (chunk) => parts.push(chunk.toString()));
    sockets.push(socket);
    return parts;
  });
  return () => heard.flatMap((parts) => /^HTTP\/1\.1 (\d{3})/.exec(parts.join(''))?.[1] ?? []);
}

const times = <Each>(count: number, each: Each): readonly Each[] => Array.from({ length: count }, () => each);

const hold = (): void => upstream.answerWith((request, response) => void (request.resume(), held.push(response)));

const create = async (client: Client): Promise<number> =>
  (await client('/v1/orders', { method: 'POST', body: '{"lines":[]}' })).status;

test('256 bodies of which six bytes came, by all keys of an account, take no place from others', async () => {
  const [{ sandbox, production }, other] = [await newKeys(), await newClient()];
  const own = clientOf(gateway, sandbox[0]);
  // One more of each key than the 256 that may arrive.
  const statuses = sendEach([...sandbox, ...production].flatMap((key) => times(65, createOf(key, 900_000, '{"line'))));
  await eventually(() => expect(statuses()).toEqual(times(4, '429')));

  expect(await create(own)).toBe(429);
  expect(await Promise.all(times(STEPS / 4, other).map(create))).toEqual(times(STEPS / 4, 200));
  expect(upstream.seen.filter(({ body }) => body !== '{"lines":[]}')).toEqual([]);
});

test('no more bodies of an account arrive at once than its share, and one that is there makes room', async () => {
  const [{ sandbox }, other] = [await newKeys(), await newClient()];
  const statuses = sendEach(times(300, createOf(sandbox[0], 900_000, '{"line')));
  await eventually(() => expect(statuses()).toHaveLength(300 - 256));

  expect(new Set(statuses())).toEqual(new Set(['429']));
  expect(await create(other)).toBe(200);
  sockets.find((socket) => socket.bytesRead === 0)?.destroy();
  await eventually(async () => expect(await create(clientOf(gateway, sandbox[0]))).toBe(200));
});

test('bodies that wait hold a bounded number of bytes of an account, and another account is answered', async () => {
  const [{ sandbox }, other] = [await newKeys(), await newClient()];
  const statuses = sendEach(times(40, createOf(sandbox[0], 1_000_000, 'x'.repeat(900_000))));
  await eventually(() => expect(statuses().length).toBeGreaterThanOrEqual(40 - 18));

  expect(new Set(statuses())).toEqual(new Set(['429']));
  // 16 MiB are 18 of them.
  expect(statuses().length).toBeLessThanOrEqual(40 - 18);
  expect(await create(other)).toBe(200);
});

test('an account has a quarter of its class in progress, however many environments and keys it has', async () => {
  const [{ sandbox, production }, other] = [await newKeys(), await newClient()];
  hold();
  const statuses = sendEach([...sandbox, ...production].flatMap((key) => times(4, createOf(key, 2, '{}'))));
  await eventually(() => expect(statuses()).toHaveLength(16 - STEPS / 4));

  expect(statuses()).toEqual(times(16 - STEPS / 4, '429'));
  expect(held).toHaveLength(STEPS / 4);
  upstream.answerAsUsual();
  expect(await create(other)).toBe(200);
  // Another class has a share of its own.
  expect((await clientOf(gateway, sandbox[0])('/v1/orders')).status).toBe(200);
});

test('a body in pieces of a byte is sent on whole', async () => {
  const { sandbox } = await newKeys();
  const bytes = 20_000;
  const head = `POST /v1/orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sandbox[0]}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const statuses = sendEach([`${head}${'1\r\nx\r\n'.repeat(bytes)}0\r\n\r\n`]);
  await eventually(() => expect(statuses()).toEqual(['200']));

  expect(upstream.seen.map(({ body }) => body)).toEqual(['x'.repeat(bytes)]);
});

test('a client that leaves in its body is not heard of by the service', async () => {
  const { sandbox } = await newKeys();
  sendEach([createOf(sandbox[0], 900_000, '{"line')]);
  await eventually(() => expect(sockets[0]?.bytesWritten).toBeGreaterThan(0));
  sockets[0]?.destroy();

  expect(await create(clientOf(gateway, sandbox[0]))).toBe(200);
  expect(upstream.seen).toHaveLength(1);
});

test('a body that comes too slowly is refused long before its time is over, under /account too', async () => {
  const strict = await startGateway(gateway.env, { ...EDGE_TIMES, requestMs: 600_000, bodyMs: BODY_MS });
  const { sandbox } = await newKeys();
  const signIn =
    'POST /account/v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{';
  const statuses = sendEach([createOf(sandbox[0], 900_000, '{"line'), signIn], strict);
  const sending = setInterval(() => sockets.forEach((socket) => void socket.write(' '.repeat(10))), 50);
  await eventually(() => expect(statuses()).toHaveLength(2));
  clearInterval(sending);
  await strict.stop();

  expect(statuses()).toEqual(['408', '408']);
  expect(upstream.seen).toEqual([]);
});
