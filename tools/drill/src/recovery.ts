import { delay } from '@fulfilment/kernel';
import {
  type Client,
  type Drill,
  type DrillContext,
  type DrilledSystem,
  keepBusy,
  table,
  withDrilledSystem,
} from './drilled-system.ts';

const PROCESSES = ['kafka', 'mongodb', 'redis', 'gateway', 'inventory', 'orders', 'scans', 'webhooks'] as const;
const CLIENTS = 4;
/** For so long every probe has to succeed before the system counts as well again. */
const WELL_FOR_MS = 1_500;
const PATIENCE_MS = 120_000;

/** Kills each process with SIGKILL under load, and times how long it takes until everything is well again. */
export const recovery: Drill = {
  meaning: 'kill -9 of each process under load; seconds until everything is well again',
  run: (context) => withDrilledSystem(context, drill),
};

async function drill(system: DrilledSystem, { progress, signal }: DrillContext): Promise<string> {
  const client = await system.newClient();
  await client.send('POST', '/inventory', { sku: 'MUG', name: 'Mug', on_hand: 1_000_000 });
  const received = await system.subscribe(client);
  const busy = keepBusy(CLIENTS, () => oneOrder(client));
  const rows: string[][] = [];
  try {
    await wellAgain(client, received);
    for (const name of PROCESSES) {
      signal.throwIfAborted();
      const { pid } = system.process(name);
      if (pid === undefined) throw new Error(`${name} is no process of this machine`);
      const killed = performance.now();
      process.kill(pid, 'SIGKILL');
      await wellAgain(client, received);
      const seconds = (performance.now() - killed - WELL_FOR_MS) / 1_000;
      rows.push([name, Math.max(0, seconds).toFixed(1)]);
      progress(`${name}: ${rows.at(-1)?.at(-1)} s`);
      await delay(5_000, signal);
    }
  } finally {
    await busy.stop();
  }
  await delay(5_000, signal);
  await system.verify();
  return table(['killed', 'well again after, s'], rows);
}

async function oneOrder(client: Client): Promise<void> {
  const { status, text } = await client.send('POST', '/orders', { lines: [{ sku: 'MUG', quantity: 1 }] });
  if (status !== 201) return delay(100);
  const { id } = JSON.parse(text);
  await client.send('POST', `/orders/${id}/pack`, {});
  await client.send('POST', `/orders/${id}/ship`, {});
}

/** Resolves once reads, orders and scans have succeeded, and deliveries arrived, for a while without a failure between. */
async function wellAgain(client: Client, received: () => number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  let wellSince: number | undefined;
  let arrivedBefore = received();
  while (wellSince === undefined || performance.now() - wellSince < WELL_FOR_MS) {
    if (performance.now() > deadline) throw new Error(`Not everything is well again after ${PATIENCE_MS / 1_000} s`);
    const began = performance.now();
    const [sku, order, scan] = await Promise.all([
      client.send('GET', '/inventory/MUG'),
      client.send('POST', '/orders', { lines: [{ sku: 'MUG', quantity: 1 }] }),
      client.send('POST', '/scans', { barcode: '4006381333931' }),
    ]);
    await delay(Math.max(0, 300 - (performance.now() - began)));
    const hasArrived = received() > arrivedBefore;
    arrivedBefore = received();
    const isWell = sku.status === 200 && order.status === 201 && scan.status === 201 && hasArrived;
    wellSince = isWell ? (wellSince ?? began) : undefined;
  }
}
