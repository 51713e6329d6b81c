import { randomBytes } from 'node:crypto';
import { operatorOperations, orderRecord, skuRecord } from '@fulfilment/contracts';
import { type Accounts, type ApiClient, makeApiClient } from '@fulfilment/dev-stack/accounts';
import type { OperatorClient } from '@fulfilment/identity';
import { delay } from '@fulfilment/kernel';
import { type ReceivedEvent, type Receiver, startReceiver } from './receiver.ts';

const EXPECTED = ['inventory.updated', 'order.created', 'order.packed', 'order.shipped'] as const;
const PATIENCE_MS = 30_000;

/** The system that is shown. */
export interface Shown {
  readonly baseUrl: string;
  readonly demo: Accounts['demo'];
  readonly operator: OperatorClient;
  readonly print: (line: string) => void;
  /** The name by which the system reaches this machine; 127.0.0.1 by default, where nothing else reaches the receiver. */
  readonly receiverHost?: string | undefined;
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
  }, shown.receiverHost);
  try {
    const webhookId = await register(shown, receiver);
    try {
      const subject = await fulfil(shown);
      await allDelivered(received, subject);
      shown.print(`  all of ${EXPECTED.join(', ')} delivered, signed`);
    } finally {
      await shown.operator.call(operatorOperations.removeWebhook, { params: { id: webhookId } });
    }
  } finally {
    await receiver.stop();
  }
}

async function register({ demo, operator, print }: Shown, receiver: Receiver): Promise<string> {
  const { id, secret } = await operator.call(operatorOperations.addWebhook, {
    body: { account_id: demo.accountId, environment: 'sandbox', url: receiver.url, events: ['*'] },
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
