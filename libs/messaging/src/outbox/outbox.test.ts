import { expect, test } from 'vitest';
import { cloudEventHeaders } from './outbox.ts';

const facts = {
  id: 'evt_1',
  type: 'order.shipped',
  source: 'orders',
  subject: 'ord_1',
  at: new Date('2026-01-05T10:00:00Z'),
  requestId: 'req_1',
};

test('the headers are those of the CloudEvents binding, and ours', () => {
  expect(cloudEventHeaders({ ...facts, traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' })).toEqual({
    ce_specversion: '1.0',
    ce_id: 'evt_1',
    ce_type: 'order.shipped',
    ce_source: 'orders',
    ce_subject: 'ord_1',
    ce_time: '2026-01-05T10:00:00.000Z',
    'content-type': 'application/json',
    request_id: 'req_1',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  });
});

test('without a trace there is no header for one', () => {
  expect(cloudEventHeaders(facts)).not.toHaveProperty('traceparent');
});
