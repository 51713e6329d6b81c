import { delay } from '@fulfilment/kernel';
import { TIMED } from '@fulfilment/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Answer, type Client, clientOf, expectProblem } from '../testing/client.ts';
import { gatewayEnv, type KeyWish, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';

const sendBatch = (client: Client) => client('/v1/inventory/batch', { method: 'POST', body: '{}' });

/** Sends `workers` requests at a time until `ms` have passed. */
async function load(pair: readonly [Client, Client], workers: number, ms: number) {
  const startedAt = performance.now();
  const counts = { admitted: 0, refused: 0, other: 0 };
  const work = async (client: Client): Promise<void> => {
    while (performance.now() - startedAt < ms) {
      const { status } = await client('/v1/inventory');
      counts[status === 200 ? 'admitted' : status === 429 ? 'refused' : 'other'] += 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, at) => work(pair[at % 2 === 0 ? 0 : 1])));
  return counts;
}

describe('two gateways', () => {
  let upstream: Upstream;
  let gateways: readonly [TestGateway, TestGateway];
  let accountId: string;
  beforeAll(async () => {
    upstream = await startUpstream();
    const env = gatewayEnv(inject('engines'), upstream.url);
    gateways = [await startGateway(env), await startGateway(env)];
  });
  afterAll(async () => {
    for (const gateway of gateways) await gateway.stop();
    await upstream.stop();
  });

  const costing = (tokens: number, status = 200) =>
    upstream.answerWith((request, response) => {
      request.resume();
      response.writeHead(status, { 'X-Internal-Cost': String(tokens) }).end('{}');
    });

  /** A client of each gateway with the same new key of a new account. */
  async function clients(limit: Pick<KeyWish, 'burst' | 'rate'>): Promise<readonly [Client, Client]> {
    accountId = (await gateways[0].operator.account()).id;
    const { key } = await gateways[0].operator.key({ accountId, ...limit });
    return [clientOf(gateways[0], key), clientOf(gateways[1], key)];
  }

  test('admit, together, the burst and the refill: not one more, and none is lost', async () => {
    const [burst, rate] = [60, 10];
    const pair = await clients({ burst, rate });
    const beforeFirst = performance.now();
    const drained: Answer[] = [];
    // A slow machine needs more than one round.
    do
      drained.push(
        ...(await Promise.all(Array.from({ length: 2 * burst }, (_, index) => pair[index % 2 === 0 ? 0 : 1]('/v1/inventory')))),
      );
    while (drained.every(({ status }) => status === 200));
    const afterDrained = performance.now();
    const { admitted, refused, other } = await load(pair, 12, 2_500);
    const beforeLast = performance.now();
    const last = await pair[0]('/v1/inventory');
    const afterLast = performance.now();
    const passed = [...drained, last].filter(({ status }) => status === 200).length;
    const all = admitted + passed + Number(last.headers.get('x-ratelimit-remaining'));

    expect(drained.map(({ status }) => status)).toContain(429);
    expect(other).toBe(0);
    expect(refused).toBeGreaterThan(20);
    expect(all).toBeLessThanOrEqual(burst + (rate * (afterLast - beforeFirst)) / 1_000);
    // Once the bucket was empty nothing that comes in is lost; two tokens are what rounding at both ends may hide.
    expect(all).toBeGreaterThanOrEqual(burst + (rate * (beforeLast - afterDrained)) / 1_000 - 2);
  });

  test('hold the keys of a tenant together to its own limit', async () => {
    const [first] = await clients({ burst: 900, rate: 1 });
    const { key } = await gateways[1].operator.key({ accountId, burst: 900, rate: 1 });
    const second = clientOf(gateways[1], key);
    upstream.answerWith((_request, response) => response.writeHead(200, { 'X-Internal-Cost': '800' }).end('{}'));
    await first('/v1/inventory');
    const { headers } = await second('/v1/inventory');
    const refused = await second('/v1/inventory');
    upstream.answerAsUsual();

    expect(headers.get('x-ratelimit-limit')).toBe('1000');
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    expect(headers.get('ratelimit-policy')).toBe('"key";q=900;w=900, "tenant";q=1000;w=10');
    expect(expectProblem(refused, 'rate_limited')).toMatchObject({ limit: 'tenant' });
  });

  describe('take what a request cost beyond its one token', () => {
    test.each([200, 409, 422])('before the answer goes out, also where it is %i', async (status) => {
      const [client, other] = await clients({ burst: 50, rate: 1 });
      costing(19, status);
      const { headers } = await sendBatch(client);
      upstream.answerAsUsual();

      // One more may come in on the way.
      expect(headers.get('x-ratelimit-remaining')).toMatch(/^3[01]$/);
      expect(headers.get('ratelimit')).toMatch(/^"key";r=3[01];t=(19|20)$/);
      expect(headers.has('x-internal-cost')).toBe(false);
      expect((await other('/v1/inventory')).headers.get('x-ratelimit-remaining')).toMatch(/^(29|3[01])$/);
    });

    test('into debt, and Retry-After says when that is paid', TIMED, async () => {
      const [client, other] = await clients({ burst: 5, rate: 10 });
      costing(20);
      const batch = await sendBatch(client);
      upstream.answerAsUsual();
      const refused = await other('/v1/inventory');
      const retryAfter = Number(refused.headers.get('retry-after'));
      await delay(retryAfter * 1_000 + 1);

      expect(batch.status).toBe(200);
      expect(batch.headers.get('x-ratelimit-remaining')).toBe('0');
      expectProblem(refused, 'rate_limited');
      // 21 of 5 are gone, and one has to be there: 1.7 seconds.
      expect(retryAfter).toBe(2);
      expect((await other('/v1/inventory')).status).toBe(200);
    });

    test.each(['-5', 'many', '', '0', 'Infinity', 'NaN'])('and nothing for a cost of %j', async (cost) => {
      const [client] = await clients({ burst: 50, rate: 1 });
      upstream.answerWith((_request, response) => response.writeHead(200, { 'X-Internal-Cost': cost }).end('{}'));
      const { headers } = await client('/v1/inventory');
      upstream.answerAsUsual();

      expect(headers.get('x-ratelimit-remaining')).toBe('49');
    });
  });

  test('send true headers: Remaining requests are admitted, and no more than the refill', async () => {
    const [one, other] = await clients({ burst: 30, rate: 1 });
    const remaining = Number((await one('/v1/inventory')).headers.get('x-ratelimit-remaining'));
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? one : other)('/v1/inventory')));
    const admitted = answers.filter(({ status }) => status === 200).length;

    expect(remaining).toBe(29);
    expect(admitted).toBeGreaterThanOrEqual(29);
    expect(admitted).toBeLessThanOrEqual(30 + (performance.now() - startedAt) / 1_000);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectProblem(answer, 'rate_limited');
  });

  test('never refuse a client that waits for Retry-After, at either of them', async () => {
    const [one, other] = await clients({ burst: 2, rate: 1 });
    const outcomes: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      let answer = await one('/v1/inventory');
      while (answer.status === 200) answer = await one('/v1/inventory');
      await delay(Number(answer.headers.get('retry-after')) * 1_000 + 1);
      outcomes.push(`${(await other('/v1/inventory')).status} after ${answer.headers.get('retry-after')} s`);
    }

    expect(outcomes).toEqual(['200 after 1 s', '200 after 1 s', '200 after 1 s', '200 after 1 s']);
  });

  test('say when the bucket is full again, and then it is', TIMED, async () => {
    const [client] = await clients({ burst: 4, rate: 2 });
    await Promise.all([client('/v1/inventory'), client('/v1/inventory'), client('/v1/inventory')]);
    const reset = Number((await client('/v1/inventory')).headers.get('x-ratelimit-reset'));
    expect(reset - Date.now() / 1_000).toBeGreaterThan(1);
    await delay(reset * 1_000 - Date.now() + 1);

    expect((await client('/v1/inventory')).headers.get('x-ratelimit-remaining')).toBe('3');
  });
});
