import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { OBSERVABILITY } from '../generated-docs.ts';
import { DASHBOARDS } from './dashboards.ts';

const ROOT = join(import.meta.dirname, '../..');
const RULES = ['alerts.yaml', 'slo.yaml'].map((name) => join(ROOT, OBSERVABILITY, name));
const text = RULES.map((path) => readFileSync(path, 'utf8')).join('\n');
const found = (pattern: RegExp, source = text): readonly string[] =>
  Array.from(source.matchAll(pattern), ([, name = '']) => name);

/** Of Debian's package prometheus. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** As GitHub makes the anchor of a heading. */
function anchorsOf(path: string): readonly string[] {
  const headings = found(/^#+ (.+)$/gm, readFileSync(join(ROOT, path), 'utf8'));
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

describe('the Prometheus rules', () => {
  test('name a runbook for each alert, and its heading is there', () => {
    const runbooks = found(/^ +runbook: (\S+)$/gm);
    const missing = runbooks.filter((runbook) => {
      const [path = '', anchor = ''] = runbook.split('#');
      return !anchorsOf(path).includes(anchor);
    });

    expect(missing).toEqual([]);
    expect(runbooks).toHaveLength(found(/^ +- alert: (\S+)$/gm).length);
    expect(runbooks.length).toBeGreaterThan(20);
    expect(found(/^ +runbook_url: https:\/\/example\.com\/fulfilment\/(\S+)$/gm)).toEqual(runbooks);
  });

  test('have each alert in their unit tests', () => {
    const tested = found(/alertname="(\w+)",severity/g, readFileSync(join(import.meta.dirname, 'rules.test.yaml'), 'utf8'));

    expect([...new Set(tested)].toSorted()).toEqual([...new Set(found(/^ +- alert: (\S+)$/gm))].toSorted());
  });

  test.skipIf(!hasPromtool)(
    'are valid, fire where they should, and nowhere else (promtool)',
    async () => {
      const run = promisify(execFile);
      const prometheus = join(ROOT, 'deploy/observability/prometheus.yaml');

      const judged = await Promise.all([
        run('promtool', ['check', 'rules', '--lint-fatal', ...RULES]),
        run('promtool', ['check', 'config', prometheus]),
        run('promtool', ['test', 'rules', 'rules.test.yaml'], { cwd: import.meta.dirname }),
      ]);

      for (const { stdout } of judged) expect(stdout).toContain('SUCCESS');
      // It takes eleven seconds of a core.
    },
    300_000,
  );
});

describe('the dashboards', () => {
  const panels = DASHBOARDS.flatMap(({ uid, panels: of }) => of.map((each) => ({ uid, ...each })));

  test('have names of their own', () => {
    expect(new Set(DASHBOARDS.map(({ uid }) => uid)).size).toBe(DASHBOARDS.length);
    for (const { panels: of } of DASHBOARDS) expect(new Set(of.map(({ title }) => title)).size).toBe(of.length);
  });

  test.each(panels)(
    '$uid: $title is described, and its queries follow the interval of the scrapes',
    ({ description, targets }) => {
      expect(description).toMatch(/\.$/);
      expect(targets.map(({ refId }) => refId)).toEqual(['A', 'B', 'C', 'D', 'E', 'F'].slice(0, targets.length));
      for (const { expr, legendFormat } of targets) {
        expect(legendFormat).not.toBe('');
        expect(found(/\[([^\]]+)\]/g, expr).filter((range) => range !== '$__rate_interval')).toEqual([]);
      }
    },
  );
});
