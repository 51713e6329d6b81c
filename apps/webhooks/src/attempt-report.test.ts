import { makeMetrics, silentLogger } from '@fulfilment/observability';
import { expect, test, vi } from 'vitest';
import { sampleDelivery } from './domain/delivery.fixture.ts';
import { makeAttemptReport } from './attempt-report.ts';

test('the line of a failed attempt leads to the request that caused the event', () => {
  const written = vi.spyOn(silentLogger, 'info');
  const report = makeAttemptReport({ logger: silentLogger, metrics: makeMetrics({ service: 'test', defaults: false }) });

  report.ended({
    delivery: sampleDelivery(),
    requestId: 'req_1',
    n: 1,
    at: new Date('2026-11-21T10:00:00Z'),
    latencyMs: 40,
    status: 500,
    error: null,
    errorDetail: null,
    signedWith: [],
    responseHeaders: {},
    excerpt: 'because',
    verdict: { type: 'failed' },
    consequence: { type: 'none' },
  });

  expect(written).toHaveBeenCalledWith(
    expect.objectContaining({ requestId: 'req_1', tenant: 'acc_1:sandbox', deliveryId: 'dlv_1' }),
    'delivery attempt failed',
  );
});
