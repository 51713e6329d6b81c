import { operations } from '@fulfilment/contracts';
import { Metrics } from '@fulfilment/observability';
import { expect, test } from 'vitest';
import { BusiestTenants, observeAnswers } from './request-metrics.ts';

const MINUTE_MS = 60_000;

/** Tenants over a clock that stands still between steps. */
function tenantsAt(start: number) {
  const clock = { ms: start };
  return { clock, tenants: new BusiestTenants(() => clock.ms) };
}

const shown = (tenants: BusiestTenants) => tenants.busiest().filter(({ value }) => value > 0);

test('the last whole minute is shown, by result, and none before it is over', () => {
  const { clock, tenants } = tenantsAt(MINUTE_MS * 7 + 5);
  tenants.count('acc_1/production', 'ok');
  tenants.count('acc_1/production', 'refused');

  expect(shown(tenants)).toEqual([]);
  clock.ms += MINUTE_MS;
  expect(shown(tenants)).toEqual([
    { labels: { tenant: 'acc_1/production', result: 'ok' }, value: 1 },
    { labels: { tenant: 'acc_1/production', result: 'refused' }, value: 1 },
  ]);
  clock.ms += MINUTE_MS;
  expect(shown(tenants)).toEqual([]);
});

test('a minute in which nothing was looked at shows nothing of before', () => {
  const { clock, tenants } = tenantsAt(0);
  tenants.count('acc_1/production', 'ok');
  clock.ms += 2 * MINUTE_MS;

  expect(shown(tenants)).toEqual([]);
});

test('of any number of tenants the 20 busiest are shown', () => {
  const { clock, tenants } = tenantsAt(0);
  for (let n = 0; n < 20_000; n += 1) tenants.count(`acc_${n}/production`, 'ok');
  for (let n = 0; n < 30; n += 1) for (let times = 0; times < n; times += 1) tenants.count(`acc_${n}/production`, 'failed');
  clock.ms += MINUTE_MS;

  const names = new Set(tenants.busiest().map(({ labels }) => labels.tenant));
  expect(names.size).toBe(20);
  expect([...names].slice(0, 2)).toEqual(['acc_29/production', 'acc_28/production']);
});

test('an answer is observed by its operation and result; one without an operation or a sender adds no series', async () => {
  const metrics = new Metrics({ service: 'gateway', defaults: false });
  const clock = { ms: 0 };
  const observe = observeAnswers(metrics, () => clock.ms);
  observe({}, 404, 0.01);
  observe({ operation: operations.createOrder }, 201, 0.2);
  observe({ operation: operations.createOrder }, 503, 3);
  clock.ms += MINUTE_MS;

  const text = await metrics.text();
  expect(text).toMatch(/operation_seconds_bucket\{le="0\.5",.*operation="createOrder",result="ok"\} 1/);
  expect(text).toMatch(/operation_seconds_count\{.*operation="createOrder",result="failed"\} 1/);
  expect(text.match(/operation_seconds_count/g)).toHaveLength(2);
  expect(text).not.toContain('tenant_requests{');
});
