import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROCESS_TABLE, processFiles } from './process-table.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test.each([...processFiles(root, PROCESS_TABLE)])('%s has the processes of libs/contracts (npm run generate)', (path, text) => {
  expect(read(path) === text, `${path} is out of date: npm run generate`).toBe(true);
});

/** Other ports and probes, and a service more. */
const OTHER = {
  processes: [...PROCESS_TABLE.processes, 'billing'],
  consumers: [...PROCESS_TABLE.consumers, 'billing'],
  publishers: [...PROCESS_TABLE.publishers, 'billing'],
  ports: { api: 7001, internal: 7002 },
  probes: { live: '/other-live', ready: '/other-ready' },
};

test('a new service reaches every file of deploy/ that lists them all', () => {
  const all = new RegExp(PROCESS_TABLE.processes.join(String.raw`\W+`));
  const listing = globSync('deploy/**/{*,.env.example}', { cwd: root }).filter(
    (path) => statSync(join(root, path)).isFile() && all.test(read(path)),
  );
  const next = processFiles(root, OTHER);
  const reached = [...next].filter(([, text]) => /billing/i.test(text)).map(([path]) => path);

  expect(listing).toHaveLength(7);
  expect(reached).toEqual(expect.arrayContaining(listing.filter((path) => !path.endsWith('.md'))));
  expect(reached).toEqual(expect.arrayContaining(['deploy/docker/Dockerfile', 'deploy/compose/compose.yaml']));
});

test('other ports and probes take the place of these in every file that has them', () => {
  const next = processFiles(root, OTHER);
  const { ports, probes } = PROCESS_TABLE;
  const own = [
    new RegExp(
      String.raw`(?:^EXPOSE |_?PORT=|:\/\/(?:gateway|fulfilment-\w+-\d|inventory|webhooks):|dynamic a gateway )(?:${ports.api}|${ports.internal})`,
      'm',
    ),
    new RegExp(`${probes.live}|${probes.ready}`),
  ];

  const settings = [...next].filter(([path]) => !path.endsWith('.md'));
  expect(settings.filter(([, text]) => own.some((each) => each.test(text))).map(([path]) => path)).toEqual([]);
  const shown = [...next.values()].join('\n');
  for (const each of ['7001', '7002', '/other-live', '/other-ready']) expect(shown).toContain(each);
});

test('no template of the chart names a port of the processes, but by its name', () => {
  const templates = globSync('deploy/helm/fulfilment/templates/*', { cwd: root }).filter(
    (path) => !path.endsWith('_helpers.tpl'),
  );
  const port = new RegExp(String.raw`\b(?:${PROCESS_TABLE.ports.api}|${PROCESS_TABLE.ports.internal})\b`);

  // The address of a Prometheus, in the text of a fault.
  expect(templates.filter((path) => port.test(read(path).replace('http://prometheus.monitoring:9090', '')))).toEqual([]);
});
