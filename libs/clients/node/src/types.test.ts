import { expect, expectTypeOf, test } from 'vitest';
import {
  type BatchInterruptedError,
  type BatchResult,
  type Event,
  FilePlaceStore,
  type Fulfilment,
  type FulfilmentClient,
  isEvent,
  laterValue,
  type LaterType,
  type Order,
  type Return,
  type OrderShipped,
  type PendingError,
  type WebhookReceiver,
} from './index.ts';

/** Called by none: the compiler holds it. */
export function slips(client: FulfilmentClient, receiver: WebhookReceiver): void {
  receiver.on('order.shipped', (event) => void expectTypeOf(event).toEqualTypeOf<OrderShipped>());
  // @ts-expect-error -- a type of events that there is not
  receiver.on('order.shiped', () => undefined);
  void client.orders.list({ status: ['packed', laterValue('a status of a later version')] });
  void client.orders.list({ status: laterValue('another') });
  // @ts-expect-error -- a value of a filter
  void client.orders.list({ status: 'packd' });
  // @ts-expect-error -- one of its values
  void client.orders.list({ status: ['packed', 'packd'] });
  // @ts-expect-error -- a text that may be any
  void client.orders.list({ status: new Date().toISOString() });
  // @ts-expect-error -- an order of a list
  void client.inventory.list({ sort: 'skus' });
  // @ts-expect-error -- a value of another filter
  void client.inventory.export({ by: 'active' });
  // @ts-expect-error -- a type of the feed
  client.feed({ places: new FilePlaceStore('p'), types: ['order.shiped'] });
  client.feed({ places: new FilePlaceStore('p'), types: ['order.shipped', laterValue('order.praised')] });
  // @ts-expect-error -- an event that an endpoint asks for
  void client.webhooks.create({ url: 'https://example.com', events: ['order.shiped'] });
  // @ts-expect-error -- the name of a filter
  void client.orders.list({ statuss: 'packed' });
  // @ts-expect-error -- a field of a body
  void client.inventory.create({ sku: 'A', nam: 'B' });
  // @ts-expect-error -- a field within a body
  void client.orders.create({ lines: [{ skuu: 'A', quantity: 2 }] });
}

function shippedBy(event: Event): string | null {
  switch (event.type) {
    case 'order.shipped':
      return event.data.tracking_number;
    case 'inventory.updated':
      return event.data.sku;
    // @ts-expect-error -- and one that is compared
    case 'order.shiped':
      return null;
    default:
      return event.type;
  }
}

test('the type of an event tells its data, and that of a later version is a text', () => {
  const event: Event = JSON.parse('{"id":"evt_1","type":"order.shipped","data":{"tracking_number":"0034"}}');
  const later: Event = JSON.parse('{"id":"evt_2","type":"order.praised"}');

  expect([shippedBy(event), shippedBy(later)]).toEqual(['0034', 'order.praised']);
  expect(isEvent(event, 'order.shipped') && event.data.tracking_number).toBe('0034');
  expectTypeOf<LaterType>().toExtend<string>();
});

test('errors of steps and batches have the types of their records', () => {
  expectTypeOf<PendingError['record']>().toEqualTypeOf<Order | Fulfilment | Return>();
  expectTypeOf<BatchInterruptedError['results']>().toEqualTypeOf<readonly BatchResult[]>();
});
