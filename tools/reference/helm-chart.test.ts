import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chartFiles, describedValues, strayChartFiles } from './helm-chart.ts';

const root = join(import.meta.dirname, '../..');
const files = await chartFiles(root);

test.each([...files])('%s is what the repository generates (npm run generate)', (path, text) => {
  expect(readFileSync(join(root, path), 'utf8') === text, `${path} is out of date: npm run generate`).toBe(true);
});

test('the chart has no copy of a file that is gone', () => {
  expect(strayChartFiles(root, files)).toEqual([]);
  expect(strayChartFiles(root, new Map())).toContain('deploy/helm/fulfilment/files/alerts.yaml');
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
