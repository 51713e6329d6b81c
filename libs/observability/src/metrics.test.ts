import { totalmem } from 'node:os';
import { delay } from '@fulfilment/kernel';
import { describe, expect, test } from 'vitest';
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
