import { SAMPLE_EVENTS } from '@fulfilment/api-docs/samples';
import { expect, test } from 'vitest';
import type { QueueKey } from '../model/domain/delivery.ts';
import { decodeDomainEvent, makeStoreEvents } from './event-intake-messages.ts';
import type { LoggedEvent } from '../model/domain/logged-event.ts';

const record = (value: unknown) => ({
  topic: 'orders.events',
  key: 'k',
  value: typeof value === 'string' ? value : JSON.stringify(value),
  headers: {},
  partition: 0,
  offset: '0',
});

test.each(Object.values(SAMPLE_EVENTS))('$type is decoded with its envelope', (sample) => {
  const { id, type, created_at, account_id, environment } = sample;
  const sequence = 'sequence' in sample ? sample.sequence : undefined;

  expect(decodeDomainEvent(record(sample))).toMatchObject({
    type: 'message',
    message: { id, type, created_at, account_id, environment, ...(sequence === undefined ? {} : { sequence }) },
  });
});

test('an event of an unknown type is accepted by its envelope', () => {
  const later = { ...SAMPLE_EVENTS['order.created'], type: 'pallet.wrapped', data: { pallet: 7 } };

  expect(decodeDomainEvent(record(later))).toEqual({ type: 'message', message: later });
});

test.each([{ type: 'pallet.wrapped' }, { ...SAMPLE_EVENTS['order.created'], type: 'allocation' }])(
  'a message that is not an event is ignored: %j',
  (other) => {
    expect(decodeDomainEvent(record(other))).toEqual({ type: 'ignored' });
  },
);

test.each(['no json', '[]', { type: 'order.created' }, { ...SAMPLE_EVENTS['order.created'], data: {} }])(
  'a message that cannot be decoded is poison: %j',
  (value) => {
    expect(decodeDomainEvent(record(value))).toMatchObject({ type: 'poison' });
  },
);

const event: LoggedEvent = {
  id: 'evt_1',
  tenant: 'acc_1:sandbox',
  type: 'order.created',
  key: 'acc_1:sandbox|ord_1',
  body: '{}',
  sequence: 1,
  createdAt: new Date('2026-11-21T10:00:00Z'),
  requestId: null,
  traceparent: null,
};
const queue: QueueKey = { tenant: event.tenant, endpointId: 'whk_1' };

function start(due: readonly QueueKey[], steps: string[] = []) {
  const store = async (events: readonly LoggedEvent[]) => {
    steps.push(`store ${events.length}`);
    return due;
  };
  const wake = async (queues: readonly QueueKey[]) => {
    steps.push(`wake ${queues.map(({ endpointId }) => endpointId).join()}`);
  };
  const storeEvents = makeStoreEvents(store, wake);
  return { steps, storeEvents };
}

test('queues are woken after the events are stored', async () => {
  const { steps, storeEvents } = start([queue]);

  await storeEvents([event]);

  expect(steps).toEqual(['store 1', 'wake whk_1']);
});

test('an event without subscribers wakes no queue', async () => {
  const { steps, storeEvents } = start([]);

  await storeEvents([event]);
  await storeEvents([]);

  expect(steps).toEqual(['store 1']);
});

test('a failed wake-up is an error, so that the events are consumed again', async () => {
  const storeEvents = makeStoreEvents(
    async () => [queue],
    () => Promise.reject(new Error('store away')),
  );

  await expect(storeEvents([event])).rejects.toThrow('store away');
});
