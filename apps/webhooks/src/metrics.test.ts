import { Metrics, silentLogger } from '@fulfilment/observability';
import { expect, test, vi } from 'vitest';
import { makeAttemptMetrics } from './metrics.ts';
import type { Attempt } from './model/domain/attempt.ts';
import { sampleDelivery } from './model/domain/delivery.fixture.ts';

const failed = (endpointId: string): Attempt => ({
  delivery: sampleDelivery({ endpointId }),
  url: 'https://hooks.example.com/in?token=hidden',
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
  outcome: { type: 'failed' },
  consequence: { type: 'none' },
});

test('the line of a failed attempt leads to the request that caused the event', () => {
  const written = vi.spyOn(silentLogger, 'info');
  const report = makeAttemptMetrics({ logger: silentLogger, metrics: new Metrics({ service: 'test', defaults: false }) });

  report.ended(failed('whk_1'));

  expect(written).toHaveBeenCalledWith(
    expect.objectContaining({ requestId: 'req_1', tenant: 'acc_1:sandbox', deliveryId: 'dlv_1' }),
    'delivery attempt failed',
  );
  expect(JSON.stringify(written.mock.calls)).not.toContain('hidden');
});

test('endpoints beyond those that have a time series of their own are counted together', async () => {
  const metrics = new Metrics({ service: 'test', defaults: false });
  const report = makeAttemptMetrics({ logger: silentLogger, metrics });

  for (let each = 0; each < 205; each += 1) report.ended(failed(`whk_${each}`));
  report.ended(failed('whk_0'));

  const text = await metrics.text();
  expect(text).toContain('fulfilment_webhook_endpoint_attempts_total{endpoint="whk_0",outcome="failed",service="test"} 2');
  expect(text).toContain('fulfilment_webhook_endpoint_attempts_total{endpoint="other",outcome="failed",service="test"} 5');
});
