import { keyRecord, listOf } from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import { eventually, TIMED } from '@fulfilment/testing';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { formKeyText } from '../accounts/domain/api-key.ts';
import { clientOf, expectProblem } from '../testing/client.ts';
import { gatewayEnv, startGateway, type TestGateway } from '../testing/start-gateway.ts';
import { startUpstream, type Upstream } from '../testing/start-upstream.ts';
import { startTcpGate, type TcpGate } from '../testing/tcp-gate.ts';

let upstream: Upstream;
let gateways: readonly [TestGateway, TestGateway];
const opened: Array<{ stop(): Promise<void> }> = [];

beforeAll(async () => {
  upstream = await startUpstream();
  const env = gatewayEnv(inject('engines'), upstream.url);
  gateways = [await startGateway(env), await startGateway(env)];
});

afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.stop();
});

afterAll(async () => {
  for (const gateway of gateways) await gateway.stop();
  await upstream.stop();
});

async function issue(on: TestGateway = gateways[0]) {
  const { id: accountId } = await on.operator.account();
  return on.operator.key({ accountId, burst: 100_000, rate: 10_000 });
}

/** Waits until the last admission is so many milliseconds ago: longer than a copy of a key is fresh. */
async function untilRefusedFor(ms: number, lastAdmittedMs: () => number): Promise<void> {
  await eventually(() => expect(performance.now() - lastAdmittedMs()).toBeGreaterThan(ms));
}

test.each([200, 450, 900])(
  'no gateway admits a revoked key after one second, however busy: %i ms after its first use',
  TIMED,
  async (usedMs) => {
    const key = await issue();
    const clients = gateways.flatMap((gateway) => [clientOf(gateway, key.key), clientOf(gateway, key.key)]);
    let lastAdmittedMs = 0;
    const stop = new AbortController();
    const busy = clients.map(async (client) => {
      while (!stop.signal.aborted) {
        const sentAtMs = performance.now();
        if ((await client('/v1/inventory')).status === 200) lastAdmittedMs = Math.max(lastAdmittedMs, sentAtMs);
      }
    });
    await delay(usedMs);
    await gateways[0].operator.revoke(key.id);
    const revokedAtMs = performance.now();
    await untilRefusedFor(600, () => Math.max(lastAdmittedMs, revokedAtMs));
    stop.abort();
    await Promise.all(busy);

    expect(lastAdmittedMs).toBeGreaterThan(0);
    expect(lastAdmittedMs - revokedAtMs).toBeLessThan(1_000);
    for (const gateway of gateways) expectProblem(await clientOf(gateway, key.key)('/v1/inventory'), 'unauthenticated');
  },
);

test('every gateway admits a new key at once', async () => {
  const key = await issue();
  const statuses = await Promise.all(gateways.map(async (gateway) => (await clientOf(gateway, key.key)('/v1/inventory')).status));

  expect(statuses).toEqual([200, 200]);
});

test('a busy key is read twice a second, whatever the load', async () => {
  const key = await issue();
  const lookUps = async (): Promise<number> => {
    const text = await (await fetch(`${gateways[0].internalUrl}/metrics`)).text();
    return Number(/fulfilment_key_lookups_total\{result="found",[^}]*\} (\d+)/.exec(text)?.[1]);
  };
  const client = clientOf(gateways[0], key.key);
  await client('/v1/inventory');
  const before = await lookUps();
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (performance.now() - startedAt < 1_600) await client('/v1/inventory');
    }),
  );

  expect((await lookUps()) - before).toBeLessThanOrEqual((performance.now() - startedAt) / 500 + 1);
});

test('when and from where a key was used last is written down, by whichever gateway', async () => {
  const key = await issue();
  const own = await startGateway(gateways[0].env);
  const usedAtMs = Date.now();
  const from = (address: string) =>
    fetch(`${own.url}/v1/inventory`, { headers: { authorization: `Bearer ${key.key}`, 'x-forwarded-for': address } });
  await from('198.18.7.1');
  await from('198.18.7.2');
  await own.stop();
  expect([key.last_used_at, key.last_used_from]).toEqual([null, null]);
  const shown = async () => {
    const { body } = await gateways[0].operator.call('GET', `/operator/v1/keys?account_id=${key.account_id}`);
    return listOf(keyRecord).parse(body).data[0];
  };
  const lastUsed = async (): Promise<string> => (await shown())?.last_used_at ?? 'never';
  // One copy is enough for it, so a read of what a majority has may be a little behind.
  const found = await eventually(async () => z.iso.datetime().parse(await lastUsed()));
  expect(Math.abs(Date.parse(found) - usedAtMs)).toBeLessThan(5_000);
  expect((await shown())?.last_used_from).toBe('198.18.7.2');
});

/** A gateway whose way to the store can be shut. */
async function gatewayBehindGate(): Promise<{ readonly gateway: TestGateway; readonly gate: TcpGate }> {
  const [host = '', port = ''] = new URL(inject('engines').mongodbUrl).host.split(':');
  const gate = await startTcpGate({ host, port: Number(port) });
  const url = `mongodb://127.0.0.1:${gate.port}/?directConnection=true&heartbeatFrequencyMS=500`;
  const gateway = await startGateway({ ...gateways[0].env, MONGODB_URL: url });
  opened.push(gate, gateway);
  return { gateway, gate };
}

test('while the store is away, keys of the cache go on, unknown ones are told to try again, and it is said', async () => {
  const key = await issue();
  const { gateway, gate } = await gatewayBehindGate();
  const client = clientOf(gateway, key.key);
  expect((await client('/v1/inventory')).status).toBe(200);
  await gate.shut();
  const shutAtMs = performance.now();

  const statuses = [];
  // Longer than a copy of a key is fresh.
  while (performance.now() - shutAtMs < 1_000) statuses.push((await client('/v1/inventory')).status);
  const unknown = await clientOf(gateway, formKeyText('sandbox', '0123456789ABCDEFGHIJabcdefghij'))('/v1/inventory');
  const readiness = await fetch(`${gateway.internalUrl}/readyz`);

  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(unknown.status).toBe(503);
  expectProblem(unknown, 'upstream_unavailable');
  expect(await readiness.json()).toMatchObject({ status: 'degraded', checks: { mongodb: 'failing' } });
  await gate.open();
});

test('what was revoked while a gateway could not see it is known within two seconds of its return', TIMED, async () => {
  const key = await issue();
  const { gateway, gate } = await gatewayBehindGate();
  const client = clientOf(gateway, key.key);
  await client('/v1/inventory');
  await gate.shut();
  const shutAtMs = performance.now();
  while (performance.now() - shutAtMs < 600) expect((await client('/v1/inventory')).status).toBe(200);
  await gateways[1].operator.revoke(key.id);
  await gate.open();

  await eventually(async () => expect((await client('/v1/inventory')).status).toBe(401), { withinMs: 2_000 });
});
