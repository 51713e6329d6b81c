import { readFileSync } from 'node:fs';
import { checksumOf, indexesOf, type StoreSchema } from '@fulfilment/mongo';
import { describe, expect, test } from 'vitest';
import { SCHEMAS } from './migrate-command.ts';

const RELEASED: unknown = JSON.parse(readFileSync(new URL('./released-migrations.json', import.meta.url), 'utf8'));

test('a released migration never changes: the checksums are those that stores keep', () => {
  const checksums = Object.values(SCHEMAS).map(({ service, migrations }) => [
    service,
    migrations.map((migration) => `${migration.number} ${migration.name} ${checksumOf(migration)}`),
  ]);

  // `npm run generate` adds the line of a new migration to released-migrations.json, and changes none.
  expect(Object.fromEntries(checksums)).toEqual(RELEASED);
});

describe.each(Object.values(SCHEMAS))('the migrations of $service', (schema) => {
  test('are numbered from 1 without gaps, and the code needs none that it does not have', () => {
    const numbers = schema.migrations.map(({ number }) => number);

    expect(numbers).toEqual(numbers.map((_, place) => place + 1));
    expect(schema.needs).toBeGreaterThan(0);
    expect(schema.needs).toBeLessThanOrEqual(numbers.length);
  });

  test('shut out the code that needs an index which they drop', () => {
    expect(unguardedDrops(schema)).toEqual([]);
  });
});

/** Indexes that a migration drops while code that needs them may still run: it has to raise `minReader` above that code. */
function unguardedDrops({ migrations }: StoreSchema): readonly string[] {
  return migrations.flatMap(({ number, minReader = 0, steps }) => {
    const before = new Set(indexesOf({ migrations }, number - 1).map(({ collection, name }) => `${collection}.${name}`));
    const dropped = steps.flatMap((step) => (step.type === 'drop_index' ? [`${step.index.collection}.${step.index.name}`] : []));
    return dropped.filter((name) => before.has(name) && minReader === 0).map((name) => `${number}: ${name}`);
  });
}
