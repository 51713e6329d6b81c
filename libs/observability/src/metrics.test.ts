import { expect, test } from 'vitest';
import { Metrics } from './metrics.ts';

test('Node’s own metrics have no histogram of the event loop, which would wake an idle process, but the share of its time in use', async () => {
  const metrics = new Metrics({ service: 'orders' });
  await metrics.text();
  const busyUntil = performance.now() + 50;
  while (performance.now() < busyUntil);

  const text = await metrics.text();
  const [, share] = /^fulfilment_event_loop_utilization_ratio\{service="orders"\} (\S+)$/m.exec(text) ?? [];

  expect(text).toContain('nodejs_heap_size_used_bytes');
  expect(text).not.toContain('nodejs_eventloop_lag_p99');
  expect(Number(share)).toBeGreaterThan(0);
});
