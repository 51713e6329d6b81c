import { expect, test } from 'vitest';
import type { QueueKey } from '../deliveries/delivery-ports.ts';
import type { LoggedEvent } from './event-ports.ts';
import { makeStoreEvents } from './store-events.ts';

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
  const storeEvents = makeStoreEvents({
    events: {
      store: async (events) => {
        steps.push(`store ${events.length}`);
        return due;
      },
    },
    wake: async (queues) => {
      steps.push(`wake ${queues.map(({ endpointId }) => endpointId).join()}`);
    },
    nudge: () => steps.push('nudge'),
  });
  return { steps, storeEvents };
}

test('queues are woken after the events are stored, and the workers after that', async () => {
  const { steps, storeEvents } = start([queue]);

  await storeEvents([event]);

  expect(steps).toEqual(['store 1', 'wake whk_1', 'nudge']);
});

test('an event that nobody selected wakes nobody', async () => {
  const { steps, storeEvents } = start([]);

  await storeEvents([event]);
  await storeEvents([]);

  expect(steps).toEqual(['store 1']);
});

test('a wake that fails is told, so that the events come again', async () => {
  const storeEvents = makeStoreEvents({
    events: { store: async () => [queue] },
    wake: () => Promise.reject(new Error('store away')),
    nudge: () => undefined,
  });

  await expect(storeEvents([event])).rejects.toThrow('store away');
});
