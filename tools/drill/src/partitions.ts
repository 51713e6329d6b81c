import { delay } from '@fulfilment/kernel';
import type { RunningProcess } from '@fulfilment/dev-stack/run-file';
import { z } from 'zod';
import {
  cpuSeconds,
  type Drill,
  type DrillContext,
  type DrilledSystem,
  median,
  residentBytes,
  startReceiver,
  table,
  withDrilledSystem,
} from './drilled-system.ts';

const PARTITIONS = [12, 24, 48, 96] as const;
const IDLE_MS = 10_000;
const ORDERS = 150;
const MIB = 1_024 * 1_024;

/** Runs systems whose topics have more and more partitions. */
export const partitions: Drill = {
  meaning: 'what topics of 12, 24, 48 and 96 partitions cost: start, memory, CPU at idle and an order, latency',
  run: async (context) => {
    const rows: string[][] = [];
    for (const count of PARTITIONS) {
      context.progress(`${count} partitions`);
      const began = performance.now();
      const measure = (system: DrilledSystem): Promise<readonly string[]> =>
        drill(system, { ...context, startedMs: performance.now() - began });
      const env = { KAFKA_PARTITIONS: String(count) };
      const row = await withDrilledSystem(context, measure, { env }).catch((error: unknown) => {
        context.signal.throwIfAborted();
        context.progress(String(error));
        return ['did not start'];
      });
      context.progress(row.join(' | '));
      rows.push([String(count), ...row]);
    }
    return table(
      [
        'partitions',
        'start, s',
        'memory of Kafka, MiB',
        'of the services',
        'CPU at idle of Kafka, ms a second',
        'of the services',
        'CPU of Kafka, ms an order',
        'of the services',
        '201, median, ms',
        '95 %',
        'order.created delivered, median, ms',
        '95 %',
      ],
      rows,
    );
  },
};

async function drill(
  system: DrilledSystem,
  { startedMs, signal }: DrillContext & { readonly startedMs: number },
): Promise<readonly string[]> {
  const kafka = [system.process('kafka')];
  const services = system.processes().filter(({ kind, name }) => kind === 'service' && name !== 'gateway');
  const deliveredMs: number[] = [];
  const receiver = await startReceiver((body) => {
    const { type, created_at: at } = event.parse(JSON.parse(body));
    if (type === 'order.created') deliveredMs.push(Date.now() - Date.parse(at));
  });
  try {
    const client = await system.newClient();
    await system.addWebhook(client, receiver.url);
    await client.send('POST', '/inventory', { sku: 'MUG', name: 'Mug', on_hand: 1_000_000 });
    const createdMs: number[] = [];
    const create = async (orders: number): Promise<void> => {
      for (let order = 0; order < orders; order += 1) {
        const { status, ms } = await client.send('POST', '/orders', { lines: [{ sku: 'MUG', quantity: 1 }] });
        if (status === 201) createdMs.push(ms);
      }
    };
    await create(ORDERS);
    while (deliveredMs.length < ORDERS) await delay(50, signal);
    const idle = await measured([kafka, services], () => delay(IDLE_MS, signal));
    createdMs.splice(0);
    deliveredMs.splice(0);
    const busy = await measured([kafka, services], async () => {
      await create(ORDERS);
      while (deliveredMs.length < createdMs.length) await delay(50, signal);
    });
    const memory = await Promise.all([kafka, services].map(memoryOf));
    await system.verify();
    return [
      (startedMs / 1_000).toFixed(1),
      ...memory.map((bytes) => (bytes / MIB).toFixed(0)),
      ...idle.map((seconds) => ((seconds * 1_000) / (IDLE_MS / 1_000)).toFixed(0)),
      ...busy.map((seconds) => ((seconds * 1_000) / ORDERS).toFixed(1)),
      ...[createdMs, deliveredMs].flatMap((all) => [median(all).toFixed(0), ninetyFive(all).toFixed(0)]),
    ];
  } finally {
    await receiver.stop();
  }
}

const event = z.object({ type: z.string(), created_at: z.string() });

/** Seconds of CPU that each of these groups takes while `work` runs. */
async function measured(groups: ReadonlyArray<readonly RunningProcess[]>, work: () => Promise<void>): Promise<readonly number[]> {
  const before = await Promise.all(groups.map(cpuSeconds));
  await work();
  const after = await Promise.all(groups.map(cpuSeconds));
  return after.map((seconds, index) => seconds - (before[index] ?? 0));
}

async function memoryOf(processes: readonly RunningProcess[]): Promise<number> {
  const all = await Promise.all(processes.map(({ pid }) => residentBytes(pid)));
  return all.reduce((sum, bytes) => sum + bytes, 0);
}

const ninetyFive = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
