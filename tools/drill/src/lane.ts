import { databasesOf } from '@fulfilment/dev-stack/run-file';
import { delay } from '@fulfilment/kernel';
import { type Collection, type Document, type Filter, MongoClient } from 'mongodb';
import { z } from 'zod';
import {
  type Client,
  cpuSeconds,
  type Drill,
  type DrillContext,
  type DrilledSystem,
  table,
  withDrilledSystem,
} from './drilled-system.ts';
import { signalAll } from './intake.ts';
import { settled } from './scaling.ts';

/** The backlog of the tenant. */
export interface LanePlan {
  readonly orders: number;
  /** Each order has two lines, of the next two of them. */
  readonly skus: number;
}

const FULL: LanePlan = { orders: 4_000, skus: 200 };

/** Settings of the drilled system: a step that waits for inventory is answered at once. */
const AT_ONCE = { ORDER_WAIT_MS: '100' } as const;

/** Lets one process of inventory do a backlog of one tenant's commands, step by step, while the other services stand still. */
export const lane: Drill = {
  meaning:
    "a backlog of one tenant's orders allocated, packed and shipped by one process of inventory: steps a second, CPU a step",
  run: (context) =>
    withDrilledSystem(
      context,
      async (system) => {
        const taken = await workOff(system, FULL, context);
        return table(
          [
            'step',
            'orders',
            'steps a second',
            'CPU of inventory, ms a step',
            'of MongoDB',
            'of Kafka',
            'share of a core of inventory',
          ],
          taken.map(({ step, orders, seconds, cpu }) => [
            step,
            String(orders),
            (orders / seconds).toFixed(0),
            ...PARTS.map((name) => ((cpu[name] * 1_000) / orders).toFixed(2)),
            (cpu.inventory / seconds).toFixed(2),
          ]),
        );
      },
      { env: AT_ONCE },
    ),
};

/** Processes of which the CPU is counted. */
const PARTS = ['inventory', 'mongodb', 'kafka'] as const;
/** Services that stand still while inventory works. */
const OTHERS = ['gateway', 'orders', 'scans', 'webhooks'] as const;

/** A step of a backlog. */
export interface WorkedOff {
  readonly step: Step;
  /** Of which this step was done between the first and the last look. */
  readonly orders: number;
  readonly seconds: number;
  readonly cpu: Readonly<Record<(typeof PARTS)[number], number>>;
}

const STEPS = ['allocate', 'pack', 'ship'] as const;
type Step = (typeof STEPS)[number];

/** The last command that an allocation has answered, after each step. */
const COMMANDS: Readonly<Record<Step, string>> = { allocate: 'allocate', pack: 'confirm', ship: 'ship' };

/** @throws Error where a request is refused, or the stores differ afterwards. */
export async function workOff(
  system: DrilledSystem,
  { orders, skus }: LanePlan,
  { progress, signal }: Pick<DrillContext, 'progress' | 'signal'>,
): Promise<readonly WorkedOff[]> {
  const client = await system.newClient();
  for (let place = 0; place < skus; place += 1)
    await done(client, 'POST', '/inventory', { sku: `SKU-${place}`, name: 'Mug', on_hand: 1_000_000 });
  const mongo = await MongoClient.connect(system.process('mongodb').baseUrl);
  const databases = databasesOf('');
  const allocations = mongo.db(databases.inventory).collection('allocations');
  const stored = mongo.db(databases.orders).collection('orders');
  const tenant = `${client.accountId}:sandbox`;
  const inventory = [system.process('inventory')];
  const others = OTHERS.map((name) => system.process(name));
  const taken: WorkedOff[] = [];
  let ids: readonly string[] = [];
  try {
    for (const step of STEPS) {
      progress(`${orders} orders wait to ${step}`);
      signalAll(inventory, 'SIGSTOP');
      try {
        if (step === 'allocate') ids = await createOrders(client, { orders, skus });
        else await ask(client, ids, step);
        await none(stored, { tenant, 'command.state': 'new' }, signal);
        signalAll(others, 'SIGSTOP');
      } finally {
        signalAll(inventory, 'SIGCONT');
      }
      try {
        const count = (): Promise<number> => allocations.countDocuments({ tenant, 'last_answer.type': COMMANDS[step] });
        taken.push({ step, ...(await measured(system, { count, orders, signal })) });
      } finally {
        signalAll(others, 'SIGCONT');
      }
      await none(stored, { tenant, 'pending.since': { $exists: true } }, signal);
      await settled(system, signal);
    }
  } finally {
    await mongo.close();
  }
  await system.verify();
  return taken;
}

interface Watched {
  /** Orders of which the step is done. */
  readonly count: () => Promise<number>;
  readonly orders: number;
  readonly signal: AbortSignal;
}

const LOOK_MS = 50;

/** From the first order that is done, as the process may have to join its group again, to the last. */
async function measured(system: DrilledSystem, { count, orders, signal }: Watched): Promise<Omit<WorkedOff, 'step'>> {
  const times = async () => {
    const [inventory = 0, mongodb = 0, kafka = 0] = await Promise.all(PARTS.map((name) => cpuSeconds([system.process(name)])));
    return { inventory, mongodb, kafka };
  };
  let first = 0;
  while ((first = await count()) === 0) await delay(LOOK_MS, signal);
  const [began, before] = [performance.now(), await times()];
  while ((await count()) < orders) await delay(LOOK_MS, signal);
  const [seconds, after] = [(performance.now() - began) / 1_000, await times()];
  return {
    orders: orders - first,
    seconds,
    cpu: {
      inventory: after.inventory - before.inventory,
      mongodb: after.mongodb - before.mongodb,
      kafka: after.kafka - before.kafka,
    },
  };
}

const BATCH = 200;
const created = z.object({ results: z.array(z.object({ id: z.string() })) });

async function createOrders(client: Client, { orders, skus }: LanePlan): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let from = 0; from < orders; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, orders - from) }, (_, place) => ({
      lines: [0, 1].map((next) => ({ sku: `SKU-${(from + place + next) % skus}`, quantity: 1 })),
    }));
    const text = await done(client, 'POST', '/orders/batch', { orders: batch });
    ids.push(...created.parse(JSON.parse(text)).results.map(({ id }) => id));
  }
  return ids;
}

const AT_A_TIME = 16;

async function ask(client: Client, ids: readonly string[], step: 'pack' | 'ship'): Promise<void> {
  const left = [...ids];
  const work = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) await done(client, 'POST', `/orders/${id}/${step}`, {});
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

async function done(client: Client, method: string, path: string, body: object): Promise<string> {
  const { status, text } = await client.send(method, path, body);
  if (status < 200 || status > 299) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
  return text;
}

/** Resolves once there are none of these. */
async function none(orders: Collection, these: Filter<Document>, signal: AbortSignal): Promise<void> {
  while ((await orders.countDocuments(these)) > 0) await delay(LOOK_MS, signal);
}
