import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@fulfilment/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Prometheus, startPrometheus } from '../tools/drill/src/alerts/prometheus.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

const ROOT = join(import.meta.dirname, '..');
const OBSERVABILITY = join(ROOT, 'deploy/helm/fulfilment/files');
const DASHBOARDS = ['overview', 'gateway', 'stock-lane', 'messaging', 'webhooks', 'scans', 'cost'];

/** Metrics with labels that have no series before the fault that they count, and the fault. */
const NEED_A_FAULT: Readonly<Record<string, string>> = {
  fulfilment_backup_success_timestamp_seconds: 'what makes backups writes it, and no process',
  fulfilment_outbox_failed_passes_total: 'Kafka is away',
  fulfilment_outbox_parked_total: 'Kafka refuses a row for good',
  fulfilment_consumer_failed_batches_total: 'MongoDB is away',
  fulfilment_consumer_lost_records_total: 'Kafka deletes records that were not handled',
  fulfilment_progress_replacements_total: 'a part makes no progress',
  'fulfilment_operation_seconds_count{installation=~".*",result="failed"}': 'a service is away',
  fulfilment_webhook_endpoint_oldest_undelivered_seconds: 'an event waits at its endpoint',
  fulfilment_webhook_endpoints_disabled_total: 'a receiver answers 410, or fails for days',
};
const needsFault = (expression: string): boolean => Object.keys(NEED_A_FAULT).some((metric) => expression.includes(metric));

/** Debian's package `prometheus`. */
const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;

const series = z.array(z.looseObject({ value: z.tuple([z.number(), z.string()]) }));
const queried = z.looseObject({ data: z.looseObject({ result: series }) });
const ruled = z.looseObject({
  data: z.looseObject({
    groups: z.array(
      z.looseObject({
        rules: z.array(z.looseObject({ type: z.string(), name: z.string(), query: z.string(), health: z.string() })),
      }),
    ),
  }),
});
const dashboard = z.looseObject({
  panels: z.array(z.looseObject({ title: z.string(), targets: z.array(z.looseObject({ expr: z.string() })) })),
});

async function readDashboard(name: string): Promise<z.output<typeof dashboard>> {
  return dashboard.parse(JSON.parse(await readFile(join(OBSERVABILITY, 'dashboards', `${name}.json`), 'utf8')));
}

describe.skipIf(!hasPrometheus)('a Prometheus that scrapes the running system', () => {
  let system: TestSystem;
  let tenant: TestTenant;
  let ports: readonly number[];
  let prometheus: Prometheus;

  beforeAll(async () => {
    system = await sharedTestSystem();
    ports = system.processes().flatMap(({ internalPort }) => (internalPort === undefined ? [] : [internalPort]));
    prometheus = await startPrometheus({ processes: ports.map((port) => `127.0.0.1:${port}`), everySeconds: 1 });
    tenant = await openTenant(system);
    await tenant.shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 1_000 });
    return async () => {
      await prometheus.stop();
      await tenant.stop();
    };
  });

  /** The values of an instant query that are numbers. */
  const valuesOf = async (expression: string): Promise<readonly number[]> => {
    const { data } = queried.parse(await prometheus.read(`query?query=${encodeURIComponent(expression)}`));
    return data.result.map(({ value: [, value] }) => Number(value)).filter((value) => !Number.isNaN(value));
  };

  const readRules = async () => ruled.parse(await prometheus.read('rules')).data.groups.flatMap(({ rules }) => rules);

  /** An order from its creation to its shipment, its events delivered, and a scan. */
  const work = async (): Promise<void> => {
    const { id } = await tenant.shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 1 }] });
    await tenant.shop.pack(id);
    await tenant.shop.ship(id);
    await tenant.shop.scan({ barcode: '4006381333931' });
  };

  /** Works until each expression has found a number. */
  const expectAllFound = async (expressions: readonly string[]): Promise<void> => {
    let left = expressions;
    await eventually(
      async () => {
        await work();
        const answers = await Promise.all(left.map(async (each) => ({ each, values: await valuesOf(each) })));
        left = answers.filter(({ values }) => values.length === 0).map(({ each }) => each);
        expect(left).toEqual([]);
      },
      { withinMs: 120_000, everyMs: 500 },
    );
  };

  test('every query of every dashboard finds something, but those that need a fault', async () => {
    const panels = (await Promise.all(DASHBOARDS.map(readDashboard))).flatMap((each) => each.panels);
    const expressions = panels.flatMap(({ targets }) =>
      targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m').replaceAll('$installation', '.*')),
    );

    expect(expressions.length).toBeGreaterThan(45);
    await expectAllFound(expressions.filter((each) => !needsFault(each)));
    // Whatever needs a fault is well-formed: Prometheus refuses an expression that it cannot read.
    for (const each of expressions.filter(needsFault)) await valuesOf(each);
  });

  test('every rule is evaluated, and the metrics that it reads are there', async () => {
    const rules = await readRules();
    const recorded = rules.filter(({ type }) => type === 'recording').map(({ name }) => name);
    const metrics = new Set(
      rules.flatMap(({ query }) => Array.from(query.matchAll(/\b(fulfilment_\w+)/g), ([, name = '']) => name)),
    );

    expect(rules.length).toBeGreaterThan(40);
    await expectAllFound([
      ...recorded,
      ...[...metrics].filter((metric) => !needsFault(metric)).map((metric) => `count(${metric})`),
    ]);
    await eventually(async () => expect((await readRules()).filter(({ health }) => health !== 'ok')).toEqual([]));
  });

  test('finds no metric that the documentation lacks, and none is documented that is not there', async () => {
    const pages = await Promise.all(ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()));
    const served = new Set(
      pages.flatMap((page) => Array.from(page.matchAll(/^# TYPE fulfilment_(\w+)/gm), ([, name = '']) => name)),
    );
    const [, list = ''] = (await readFile(join(ROOT, 'docs/operations.md'), 'utf8')).split('## All metrics\n');
    const [table = ''] = list.split('\n## ');
    const documented = Array.from(table.matchAll(/^\| `(\w+)` \|/gm), ([, name = '']) => name);

    expect(documented.toSorted()).toEqual([...served].toSorted());
  });

  test('has no exemplar where no trace is recorded, whatever a client sends', async () => {
    const headers = { traceparent: `00-${'f'.repeat(32)}-00f067aa0ba902b7-01` };
    expect((await system.call('GET', '/orders', { key: tenant.shop.key, headers })).status).toBe(200);

    const accept = 'application/openmetrics-text';
    const pages = await Promise.all(
      ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { accept } })).text()),
    );

    expect(pages.every((page) => page.endsWith('# EOF\n'))).toBe(true);
    expect(pages.join('')).toContain('fulfilment_operation_seconds_bucket');
    expect(pages.join('')).not.toContain('trace_id');
  });
});
