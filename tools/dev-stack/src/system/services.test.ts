import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../processes/ports.ts';
import { findEntrance, planServices } from './services.ts';

const squatters: Server[] = [];

afterEach(() => {
  for (const squatter of squatters.splice(0)) squatter.close();
});

async function squat(port: number, host: string): Promise<void> {
  const server = createServer();
  squatters.push(server);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
}

test('the API listens where the environment says, on any free port for 0', async () => {
  const port = await freePort();

  expect(await findEntrance({ PORT: String(port) })).toEqual({ host: '127.0.0.1', port });
  expect(await findEntrance({ PORT: String(port), HOST: '0.0.0.0' })).toEqual({ host: '0.0.0.0', port });
  expect((await findEntrance({ PORT: '0' })).port).toBeGreaterThan(0);
});

test.each(['127.0.0.1', '0.0.0.0'])('a port that is taken on %s is named, with what to set', async (host) => {
  const port = await freePort();
  await squat(port, host);

  await expect(findEntrance({ PORT: String(port) })).rejects.toThrow(
    `port ${port} is taken; set another one for the API, as in PORT=${port + 1} npm start`,
  );
});

test.each(['65536', '-1', 'http', '80.5', ''])('PORT=%s is refused', async (port) => {
  await expect(findEntrance({ PORT: port })).rejects.toThrow(`PORT=${port} is not a port`);
});

test('every process has ports of its own, and the first gateway the entrance', async () => {
  const plans = await planServices({ orders: 2, gateway: 2 }, { host: '0.0.0.0', port: 8080 });

  expect(plans.map(({ name }) => name)).toEqual(['gateway', 'gateway-2', 'inventory', 'orders', 'orders-2', 'scans', 'webhooks']);
  const ports = plans.flatMap(({ port, internalPort }) => [port, internalPort]);
  expect(new Set(ports).size).toBe(14);
  expect(plans.filter(({ host, port }) => host === '0.0.0.0' && port === 8080).map(({ name }) => name)).toEqual(['gateway']);
});
