import { EVENTS, type EventFacts, eventMessage, type EventType } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { SAMPLE_EVENTS } from './events.ts';

test.each(['inventory.updated', 'sku.updated', 'location.updated', 'order.updated', 'order.shipped', 'scan.completed'] as const)(
  'an event of %s is sent byte for byte as its sample',
  (type) => {
    const {
      id,
      created_at,
      api_version: _version,
      account_id: accountId,
      environment,
      type: _type,
      ...facts
    } = SAMPLE_EVENTS[type];
    const event = {
      id,
      type,
      tenant: { accountId, environment },
      at: new Date(created_at),
      subject: 'MUG-01',
      version: 3,
      requestId: 'req_1',
    };

    const message = eventMessage<EventType>(event, facts satisfies EventFacts<EventType>);

    expect(message.value).toBe(JSON.stringify(SAMPLE_EVENTS[type]));
    expect(message).toMatchObject({ topic: EVENTS[type].topic, key: `${accountId}:${environment}|MUG-01`, part: 0 });
  },
);
