import { eventually } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { clientOf } from '../testing/client.ts';
import { memberOf } from '../testing/member-of.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

const STREAM = '/account/v1/deliveries/stream?environment=sandbox';
const MOST_OF_CALLER = 4;

let upstream: Upstream;
let gateway: TestGateway;
let accountId: string;
/** Streams that the gateway has left at the service. */
let left: number;

beforeEach(async () => {
  left = 0;
  upstream = await startUpstream();
  upstream.answerWith((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('retry: 3000\n\n');
    response.once('close', () => (left += 1));
  });
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
  ({ id: accountId } = await gateway.operator.account());
});

afterEach(async () => {
  await gateway.stop();
  await upstream.stop();
});

/** Opens a stream. @returns its first piece, and whether it has ended without an error. */
async function listen(headers: Readonly<Record<string, string>>) {
  const leaving = new AbortController();
  const { body } = await fetch(`http://127.0.0.1:${gateway.port}${STREAM}`, { headers, signal: leaving.signal });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  const state = { first: first?.value, isOver: false };
  void reader?.read().then(
    ({ done }) => (state.isOver = done),
    () => undefined,
  );
  return { state, leave: () => leaving.abort() };
}

test('a piece comes through at once, and a gateway that drains ends the stream without an error', async () => {
  const { cookie } = await memberOf(gateway, accountId);
  const { state } = await listen({ cookie });

  expect(state).toEqual({ first: 'retry: 3000\n\n', isOver: false });
  await gateway.stop();
  await eventually(() => expect(state.isOver).toBe(true));
});

test('the end of its session ends a stream', async () => {
  const { cookie, call } = await memberOf(gateway, accountId);
  const { state } = await listen({ cookie });

  expect((await call('DELETE', '/session')).status).toBe(200);

  await eventually(() => expect(state.isOver).toBe(true));
  await eventually(() => expect(left).toBe(1));
});

test('a member has a few streams, a tenant twice as many, and requests beside them', async () => {
  const members = [await memberOf(gateway, accountId), await memberOf(gateway, accountId), await memberOf(gateway, accountId)];
  const [one, other, third] = members.map(({ cookie }) => ({ cookie }));
  if (!one || !other || !third) throw new Error('three members were made');
  const streams = [];
  for (let place = 0; place < MOST_OF_CALLER; place += 1) streams.push(await listen(one), await listen(other));

  for (const headers of [one, third]) {
    const { status, text } = await clientOf(gateway)(STREAM, { headers });
    expect([status, text]).toEqual([429, expect.stringContaining('"rate_limited"')]);
  }
  expect(streams.map(({ state }) => state.isOver)).toEqual(Array(2 * MOST_OF_CALLER).fill(false));
  upstream.answerAsUsual();
  expect((await clientOf(gateway)('/account/v1/webhooks?environment=sandbox', { headers: one })).status).toBe(200);

  streams[0]?.leave();
  await eventually(async () => expect((await clientOf(gateway)(STREAM, { headers: one })).status).toBe(200));
});
