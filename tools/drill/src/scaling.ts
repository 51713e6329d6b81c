import { PROCESSES } from '@fulfilment/contracts';
import type { RunningProcess } from '@fulfilment/dev-stack/run-file';
import { delay } from '@fulfilment/kernel';
import { z } from 'zod';
import { cpuSeconds, type Drill, type DrillContext, type DrilledSystem, table, withDrilledSystem } from './drilled-system.ts';

const COUNTS = [1, 2, 4] as const;
const ENGINES = ['kafka', 'mongodb', 'redis'] as const;
const PARTS = [...PROCESSES, ...ENGINES];

/** The clients of a measurement, and how often each does each unit. */
export interface ScalingPlan {
  /** Each has a tenant and a SKU of its own. */
  readonly clients: number;
  readonly times: Readonly<Record<Unit, number>>;
}

type Unit = 'order' | 'scan' | 'read';

const FULL: ScalingPlan = { clients: 16, times: { order: 25, scan: 100, read: 200 } };

/** Runs systems with more and more processes of each service. */
export const scaling: Drill = {
  meaning: 'systems with 1, 2 and 4 processes of each service: what an order, a scan and a read cost each of their parts',
  run: async (context) => {
    const rows: string[][] = [];
    for (const count of COUNTS) {
      context.progress(`${count} of each service`);
      const scale = Object.fromEntries(PROCESSES.map((name) => [name, count]));
      const costs = await withDrilledSystem(context, (system) => measureScaling(system, FULL, context), { scale });
      rows.push(...costs.map((cost) => rowOf(count, cost)));
    }
    return table(['unit', 'processes of each service', 'units a second', ...HEAD], rows);
  },
};

const HEAD = ['of all services, ms', 'of all engines', ...PARTS];

/** The cost of units of one kind. */
export interface UnitCost {
  readonly unit: Unit;
  readonly count: number;
  /** Until the last effect was published and delivered. */
  readonly seconds: number;
  /** Seconds of CPU of all processes of a part. */
  readonly cpuSeconds: Readonly<Record<string, number>>;
}

/** @throws Error where a request fails, or the stores differ afterwards. */
export async function measureScaling(
  system: DrilledSystem,
  { clients, times }: ScalingPlan,
  { signal }: Pick<DrillContext, 'signal'>,
): Promise<readonly UnitCost[]> {
  const gateways = processesOf(system, 'gateway');
  const workers = await Promise.all(Array.from({ length: clients }, (_, place) => newWorker(system, gateways, place)));
  for (const each of workers) await each.order();
  const costs: UnitCost[] = [];
  for (const unit of ['order', 'scan', 'read'] as const) {
    await settled(system, signal);
    const before = await Promise.all(PARTS.map((part) => cpuSeconds(processesOf(system, part))));
    const began = performance.now();
    await Promise.all(
      workers.map(async (worker) => {
        for (let time = 0; time < times[unit]; time += 1) await worker[unit]();
      }),
    );
    const seconds = (performance.now() - began) / 1_000;
    await settled(system, signal);
    const after = await Promise.all(PARTS.map((part) => cpuSeconds(processesOf(system, part))));
    const taken = PARTS.map((part, at) => [part, (after[at] ?? 0) - (before[at] ?? 0)]);
    costs.push({ unit, count: clients * times[unit], seconds, cpuSeconds: Object.fromEntries(taken) });
  }
  await system.verify();
  return costs;
}

/** The processes of a service, or an engine. */
function processesOf(system: DrilledSystem, name: string): readonly RunningProcess[] {
  return system.processes().filter((each) => each.name === name || each.name.startsWith(`${name}-`));
}

/** A client of a tenant of its own, with an endpoint, that works through one of the gateways. */
async function newWorker(system: DrilledSystem, gateways: readonly RunningProcess[], place: number) {
  const client = await system.newClient();
  await system.subscribe(client);
  const origin = gateways[place % gateways.length]?.baseUrl ?? system.baseUrl;
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const init = { method, headers: client.headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const answer = await fetch(`${origin}/v1${path}`, init);
    const text = await answer.text();
    if (!answer.ok || answer.status === 202) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  await send('POST', '/inventory', { sku: 'MUG', name: 'Mug', on_hand: 1_000_000 });
  return {
    order: async (): Promise<void> => {
      const { id } = z.object({ id: z.string() }).parse(await send('POST', '/orders', { lines: [{ sku: 'MUG', quantity: 1 }] }));
      await send('POST', `/orders/${id}/pack`);
      await send('POST', `/orders/${id}/ship`);
    },
    scan: async (): Promise<void> => void (await send('POST', '/scans', { barcode: '4006381333931', type: 'lookup' })),
    read: async (): Promise<void> => void (await send('GET', '/inventory/MUG')),
  };
}

const QUIET_MS = 1_000;
/** CPU of services and engines in a second, as a share of it, below which nothing is under way. */
const QUIET_SHARE = 0.25;

/** Resolves once services and engines have had a second with little to do: records that are removed are work of MongoDB alone. */
export async function settled(system: DrilledSystem, signal: AbortSignal): Promise<void> {
  const all = PARTS.flatMap((name) => processesOf(system, name));
  for (let share = 1; share > QUIET_SHARE;) {
    const before = await cpuSeconds(all);
    await delay(QUIET_MS, signal);
    signal.throwIfAborted();
    share = ((await cpuSeconds(all)) - before) / (QUIET_MS / 1_000);
  }
}

function rowOf(processes: number, { unit, count, seconds, cpuSeconds: taken }: UnitCost): string[] {
  const sum = (parts: readonly string[]): number => parts.reduce((total, part) => total + (taken[part] ?? 0), 0);
  const shown = [sum(PROCESSES), sum(ENGINES), ...PARTS.map((part) => taken[part] ?? 0)];
  return [unit, String(processes), (count / seconds).toFixed(0), ...shown.map((total) => ((total * 1_000) / count).toFixed(2))];
}
