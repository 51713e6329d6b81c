import { delay, type Stoppable } from '@fulfilment/kernel';
import { MongoClient } from 'mongodb';
import {
  type Client,
  type Drill,
  type DrillContext,
  type DrilledSystem,
  keepBusy,
  OUTBOXES,
  table,
  withDrilledSystem,
} from './drilled-system.ts';

const READ_EVERY_MS = 100;
/** Under steady load no order waits for inventory for as long; sent rows are marked within a second. */
const LATE_MS = 3_000;

/** How long Kafka is away, and under which load. */
export interface OutagePlan {
  readonly warmUpMs: number;
  readonly awayMs: number;
  readonly createsPerSecond: number;
}

const FULL = { warmUpMs: 5_000, createsPerSecond: 50 } as const;

/** Freezes Kafka for some minutes under load, and measures what other tenants get and how the backlog drains. */
export const outage: Drill = {
  meaning: 'Kafka frozen for --minutes under load; reads of others, and seconds to the first 201 after it',
  run: (context) =>
    withDrilledSystem(context, async (system) =>
      asTable(await freezeKafka(system, { ...FULL, awayMs: context.minutes * 60_000 }, context)),
    ),
};

/** How an outage of Kafka went. */
export interface Outage {
  readonly awayMs: number;
  /** How often each status answered a create, and each reason came in place of an answer. */
  readonly creates: ReadonlyMap<string, number>;
  /** Orders that were stored for creates without an answer. */
  readonly unanswered: number;
  /** Statuses of the reads of another tenant. */
  readonly reads: readonly number[];
  /** Rows to be sent, and orders that waited for inventory, when Kafka returned. */
  readonly backlog: number;
  /** From its return until a create was answered with 201. */
  readonly firstMs: number;
  /** From its return until nothing waited for longer than usual. */
  readonly drainedMs: number;
}

/**
 * Freezes Kafka while orders are created, and lets the backlog drain. @throws Error where an order is gone whose create was answered
 * with 201 or 202, or the stores differ afterwards.
 */
export async function freezeKafka(
  system: DrilledSystem,
  { warmUpMs, awayMs, createsPerSecond }: OutagePlan,
  { progress, signal }: Pick<DrillContext, 'progress' | 'signal'>,
): Promise<Outage> {
  const [busy, other] = [await system.newClient(), await system.newClient()];
  await busy.send('POST', '/inventory', { sku: 'MUG', name: 'Mug', on_hand: 10_000_000 });
  await other.send('POST', '/inventory', { sku: 'MUG', name: 'Mug', on_hand: 10_000_000 });
  const creates = createSteadily(busy, createsPerSecond);
  const reads: number[] = [];
  const reading = keepBusy(1, async () => {
    reads.push((await other.send('GET', '/orders?limit=1')).status);
    await delay(READ_EVERY_MS);
  });
  const { pid } = system.process('kafka');
  if (pid === undefined) throw new Error('Kafka is no process of this machine');
  await delay(warmUpMs, signal);
  process.kill(pid, 'SIGSTOP');
  try {
    progress(`Kafka stands still for ${awayMs / 1_000} s`);
    await delay(awayMs, signal);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  const returned = performance.now();
  const backlog = await waiting(system, 0);
  await firstCreated(other);
  const firstMs = performance.now() - returned;
  await drained(system, LATE_MS);
  const drainedMs = performance.now() - returned;
  await Promise.all([creates.stop(), reading.stop()]);
  await drained(system, 0);
  const promised = (creates.statuses.get('201') ?? 0) + (creates.statuses.get('202') ?? 0);
  const unanswered = (await ordersOf(system, busy)) - promised;
  if (unanswered < 0) throw new Error(`${-unanswered} of ${promised} orders are gone whose creates were answered with success`);
  await system.verify();
  return { awayMs, creates: creates.statuses, unanswered, reads, backlog, firstMs, drainedMs };
}

/** Creates orders at a rate, whatever becomes of those before. Its stop waits for those under way. */
function createSteadily(client: Client, perSecond: number): Stoppable & { readonly statuses: ReadonlyMap<string, number> } {
  const statuses = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  const create = async (): Promise<void> => {
    const { status, text } = await client.send('POST', '/orders', { lines: [{ sku: 'MUG', quantity: 1 }] });
    const kind = status === 0 ? `no answer (${text})` : String(status);
    statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
  };
  const creating = keepBusy(1, async () => {
    const one = create().finally(() => underWay.delete(one));
    underWay.add(one);
    await delay(1_000 / perSecond);
  });
  return {
    statuses,
    stop: async () => {
      await creating.stop();
      await Promise.all(underWay);
    },
  };
}

function asTable({ awayMs, creates, unanswered, reads, backlog, firstMs, drainedMs }: Outage): string {
  return table(
    [
      'Kafka away, min',
      'creates',
      'stored without an answer',
      'reads of another tenant',
      'of these failed',
      'rows and orders waiting at its return',
      'first 201, s',
      'drained, s',
      'verify',
    ],
    [
      [
        String(awayMs / 60_000),
        Array.from(creates, ([status, count]) => `${count} × ${status}`).join(', '),
        String(unanswered),
        String(reads.length),
        String(reads.filter((status) => status !== 200).length),
        String(backlog),
        (firstMs / 1_000).toFixed(1),
        (drainedMs / 1_000).toFixed(1),
        'no difference',
      ],
    ],
  );
}

/** Resolves when a create is answered with 201. */
async function firstCreated(client: Client): Promise<void> {
  while ((await client.send('POST', '/orders', { lines: [{ sku: 'MUG', quantity: 1 }] })).status !== 201) await delay(50);
}

async function ordersOf(system: DrilledSystem, { accountId }: Client): Promise<number> {
  const client = await MongoClient.connect(system.process('mongodb').baseUrl);
  try {
    return await client
      .db('orders')
      .collection('orders')
      .countDocuments({ tenant: `${accountId}:sandbox` });
  } finally {
    await client.close();
  }
}

/** Resolves when nothing waits that is older than `ageMs`. */
async function drained(system: DrilledSystem, ageMs: number): Promise<void> {
  while ((await waiting(system, ageMs)) > 0) await delay(250);
}

/** Rows of all outboxes that are not marked as sent, and orders without inventory's answer, since more than `ageMs`. */
async function waiting(system: DrilledSystem, ageMs: number): Promise<number> {
  const client = await MongoClient.connect(system.process('mongodb').baseUrl);
  const before = { $lt: new Date(Date.now() - ageMs) };
  try {
    const rows = OUTBOXES.map(([name, collection]) =>
      client.db(name).collection(collection).countDocuments({ state: 'new', created_at: before }),
    );
    const orders = client.db('orders').collection('orders');
    const carried = ['command', 'outbox'].map((name) =>
      orders.countDocuments({ [`${name}.state`]: 'new', [`${name}.since`]: before }),
    );
    const counts = await Promise.all([...rows, ...carried, orders.countDocuments({ 'pending.since': before })]);
    return counts.reduce((sum, count) => sum + count, 0);
  } finally {
    await client.close();
  }
}
