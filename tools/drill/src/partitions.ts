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
  table,
  withDrilledSystem,
} from './drilled-system.ts';
import { startReceiver } from './receiver.ts';

const PARTITIONS = [12, 24, 48, 96] as const;
const MIB = 1_024 * 1_024;

/** How long a system idles, and how many orders it has before and after it. */
export interface PartitionsPlan {
  readonly idleMs: number;
  readonly orders: number;
}

const FULL: PartitionsPlan = { idleMs: 10_000, orders: 150 };

/** Runs systems whose topics have more and more partitions. */
export const partitions: Drill = {
  meaning:
    'topics of 12, 24, 48 and 96 partitions: their cost at start, in memory, in CPU at idle and of an order, and in latency',
  run: async (context) => {
    const rows: string[][] = [];
    for (const count of PARTITIONS) {
      context.progress(`${count} partitions`);
      const began = performance.now();
      const measure = async (system: DrilledSystem): Promise<readonly string[]> => {
        const startedMs = performance.now() - began;
        return [(startedMs / 1_000).toFixed(1), ...rowOf(await measurePartitions(system, FULL, context), FULL)];
      };
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

/** The cost of a system; of two numbers the first is Kafka's, the other that of the services. */
export interface PartitionsCost {
  readonly memoryBytes: readonly number[];
  /** Seconds of CPU while it idles. */
  readonly idleSeconds: readonly number[];
  /** Seconds of CPU while the orders pass. */
  readonly busySeconds: readonly number[];
  /** Of each order that was answered with 201. */
  readonly createdMs: readonly number[];
  /** Of each order.created, from its making to its arrival. */
  readonly deliveredMs: readonly number[];
}

/** Measures a system at idle and under orders. @throws Error where the stores differ afterwards. */
export async function measurePartitions(
  system: DrilledSystem,
  { idleMs, orders }: PartitionsPlan,
  { signal }: Pick<DrillContext, 'signal'>,
): Promise<PartitionsCost> {
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
    const create = async (): Promise<void> => {
      for (let order = 0; order < orders; order += 1) {
        const { status, ms } = await client.send('POST', '/orders', { lines: [{ sku: 'MUG', quantity: 1 }] });
        if (status === 201) createdMs.push(ms);
      }
      while (deliveredMs.length < createdMs.length) await delay(50, signal);
    };
    await create();
    const idleSeconds = await measured([kafka, services], () => delay(idleMs, signal));
    createdMs.splice(0);
    deliveredMs.splice(0);
    const busySeconds = await measured([kafka, services], create);
    const memoryBytes = await Promise.all([kafka, services].map(memoryOf));
    await system.verify();
    return { memoryBytes, idleSeconds, busySeconds, createdMs, deliveredMs };
  } finally {
    await receiver.stop();
  }
}

function rowOf(cost: PartitionsCost, { idleMs, orders }: PartitionsPlan): readonly string[] {
  const { memoryBytes, idleSeconds, busySeconds, createdMs, deliveredMs } = cost;
  return [
    ...memoryBytes.map((bytes) => (bytes / MIB).toFixed(0)),
    ...idleSeconds.map((seconds) => ((seconds * 1_000) / (idleMs / 1_000)).toFixed(0)),
    ...busySeconds.map((seconds) => ((seconds * 1_000) / orders).toFixed(1)),
    ...[createdMs, deliveredMs].flatMap((all) => [median(all).toFixed(0), ninetyFive(all).toFixed(0)]),
  ];
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
