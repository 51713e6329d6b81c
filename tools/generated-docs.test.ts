import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GENERATED, generatedDocs, OBSERVABILITY, observabilityFiles } from './generated-docs.ts';

const root = join(import.meta.dirname, '..');
const generated = await generatedDocs(root);

test('the reference has the generated files and no others', () => {
  expect(readdirSync(join(root, GENERATED)).toSorted()).toEqual([...generated.keys()].toSorted());
});

test.each([...generated])('%s is what the code generates (npm run generate)', (name, text) => {
  expect(readFileSync(join(root, GENERATED, name), 'utf8') === text, `${name} is out of date: npm run generate`).toBe(true);
});

test('the dashboards are the generated ones and no others', () => {
  const dashboards = readdirSync(join(root, OBSERVABILITY, 'dashboards')).map((name) => `dashboards/${name}`);

  expect(['slo.yaml', ...dashboards].toSorted()).toEqual([...observabilityFiles().keys()].toSorted());
});

test.each([...observabilityFiles()])(
  '%s of the rules and dashboards is what the code generates (npm run generate)',
  (name, text) => {
    expect(readFileSync(join(root, OBSERVABILITY, name), 'utf8') === text, `${name} is out of date: npm run generate`).toBe(true);
  },
);
