import { PROCESSES } from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import {
  type Client,
  type Drill,
  type DrillContext,
  type DrilledSystem,
  keepBusy,
  seconds,
  table,
  withDrilledSystem,
} from './drilled-system.ts';

/** Which processes are killed, in turn, and the time after each. */
export interface RecoveryPlan {
  readonly killed: readonly string[];
  readonly restMs: number;
}

const FULL: RecoveryPlan = {
  killed: ['kafka', 'mongodb', 'redis', ...PROCESSES],
  restMs: 5_000,
};
const CLIENTS = 4;
/** For so long every probe has to succeed before the system counts as well again. */
export const WELL_FOR_MS = 1_500;
const PATIENCE_MS = 120_000;

/** Kills each process with SIGKILL under load, and times how long it takes until everything is well again. */
export const recovery: Drill = {
  meaning: 'kill -9 of each process under load; seconds until everything works again',
  run: (context) => withDrilledSystem(context, async (system) => asTable(await killEach(system, FULL, context))),
};

/** Milliseconds until everything was well again, by the process that was killed. @throws Error where it does not become so, or the stores differ. */
export async function killEach(
  system: DrilledSystem,
  { killed, restMs }: RecoveryPlan,
  { progress, signal }: Pick<DrillContext, 'progress' | 'signal'>,
): Promise<ReadonlyMap<string, number>> {
  const client = await system.newClient();
  await client.send('POST', '/inventory', { sku: 'MUG', name: 'Mug', on_hand: 1_000_000 });
  const received = await system.subscribe(client);
  const busy = keepBusy(CLIENTS, () => oneOrder(client));
  const wellAfterMs = new Map<string, number>();
  try {
    await wellAgain(client, received);
    for (const name of killed) {
      signal.throwIfAborted();
      const { pid } = system.process(name);
      if (pid === undefined) throw new Error(`${name} is no process of this machine`);
      const began = performance.now();
      process.kill(pid, 'SIGKILL');
      await wellAgain(client, received);
      const ms = Math.max(0, performance.now() - began - WELL_FOR_MS);
      wellAfterMs.set(name, ms);
      progress(`${name}: ${seconds(ms)} s`);
      await delay(restMs, signal);
    }
  } finally {
    await busy.stop();
  }
  await delay(restMs, signal);
  await system.verify();
  return wellAfterMs;
}

function asTable(wellAfterMs: ReadonlyMap<string, number>): string {
  return table(
    ['killed', 'well again after, s'],
    Array.from(wellAfterMs, ([name, ms]) => [name, seconds(ms)]),
  );
}

async function oneOrder(client: Client): Promise<void> {
  const { status, text } = await client.send('POST', '/orders', { lines: [{ sku: 'MUG', quantity: 1 }] });
  if (status !== 201) return delay(100);
  const { id } = JSON.parse(text);
  await client.send('POST', `/orders/${id}/pack`, {});
  await client.send('POST', `/orders/${id}/ship`, {});
}

/** Resolves once reads, orders and scans have succeeded, and deliveries arrived, for a while without a failure between. */
export async function wellAgain(client: Client, received: () => number): Promise<void> {
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
