import { databasesOf, type RunningProcess } from '@fulfilment/dev-stack/run-file';
import { delay } from '@fulfilment/kernel';
import { type Db, type Document, MongoClient } from 'mongodb';
import { cpuSeconds, type Drill, type DrillContext, type DrilledSystem, table, withDrilledSystem } from './drilled-system.ts';
import { startReceiver } from './receiver.ts';
import { openPublisher } from './published-events.ts';

const PROCESSES = [1, 2, 4] as const;
/** How many events there are. */
export interface IntakePlan {
  readonly tenants: number;
  /** Events of each tenant, before those that are measured. */
  readonly warmUp: number;
  /** Events of each tenant that are there at once. */
  readonly events: number;
}

const FULL: IntakePlan = { tenants: 48, warmUp: 250, events: 750 };

/** Stores the same backlog of many tenants' events with one, two and four processes of webhooks. */
export const intake: Drill = {
  meaning: 'a backlog of many tenants stored by 1, 2 and 4 processes of webhooks: events a second, CPU an event, conflicts',
  run: async (context) => {
    const taken: Intake[] = [];
    for (const processes of PROCESSES) {
      context.progress(`${processes} of webhooks`);
      const measure = (system: DrilledSystem): Promise<Intake> => storeBacklog(system, FULL, context);
      taken.push(await withDrilledSystem(context, measure, { scale: { webhooks: processes } }));
    }
    const [one] = taken;
    return table(
      [
        'processes',
        'events',
        'stored a second',
        'times one',
        'CPU of webhooks, µs an event',
        'of MongoDB',
        'transactions',
        'of these aborted',
        'write conflicts',
      ],
      taken.map((each, index) => [
        String(PROCESSES[index]),
        String(FULL.tenants * FULL.events),
        each.perSecond.toFixed(0),
        (each.perSecond / (one?.perSecond ?? 1)).toFixed(2),
        each.webhooksMicros.toFixed(0),
        each.mongodbMicros.toFixed(0),
        String(each.committed + each.aborted),
        String(each.aborted),
        String(each.conflicts),
      ]),
    );
  },
};

/** The cost of storing a backlog. */
export interface Intake {
  /** All events of the drill that the store has afterwards, those before the backlog too. */
  readonly stored: number;
  readonly perSecond: number;
  readonly webhooksMicros: number;
  readonly mongodbMicros: number;
  readonly committed: number;
  readonly aborted: number;
  readonly conflicts: number;
}

/** Lets the processes of webhooks store a backlog that came while they stood still. @throws Error where the stores differ afterwards. */
export async function storeBacklog(
  system: DrilledSystem,
  { tenants, warmUp, events: each }: IntakePlan,
  { signal }: Pick<DrillContext, 'signal'>,
): Promise<Intake> {
  const receiver = await startReceiver();
  const publisher = openPublisher(system.process('kafka').baseUrl);
  const mongo = await MongoClient.connect(system.process('mongodb').baseUrl);
  try {
    const db = mongo.db(databasesOf('').webhooks);
    const clients = await Promise.all(Array.from({ length: tenants }, () => system.newClient()));
    // Each event is matched with an endpoint of its tenant, and goes to none: deliveries would be measured as well.
    for (const client of clients) await system.addWebhook(client, receiver.url, ['order.created']);
    const accounts = clients.map(({ accountId }) => accountId);
    await publisher.publish(accounts, warmUp);
    await stored(db, tenants * warmUp, signal);
    const nodes = system.processes().filter(({ name }) => name.startsWith('webhooks'));
    const before = await countersOf(mongo);
    signalAll(nodes, 'SIGSTOP');
    try {
      await publisher.publish(accounts, each);
    } finally {
      signalAll(nodes, 'SIGCONT');
    }
    const [nodeBefore, mongoBefore] = [await cpuSeconds(nodes), await cpuSeconds([system.process('mongodb')])];
    // A process may have to join its group again first.
    await stored(db, tenants * warmUp + 1, signal);
    const began = performance.now();
    await stored(db, tenants * (warmUp + each), signal);
    const seconds = (performance.now() - began) / 1_000;
    const events = tenants * each;
    const after = await countersOf(mongo);
    const webhooksMicros = (((await cpuSeconds(nodes)) - nodeBefore) / events) * 1_000_000;
    const mongodbMicros = (((await cpuSeconds([system.process('mongodb')])) - mongoBefore) / events) * 1_000_000;
    await system.verify();
    return {
      stored: await db.collection('events').countDocuments(SCANNED),
      perSecond: events / seconds,
      webhooksMicros,
      mongodbMicros,
      committed: after.committed - before.committed,
      aborted: after.aborted - before.aborted,
      conflicts: after.conflicts - before.conflicts,
    };
  } finally {
    await mongo.close();
    await publisher.stop();
    await receiver.stop();
  }
}

/** Sends a signal to those of them that run. */
export function signalAll(processes: readonly RunningProcess[], signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const { pid } of processes) if (pid !== undefined) process.kill(pid, signal);
}

const SCANNED = { type: 'scan.completed' } as const;

/** Waits until so many events of scans are stored. */
async function stored(db: Db, events: number, signal: AbortSignal): Promise<void> {
  while ((await db.collection('events').countDocuments(SCANNED)) < events) {
    signal.throwIfAborted();
    await delay(50, signal);
  }
}

/** Counters of the whole server: nothing else runs on it. */
async function countersOf(mongo: MongoClient) {
  const { transactions, metrics }: Document = await mongo.db('admin').command({ serverStatus: 1 });
  return {
    committed: Number(transactions.totalCommitted),
    aborted: Number(transactions.totalAborted),
    conflicts: Number(metrics.operation.writeConflicts),
  };
}
