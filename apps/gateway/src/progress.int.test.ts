import { delay } from '@fulfilment/kernel';
import { eventually, TIMED } from '@fulfilment/testing';
import { expect, inject, test } from 'vitest';
import { z } from 'zod';
import { EDGE_TIMES } from './edge/server.ts';
import { clientOf } from './testing/client.ts';
import { gatewayEnv, startGateway } from './testing/start-gateway.ts';
import { startTcpGate } from './testing/tcp-gate.ts';
import { startUpstream } from './testing/start-upstream.ts';

const PATIENCE = { withinMs: 60_000 };
const LOOK_MS = 1_000;
const readiness = z.object({ checks: z.record(z.string(), z.string()) });

test('a gateway before a MongoDB that is frozen replaces nothing, and goes on with it', TIMED, async () => {
  const engines = inject('engines');
  const upstream = await startUpstream();
  const url = new URL(engines.mongodbUrl);
  const gate = await startTcpGate({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${gate.port}`;
  url.searchParams.delete('replicaSet');
  url.searchParams.set('directConnection', 'true');
  const env = gatewayEnv({ ...engines, mongodbUrl: url.href }, upstream.url);
  const ended: unknown[] = [];
  const gateway = await startGateway(env, EDGE_TIMES, { lookEveryMs: LOOK_MS, onFatal: (error) => ended.push(error) });
  const replacements = async () => {
    const metrics = await (await fetch(`${gateway.internalUrl}/metrics`)).text();
    return metrics.match(/progress_replacements_total\{part="[^"]+"/g) ?? [];
  };
  const checks = async () => readiness.parse(await (await fetch(`${gateway.internalUrl}/readyz`)).json()).checks;
  const { id: accountId } = await gateway.operator.account();
  const { key } = await gateway.operator.key({ accountId });
  const ask = () => clientOf(gateway, key)('/v1/inventory');
  expect((await ask()).status).toBe(200);
  expect(await checks()).toMatchObject({ progress: 'ok', replaceable: 'ok' });

  gate.muteServer();
  const waiting = ask();
  // wait: looks of the watch, which ask MongoDB, and hear nothing.
  await delay(12 * LOOK_MS);
  expect(await replacements()).toEqual([]);
  expect(await checks()).toMatchObject({ mongodb: 'failing', progress: 'ok', replaceable: 'ok' });
  await gate.shut();
  await gate.open();

  await eventually(async () => expect((await ask()).status).toBe(200), PATIENCE);
  await waiting;
  expect(ended).toEqual([]);
  await gateway.stop();
  await Promise.all([gate.stop(), upstream.stop()]);
});
