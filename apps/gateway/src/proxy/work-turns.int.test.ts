import type { ServerResponse } from 'node:http';
import { eventually } from '@fulfilment/testing';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { clientOf, newClientOf } from '../testing/client.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

/** Tokens a second: two requests may be in flight, and a turn lasts for a fifth of a second at most. */
const SLOW = { burst: 100, rate: 10 };

let upstream: Upstream;
let gateway: TestGateway;
/** Requests at the service, in the order in which they came, and what answers them. */
const held: Array<{ readonly target: string; readonly at: number; readonly response: ServerResponse }> = [];

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway(gatewayEnv(inject('engines'), upstream.url));
});

afterEach(() => {
  for (const { response } of held.splice(0)) response.end('{}');
  upstream.answerAsUsual();
});

afterAll(async () => {
  await gateway.stop();
  await upstream.stop();
});

function holdAll(): void {
  upstream.answerWith((request, response) => {
    held.push({ target: request.url ?? '', at: performance.now(), response });
  });
}

test('a burst of a slow key reaches its service in turns, where none is answered at the rate of the key at least', async () => {
  const client = await newClientOf(gateway, SLOW);
  holdAll();

  const began = performance.now();
  const sent = Array.from({ length: 12 }, (_, at) => client(`/v1/inventory/SKU-${at}`));

  await eventually(() => expect(held).toHaveLength(12));
  // Six turns of two, of which five are over after a fifth of a second each.
  expect((held.at(-1)?.at ?? 0) - began).toBeGreaterThanOrEqual(995);
  for (const { response } of held) response.end('{}');
  const answers = await Promise.all(sent);
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  // 88 were left when the last was admitted, and ten a second came back while it waited.
  const last = answers[Number(held.at(-1)?.target.split('-').at(-1))];
  expect(Number(last?.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(94);
});

test('an answer lets the next request begin, and a key of another tenant waits for none of them', async () => {
  const [client, other] = [await newClientOf(gateway, SLOW), await newClientOf(gateway, SLOW)];
  upstream.answerWith((request, response) => {
    if (request.url?.startsWith('/v1/inventory/HELD') === true) held.push({ target: request.url, at: 0, response });
    else response.end('{}');
  });
  const waiting = Array.from({ length: 20 }, (_, at) => client(`/v1/inventory/HELD-${at}`));
  await eventually(() => expect(held.length).toBeGreaterThanOrEqual(2));

  const beside = await other('/v1/inventory/MUG');

  expect(beside.status).toBe(200);
  for (let answered = 0; answered < 20; answered += 1) {
    await eventually(() => expect(held.length).toBeGreaterThan(answered));
    held[answered]?.response.end('{}');
  }
  const answers = await Promise.all(waiting);
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});

test('a request whose key is revoked while it waits is refused, and does not reach its service', async () => {
  const { id: accountId } = await gateway.operator.account();
  const { key, id } = await gateway.operator.key({ accountId, burst: 100, rate: 1 });
  const client = clientOf(gateway, key);
  holdAll();
  // Two begin in each second.
  const sent = Array.from({ length: 10 }, (_, at) => client(`/v1/inventory/SKU-${at}`));
  await eventually(() => expect(held.length).toBeGreaterThanOrEqual(2));

  await gateway.operator.revoke(id);

  const refused = sent.map(async (answer, at) => {
    expect((await answer).status).toBe(401);
    return at;
  });
  const first = await Promise.any(refused);
  expect(held.map(({ target }) => target)).not.toContain(`/v1/inventory/SKU-${first}`);
  for (const { response } of held) response.end('{}');
  await Promise.allSettled(refused);
});

test('a faster key has its requests begun at once', async () => {
  const client = await newClientOf(gateway, { burst: 1_000, rate: 100 });
  holdAll();

  const sent = Array.from({ length: 20 }, (_, at) => client(`/v1/inventory/SKU-${at}`));

  await eventually(() => expect(held).toHaveLength(20));
  for (const { response } of held) response.end('{}');
  await Promise.all(sent);
});
