import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { orderRecord, skuRecord } from '@fulfilment/contracts';
import { readRun, type RunningProcess } from '@fulfilment/dev-stack/run-file';
import {
  type Accounts,
  type ApiClient,
  loadSecrets,
  makeApiClient,
  readAccounts,
  startSystem,
} from '@fulfilment/dev-stack/system';
import { OperatorClient } from '@fulfilment/identity';
import { delay, type Stoppable } from '@fulfilment/kernel';
import { type ReceivedEvent, type Receiver, startReceiver } from './receiver.ts';

const EXPECTED = ['inventory.updated', 'order.created', 'order.packed', 'order.shipped'] as const;
const PATIENCE_MS = 30_000;

/** The system that is shown. */
export interface Shown {
  readonly baseUrl: string;
  readonly demo: Accounts['demo'];
  readonly operator: OperatorClient;
  readonly print: (line: string) => void;
}

/**
 * Shows the main job: a SKU with 100 on hand, an order of 2, packed and shipped, 98 left, and every event of it delivered
 * to a subscriber with a signature that verifies. Prints each step.
 *
 * @throws Error that says what went wrong, or what is missing after 30 s.
 */
export async function takeTour(shown: Shown): Promise<void> {
  const received: ReceivedEvent[] = [];
  const receiver = await startReceiver((event) => {
    received.push(event);
    shown.print(`    ⇠ ${event.type} (${event.id}), signature verified`);
  });
  const webhookId = await register(shown, receiver);
  try {
    const subject = await fulfil(shown);
    await allDelivered(received, subject);
    shown.print(`  all of ${EXPECTED.join(', ')} delivered, signed`);
  } finally {
    await shown.operator.removeWebhook(webhookId);
    await receiver.stop();
  }
}

async function register({ demo, operator, print }: Shown, receiver: Receiver): Promise<string> {
  const { id, secret } = await operator.addWebhook({
    account_id: demo.accountId,
    environment: 'sandbox',
    url: receiver.url,
    events: ['*'],
  });
  receiver.trust(secret);
  print(`  webhook endpoint ${id} → ${receiver.url}`);
  return id;
}

/** The records that the demo's events are about. */
interface Subject {
  readonly sku: string;
  readonly orderId: string;
}

async function fulfil({ baseUrl, demo, print }: Shown): Promise<Subject> {
  const api: ApiClient = makeApiClient(baseUrl, demo.key);
  const sku = `DEMO-${randomBytes(4).toString('hex')}`;
  const created = await api({
    method: 'POST',
    path: '/inventory',
    body: { sku, name: 'Mug', on_hand: 100, reorder_point: 10, location: 'A3/S2' },
    answer: skuRecord,
  });
  print(`  SKU ${sku}: ${created.on_hand} on hand`);
  const order = await api({ method: 'POST', path: '/orders', body: { lines: [{ sku, quantity: 2 }] }, answer: orderRecord });
  print(`  order ${order.id}: 2 × ${sku}, ${order.status}, ${order.allocation}`);
  const packed = await api({ method: 'POST', path: `/orders/${order.id}/pack`, body: {}, answer: orderRecord });
  print(`  order ${order.id}: ${packed.status}`);
  const shipped = await api({ method: 'POST', path: `/orders/${order.id}/ship`, body: { carrier: 'DHL' }, answer: orderRecord });
  print(`  order ${order.id}: ${shipped.status}`);
  const left = await api({ method: 'GET', path: `/inventory/${sku}`, answer: skuRecord });
  print(`  SKU ${sku}: ${left.on_hand} on hand`);
  if (left.on_hand !== 98) throw new Error(`98 should be left of ${sku}, not ${left.on_hand}`);
  return { sku, orderId: order.id };
}

// Others may use the demo account at the same time, so only what is about our own SKU and order counts.
async function allDelivered(received: readonly ReceivedEvent[], { sku, orderId }: Subject): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  const own = ({ data }: ReceivedEvent): boolean => data.sku === sku || data.id === orderId;
  const missing = (): string[] => EXPECTED.filter((type) => !received.some((event) => event.type === type && own(event)));
  while (missing().length > 0) {
    if (Date.now() > deadline) throw new Error(`not delivered within ${PATIENCE_MS / 1000} s: ${missing().join(', ')}`);
    await delay(50);
  }
}

/** A system to be shown; stopping it ends it only if it was started for that. */
type FoundSystem = Omit<Shown, 'print'> & Stoppable;

/** The system that runs on a data folder; if none does, one that is started for the moment, in a folder of its own. */
export async function findSystem(dataDir: string, progress: (line: string) => void, signal: AbortSignal): Promise<FoundSystem> {
  const run = await readRun(dataDir);
  const accounts = run && (await readAccounts(dataDir));
  if (run && accounts) {
    progress(`Using the system that runs at ${run.baseUrl}`);
    return { ...(await shownOf(dataDir, { ...run, accounts })), stop: async () => undefined };
  }
  progress('Nothing runs yet, so a system is started for the demo');
  return await startForTheMoment(progress, signal);
}

async function startForTheMoment(progress: (line: string) => void, signal: AbortSignal): Promise<FoundSystem> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fulfilment-demo-'));
  const env = { ...process.env, PORT: '0' };
  // Engines that are given are shared with others.
  const namespace = basename(dataDir)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '_');
  const system = await startSystem({ dataDir, env, namespace, progress, signal });
  const stop = async (): Promise<void> => {
    await system.stop();
    await rm(dataDir, { recursive: true });
  };
  return { ...(await shownOf(dataDir, { ...system, processes: system.processes() })), stop };
}

interface Up {
  readonly baseUrl: string;
  readonly accounts: Accounts;
  readonly processes: readonly RunningProcess[];
}

async function shownOf(dataDir: string, { baseUrl, accounts, processes }: Up): Promise<Omit<Shown, 'print'>> {
  const webhooks = processes.find(({ name }) => name === 'webhooks');
  if (!webhooks) throw new Error('the webhooks service is not among what runs');
  const { signingKey } = await loadSecrets(dataDir);
  const operator = new OperatorClient({ signingKey, urls: { webhooks: webhooks.baseUrl } });
  return { baseUrl, demo: accounts.demo, operator };
}
