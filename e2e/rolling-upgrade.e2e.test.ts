import { eventually } from '@fulfilment/testing';
import { beforeAll, expect, inject, test } from 'vitest';
import { startBalancer } from './faults/balancer.ts';
import { restart } from './faults/restart.ts';
import { startSteadyLoad } from './faults/steady-load.ts';
import { type OwnTestSystem, processNamed, startTestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

const SCALE = { gateway: 2, inventory: 2, orders: 2, scans: 2, webhooks: 2 };
/** Never both of a service at once. */
const ROUNDS = [
  ['gateway'],
  ['inventory', 'scans'],
  ['orders', 'webhooks'],
  ['gateway-2'],
  ['inventory-2', 'scans-2'],
  ['orders-2', 'webhooks-2'],
];
const SKUS = ['RED-01', 'BLUE-01', 'GREEN-01'];
const PER_SECOND = 30;
/** As long as the balancer, and the gateways' checks, need to notice. */
const NOTICE_MS = 3_000;

let system: OwnTestSystem;
let tenant: TestTenant;

beforeAll(async () => {
  system = await startTestSystem(inject('engines'), { scale: SCALE, settings: { DRAIN_NOTICE_MS: String(NOTICE_MS) } });
  return () => system.stop();
});

beforeAll(async () => {
  tenant = await openTenant(system);
  return () => tenant.stop();
});

test('every process is stopped and started again under load, one after another, and not one request fails', async () => {
  const { shop } = tenant;
  for (const sku of SKUS) await shop.createSku({ sku, name: sku, on_hand: 1_000_000 });
  const balancer = startBalancer(['gateway', 'gateway-2'].map((name) => processNamed(system, name)));
  const load = startSteadyLoad({ balancer, key: shop.key, skus: SKUS, perSecond: PER_SECOND });
  const goesOn = async (): Promise<void> => {
    const before = load.done();
    await eventually(() => expect(load.done()).toBeGreaterThan(before + 20), { withinMs: 20_000 });
  };
  try {
    await goesOn();
    for (const names of ROUNDS) {
      await Promise.all(names.map((name) => restart(system, name)));
      await goesOn();
    }
  } finally {
    const faults = await load.stop();
    await balancer.stop();
    expect(faults).toEqual([]);
  }

  await eventually(async () => expect(await system.differences()).toEqual([]), { withinMs: 30_000, everyMs: 1_000 });
}, 400_000);

test('a process that is frozen is passed by within seconds, while another of its service runs', async () => {
  const { baseUrl } = processNamed(system, 'gateway');
  const { pid } = processNamed(system, 'scans-2');
  if (pid === undefined) throw new Error('scans-2 is no process of ours');
  const read = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${tenant.shop.key}` };
    const answer = await fetch(`${baseUrl}/v1/scans?limit=1`, { headers, signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.status;
  };
  process.kill(pid, 'SIGSTOP');
  try {
    await eventually(
      async () => {
        for (let times = 0; times < 20; times += 1) expect(await read()).toBe(200);
      },
      { withinMs: 20_000 },
    );
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});
