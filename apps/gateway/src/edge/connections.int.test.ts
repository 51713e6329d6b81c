import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '@fulfilment/testing';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { expectProblem } from '../testing/client.ts';
import { rawExchange } from '../testing/raw-exchange.ts';
import { gatewayEnv, metricOf, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

const MOST = 3;
const MOST_OF_PROXY = 10 * MOST;

let upstream: Upstream;
let direct: TestGateway;
let behindProxy: TestGateway;
/** A request that a service answers. */
let forwarded: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  upstream = await startUpstream();
  const env = { ...gatewayEnv(inject('engines'), upstream.url), MAX_CONNECTIONS_PER_CLIENT: String(MOST) };
  direct = await startGateway({ ...env, TRUSTED_PROXIES: '' });
  const { id: accountId } = await direct.operator.account();
  const { key } = await direct.operator.key({ accountId });
  forwarded = `GET /v1/inventory HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  behindProxy = await startGateway({ ...env, MAX_CONNECTIONS_PER_PROXY: String(MOST_OF_PROXY) });
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await noneIsOpen();
});

afterAll(async () => {
  await direct.stop();
  await behindProxy.stop();
  await upstream.stop();
});

const noneIsOpen = () => eventually(async () => expect(await metricOf(direct, 'client_connections')).toBe(0));

/** Connects so often, and says nothing. */
async function idle({ port }: TestGateway, count: number): Promise<void> {
  const opened = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  sockets.push(...opened);
  await Promise.all(opened.map((socket) => once(socket, 'connect')));
}

test('a client with too many connections is told so on the next one, and the connection closes', async () => {
  await idle(direct, MOST);

  const silent = await rawExchange(direct.port, '', 5_000);
  const asking = await rawExchange(direct.port, forwarded, 5_000);

  for (const answer of [silent, asking]) {
    expect(answer.status).toBe(429);
    expect(answer.headers.get('connection')).toBe('close');
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(expectProblem(answer, 'rate_limited')).toMatchObject({ limit: 'connections' });
    expect(answer.raw.match(/HTTP\/1\.1/g)).toHaveLength(1);
  }
  expect(upstream.seen).toEqual([]);
  expect(await metricOf(direct, 'client_connections_refused_total')).toBe(2);
});

test('the connections that it has go on, and one that closes makes room', async () => {
  await idle(direct, MOST);
  const [kept, other] = sockets;
  expect((await rawExchange(direct.port, forwarded, 5_000)).status).toBe(429);

  kept?.write(forwarded);
  expect(String(await new Promise((resolve) => kept?.once('data', resolve)))).toMatch(/^HTTP\/1\.1 200 /);

  other?.destroy();
  await eventually(async () => expect((await rawExchange(direct.port, forwarded, 500)).status).toBe(200));
});

test('a trusted proxy has more, and is told where it has all that it may', async () => {
  await idle(behindProxy, 2 * MOST);

  await eventually(async () => expect((await rawExchange(behindProxy.port, forwarded, 500)).status).toBe(200));

  await idle(behindProxy, MOST_OF_PROXY);
  const beyond = await rawExchange(behindProxy.port, forwarded, 5_000);
  expect(expectProblem(beyond, 'rate_limited')).toMatchObject({ limit: 'connections' });
});
