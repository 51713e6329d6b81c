import { delay } from '@fulfilment/kernel';
import { MongoClient } from 'mongodb';
import {
  type Client,
  type Drill,
  type DrillContext,
  type DrilledSystem,
  keepBusy,
  table,
  withDrilledSystem,
} from './drilled-system.ts';

const CREATES_PER_SECOND = 50;
const READ_EVERY_MS = 100;

/** Freezes Kafka for some minutes under load, and measures what other tenants get and how the backlog drains. */
export const outage: Drill = {
  meaning: 'Kafka frozen for --minutes under load; reads of others, and seconds to the first 201 after it',
  run: (context) => withDrilledSystem(context, drill),
};

async function drill(system: DrilledSystem, { minutes, progress, signal }: DrillContext): Promise<string> {
  const [busy, other] = [await system.newClient(), await system.newClient()];
  await busy.send('POST', '/inventory', { sku: 'MUG', name: 'Mug', on_hand: 10_000_000 });
  await other.send('POST', '/inventory', { sku: 'MUG', name: 'Mug', on_hand: 10_000_000 });
  const counts = new Map<number, number>();
  const creating = new Set<Promise<void>>();
  const create = async (): Promise<void> => {
    const { status } = await busy.send('POST', '/orders', { lines: [{ sku: 'MUG', quantity: 1 }] });
    counts.set(status, (counts.get(status) ?? 0) + 1);
  };
  const creates = keepBusy(1, async () => {
    const one = create().finally(() => creating.delete(one));
    creating.add(one);
    await delay(1_000 / CREATES_PER_SECOND);
  });
  const reads: number[] = [];
  const reading = keepBusy(1, async () => {
    reads.push((await other.send('GET', '/orders?limit=1')).status);
    await delay(READ_EVERY_MS);
  });
  const { pid } = system.process('kafka');
  if (pid === undefined) throw new Error('Kafka is no process of this machine');
  await delay(5_000, signal);
  process.kill(pid, 'SIGSTOP');
  try {
    progress(`Kafka stands still for ${minutes} min`);
    await delay(minutes * 60_000, signal);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  const backlog = await unsent(system);
  const firstMs = await firstCreated(other);
  const drainedMs = await drained(system);
  await Promise.all([creates.stop(), reading.stop()]);
  await Promise.all(creating);
  await drained(system);
  await system.verify();
  const statuses = Array.from(counts, ([status, count]) => `${count} × ${status}`).join(', ');
  return table(
    [
      'Kafka away, min',
      'creates',
      'reads of another tenant',
      'of these failed',
      'rows waiting at its return',
      'first 201, s',
      'drained, s',
      'verify',
    ],
    [
      [
        String(minutes),
        statuses,
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

/** Milliseconds until a create of another tenant is answered with 201. */
async function firstCreated(client: Client): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { status } = await client.send('POST', '/orders', { lines: [{ sku: 'MUG', quantity: 1 }] });
    if (status === 201) return performance.now() - began;
    await delay(50);
  }
}

/** Milliseconds until the rows that wait now, and later ones, are few. */
async function drained(system: DrilledSystem): Promise<number> {
  const began = performance.now();
  while ((await unsent(system)) > CREATES_PER_SECOND) await delay(250);
  return performance.now() - began;
}

/** Rows of all outboxes that are not sent yet. */
async function unsent(system: DrilledSystem): Promise<number> {
  const client = await MongoClient.connect(system.process('mongodb').baseUrl);
  try {
    const waiting = ['inventory', 'orders'].map((name) => client.db(name).collection('outbox').countDocuments({ state: 'new' }));
    const orders = client.db('orders').collection('orders');
    const carried = ['command.state', 'outbox.state'].map((state) => orders.countDocuments({ [state]: 'new' }));
    return (await Promise.all([...waiting, ...carried])).reduce((sum, count) => sum + count, 0);
  } finally {
    await client.close();
  }
}
