import { SAMPLE_EVENTS } from '@fulfilment/api-docs/samples';
import { expect, test } from 'vitest';
import { decodeDomainEvent } from './domain-event-messages.ts';

const record = (value: unknown) => ({
  topic: 'orders.events',
  key: 'k',
  value: typeof value === 'string' ? value : JSON.stringify(value),
  headers: {},
  partition: 0,
  offset: '0',
});

test.each(Object.values(SAMPLE_EVENTS))('$type is taken, with what it is kept by', (sample) => {
  const { id, type, created_at, account_id, environment } = sample;
  const sequence = 'sequence' in sample ? sample.sequence : undefined;

  expect(decodeDomainEvent(record(sample))).toMatchObject({
    type: 'message',
    message: { id, type, created_at, account_id, environment, ...(sequence === undefined ? {} : { sequence }) },
  });
});

test('a type of a later version is taken as it is, whatever it tells', () => {
  const later = { ...SAMPLE_EVENTS['order.created'], type: 'pallet.wrapped', data: { pallet: 7 } };

  expect(decodeDomainEvent(record(later))).toEqual({ type: 'message', message: later });
});

test.each([{ type: 'pallet.wrapped' }, { ...SAMPLE_EVENTS['order.created'], type: 'allocation' }])(
  'what is no event of ours is passed over: %j',
  (other) => {
    expect(decodeDomainEvent(record(other))).toEqual({ type: 'ignored' });
  },
);

test.each(['no json', '[]', { type: 'order.created' }, { ...SAMPLE_EVENTS['order.created'], data: {} }])(
  'what cannot be read is poison: %j',
  (value) => {
    expect(decodeDomainEvent(record(value))).toMatchObject({ type: 'poison' });
  },
);
