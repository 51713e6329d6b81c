import { makeMetrics, silentLogger } from '@fulfilment/observability';
import { expect, test, vi } from 'vitest';
import { makeAttemptReport } from './attempt-report.ts';

test('the line of a failed attempt leads to the request that caused the event', () => {
  const written = vi.spyOn(silentLogger, 'info');
  const report = makeAttemptReport({ logger: silentLogger, metrics: makeMetrics({ service: 'test', defaults: false }) });

  report.ended({
    delivery: { id: 'dlv_1', tenant: 'acc_1:sandbox', endpointId: 'whk_1', eventId: 'evt_1', attempts: 0 },
    requestId: 'req_1',
    n: 1,
    at: new Date('2026-11-21T10:00:00Z'),
    latencyMs: 40,
    status: 500,
    error: null,
    excerpt: 'because',
    verdict: { type: 'failed' },
    consequence: { type: 'none' },
  });

  expect(written).toHaveBeenCalledWith(
    expect.objectContaining({ requestId: 'req_1', tenant: 'acc_1:sandbox', deliveryId: 'dlv_1' }),
    'delivery attempt failed',
  );
});
