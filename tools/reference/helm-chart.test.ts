import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROCESSES } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { chartFiles, describedValues, schemaOfValue } from './helm-chart.ts';
import { PROCESS_TABLE } from './process-table.ts';
import { processValues } from './process-values.ts';

const root = join(import.meta.dirname, '../..');
const files = await chartFiles(root);

test.each([...files])('%s is what the repository generates (npm run generate)', (path, text) => {
  expect(readFileSync(join(root, path), 'utf8') === text, `${path} is out of date: npm run generate`).toBe(true);
});

const chartValues = z.record(z.string(), z.unknown());
const processValue = z.looseObject({
  kafkaClientSecret: z.string().optional(),
  image: z.object({ repository: z.string() }),
  autoscaling: z.looseObject({}),
});

test('a new process gets values of its own in the chart, with the bounds of scaling that its topics ask for, and their schema', () => {
  const table = {
    ...PROCESS_TABLE,
    processes: [...PROCESS_TABLE.processes, 'billing', 'reports'],
    consumers: [...PROCESS_TABLE.consumers, 'billing'],
    publishers: [...PROCESS_TABLE.publishers, 'billing'],
  };
  const { yaml, schemas } = processValues(root, table);
  const values = Object.entries(chartValues.parse(parse(yaml))).map(([name, own]) => ({ name, ...processValue.parse(own) }));
  const having = (member: string): string[] => values.filter(({ autoscaling }) => member in autoscaling).map(({ name }) => name);

  expect(values.map(({ name, image }) => [name, image.repository])).toEqual(table.processes.map((name) => [name, name]));
  expect(Object.keys(schemas)).toEqual(table.processes);
  expect(having('lagRecords')).toEqual(table.consumers);
  expect(having('outboxSeconds')).toEqual(table.publishers);
  expect(values.filter((own) => own.kafkaClientSecret !== undefined).map(({ name }) => name)).toEqual(table.consumers);
});

test('a value of a setting has in the chart the bounds that its service gives it', () => {
  const milliseconds = z.coerce.number('is milliseconds').int().min(1).max(600).default(5).describe('Wait.');

  expect(schemaOfValue(milliseconds)).toEqual({ type: ['integer', 'string'], minimum: 1, maximum: 600, pattern: '^[0-9]+$' });
  expect(schemaOfValue(z.coerce.number().min(0).max(1))).toMatchObject({ type: ['number', 'string'], minimum: 0, maximum: 1 });
  expect(schemaOfValue(z.url().optional())).toEqual({ type: 'string', pattern: '^https?://' });
  expect(
    schemaOfValue(
      z
        .string()
        .regex(/^openid/)
        .optional(),
    ),
  ).toEqual({ type: 'string', pattern: '^openid' });
  expect(schemaOfValue(z.string().transform((text) => text.split(',')))).toEqual({ $ref: '#/definitions/setting' });
});

test('a value is told with the comment above it, and a commented map as one value', () => {
  const text = '# Head.\n\n# First.\na: 1\nb:\n  # Second.\n  c: [x]\n  # Third,\n  # on two lines.\n  d: { e: "" }\n';

  expect(describedValues(text)).toEqual([
    { path: 'a', fallback: '1', meaning: 'First.' },
    { path: 'b.c', fallback: '["x"]', meaning: 'Second.' },
    { path: 'b.d', fallback: '{"e":""}', meaning: 'Third, on two lines.' },
  ]);
});

test.each(['a: 1\n', 'a:\n  b: {}\n'])('a value without a comment is named: %j', (text) => {
  expect(() => describedValues(text)).toThrow(/values\.yaml: a(\.b)? has no comment/);
});

test('the requested memory of a service is what its container took at most, and room beside it, as its comment cites', () => {
  const values = readFileSync(join(root, 'deploy/helm/fulfilment/values.yaml'), 'utf8');
  const drill = readFileSync(join(root, 'docs/drills.md'), 'utf8');
  const rows = Array.from(
    drill.matchAll(/^\| (\w+) \| (?:\d+ and )?(\d+) \|$/gm),
    ([, name = '', most]) => [name, Number(most)] as const,
  );
  const measured = new Map(rows);

  for (const service of PROCESSES) {
    const own = values.slice(values.indexOf(`\n${service}:\n`));
    const took = measured.get(service) ?? 0;
    const [, cited] = /took (\d+) MiB after a load \(docs\/drills\.md, compose\)/.exec(own) ?? [];
    const [, requested, limit] = /requests: .*memory: (\d+)Mi[^]*?limits: .*memory: (\d+)Gi/.exec(own) ?? [];

    expect({ service, cited: Number(cited) }).toEqual({ service, cited: took });
    expect(Number(requested)).toBeGreaterThan(took);
    expect(Number(requested)).toBeLessThan(took * 1.5);
    expect(Number(limit) * 1_024).toBeGreaterThan(took * 2);
  }
});
