import { totalmem } from 'node:os';
import { delay } from '@fulfilment/kernel';
import { describe, expect, test } from 'vitest';
import { Metrics, observeRequests } from './metrics.ts';

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

/** Of the first series that begins so. */
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`fulfilment_${series}`));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
};

test('a process tells the memory that it may have, at most that of the machine', async () => {
  const limit = valueOf(await new Metrics({ service: 'orders' }).text(), 'memory_limit_bytes') ?? 0;

  expect(limit).toBeGreaterThan(16 * 1_024 * 1_024);
  expect(limit).toBeLessThanOrEqual(totalmem());
});

describe('a gauge that reads of stores', () => {
  const spec = { name: 'consumer_lag', help: 'Records not yet handled', labels: ['group'] as const };
  test('is read at each scrape, once for its value and its age, and drops what is read no longer', async () => {
    const metrics = new Metrics({ service: 'orders', defaults: false });
    let groups = ['orders', 'gone'];
    let reads = 0;
    metrics.sharedGauge(spec, 'orders', async () => {
      reads += 1;
      return groups.map((group) => ({ labels: { group }, value: reads }));
    });
    await metrics.text();
    groups = ['orders'];

    const text = await metrics.text();

    expect(reads).toBe(2);
    expect(valueOf(text, 'consumer_lag{group="orders"')).toBe(2);
    expect(text).not.toContain('gone');
    expect(valueOf(text, 'reading_age_seconds{metric="fulfilment_consumer_lag",part="orders"')).toBe(0);
  });

  test.each([
    ['hangs', () => new Promise<never>(() => undefined)],
    ['fails', () => Promise.reject(new Error('away'))],
  ])('shows what it read last, with its age, while the store %s, and the other metrics are not held up', async (_what, away) => {
    const metrics = new Metrics({ service: 'orders', defaults: false });
    const answers: (() => Promise<{ labels: { group: string }; value: number }[]>)[] = [
      async () => [{ labels: { group: 'orders' }, value: 7 }],
    ];
    let asked = 0;
    metrics.sharedGauge(spec, 'orders', () => {
      asked += 1;
      return (answers.shift() ?? away)();
    });
    metrics.sharedGauge(spec, 'moves', async () => [{ labels: { group: 'moves' }, value: 3 }]);
    await metrics.text();

    const text = await Promise.race([metrics.text(), delay(20_000).then(() => 'held up')]);
    await metrics.text();

    expect(valueOf(text, 'consumer_lag{group="orders"')).toBe(7);
    expect(valueOf(text, 'consumer_lag{group="moves"')).toBe(3);
    expect(valueOf(text, 'reading_age_seconds{metric="fulfilment_consumer_lag",part="orders"')).toBeGreaterThan(0);
    expect(valueOf(text, 'reading_age_seconds{metric="fulfilment_consumer_lag",part="moves"')).toBe(0);
    // One that hangs is not asked again before it ends.
    expect(asked).toBe(_what === 'hangs' ? 2 : 3);
  });

  test('has no series before it was read at all', async () => {
    const metrics = new Metrics({ service: 'orders', defaults: false });
    metrics.sharedGauge(spec, 'orders', () => Promise.reject(new Error('away')));

    const text = await metrics.text();

    expect(valueOf(text, 'consumer_lag{')).toBeUndefined();
    expect(valueOf(text, 'reading_age_seconds{')).toBeUndefined();
  });
});

/** A recorded span of the trace of this digit. */
const trace = (digit: string): string => `00-${digit.repeat(32)}-00f067aa0ba902b7-01`;

const seriesOf = (text: string): readonly string[] => text.match(/^\w+(?:\{[^}]*\})?(?= )/gm) ?? [];

describe('the page of metrics', () => {
  const OPEN = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
  const PLAIN = 'text/plain; version=0.0.4; charset=utf-8';

  test.each([
    [undefined, PLAIN],
    ['*/*', PLAIN],
    ['text/plain;version=0.0.4', PLAIN],
    ['application/openmetrics-text;version=0.0.1', PLAIN],
    ['application/openmetrics-text;q=0', PLAIN],
    ['application/openmetrics-text;q=0.2,text/plain', PLAIN],
    ['application/openmetrics-text', OPEN],
    // Prometheus 2.42 and 3.7.
    [
      'application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
      OPEN,
    ],
    [
      'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,text/plain;version=0.0.4;q=0.2,*/*;q=0.1',
      OPEN,
    ],
  ])('for %s is %s', async (accept, expected) => {
    const { contentType } = await new Metrics({ service: 'orders', defaults: false }).page(accept);

    expect(contentType).toBe(expected);
  });

  test('has in OpenMetrics the latest recorded trace of each bucket, and none of a request that was not recorded', async () => {
    const metrics = new Metrics({ service: 'orders', defaults: false });
    const observe = observeRequests(metrics);
    const labels = { method: 'GET', status: '200' };
    observe(labels, 0.004, trace('1'));
    observe(labels, 0.004, trace('2'));
    observe(labels, 0.004);
    observe(labels, 60, trace('3'));
    observe({ method: 'POST', status: '201' }, 0.004);

    const { text } = await metrics.page(OPEN);
    const exemplars = text.split('\n').filter((line) => line.includes(' # {'));

    expect(exemplars).toEqual([
      expect.stringMatching(/le="0\.005".*method="GET".* 3 # \{trace_id="2{32}"\} 0\.004 \d+/),
      expect.stringMatching(/le="\+Inf".*method="GET".* 4 # \{trace_id="3{32}"\} 60 \d+/),
    ]);
    expect((await metrics.page(undefined)).text).not.toContain('trace_id');
  });

  test('has the same series in both formats, whichever is read first', async () => {
    const metrics = new Metrics({ service: 'orders' });
    metrics.counter({ name: 'orders_total', help: 'Orders' }).inc(3);
    observeRequests(metrics)({ method: 'GET', status: '200' }, 0.5, trace('1'));
    const open = await metrics.page(OPEN);
    const plain = await metrics.page(PLAIN);
    const again = await metrics.page(OPEN);

    expect(seriesOf(plain.text)).toContain('fulfilment_orders_total{service="orders"}');
    expect(seriesOf(open.text)).toEqual(seriesOf(plain.text));
    expect(seriesOf(again.text)).toEqual(seriesOf(plain.text));
    expect(open.text).toContain('# TYPE fulfilment_orders counter\n');
    expect(open.text).toMatch(/\n# EOF\n$/);
  });
});
