import { connect } from 'node:net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { expectProblem } from '../testing/client.ts';
import { rawExchange } from '../testing/raw-exchange.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';
import { EDGE_TIMES } from './server.ts';

const BYTE_EVERY_MS = 40;

let upstream: Upstream;
let gateway: TestGateway;
let head: string;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url), {
    ...EDGE_TIMES,
    headersMs: 400,
    requestMs: 600,
    ownReaderMs: 400,
  });
  const { id: accountId } = await gateway.operator.account();
  const { key } = await gateway.operator.key({ accountId });
  head = `POST /v1/inventory HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 100\r\n\r\n`;
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

/** Sends a beginning at once and the rest byte by byte, for as long as it is let. @returns what came back. */
async function sendSlowly(beginning: string, rest: string): Promise<string> {
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write(beginning));
  const bytes = rest.split('');
  const timer = setInterval(() => socket.write(bytes.shift() ?? ' '), BYTE_EVERY_MS);
  const heard: string[] = [];
  socket.on('data', (chunk) => heard.push(chunk.toString())).on('error', () => undefined);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return heard.join('');
}

test('a header that comes byte by byte is not waited for', async () => {
  expect(await sendSlowly('', head)).toMatch(/^HTTP\/1\.1 408 [^]*was not complete in time/);
});

test('a body that comes byte by byte is not waited for, however steadily it does', async () => {
  expect(await sendSlowly(head, 'x'.repeat(100))).toMatch(/^HTTP\/1\.1 408 [^]*was not complete in time/);
  expect(upstream.seen).toEqual([]);
});

test('what was not complete in time is 408 that may be sent again, with the headers of every answer', async () => {
  for (const sent of ['G', head]) {
    const answer = await rawExchange(gateway.port, sent, 5_000);

    expect(answer.status).toBe(408);
    expectProblem(answer, 'request_timeout');
    expect(JSON.parse(answer.text)).toMatchObject({ retryable: true });
    expect(answer.headers.get('connection')).toBe('close');
  }
});

test('a connection on which nothing was sent is closed without a byte', async () => {
  expect((await rawExchange(gateway.port, '', 5_000)).raw).toBe('');
});
