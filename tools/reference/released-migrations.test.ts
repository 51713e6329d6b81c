import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RELEASED, releasedMigrations } from './released-migrations.ts';

const root = join(import.meta.dirname, '../..');
const text = readFileSync(join(root, RELEASED), 'utf8');

test('a new migration gets its line, and a released one keeps the checksum that it has, whatever it is today', async () => {
  const newest = /,\n {4}"\d+ outbox-blocks \w+"\n {2}\],\n {2}"scans"/.exec(text)?.[0] ?? 'the newest of orders';
  const before = text.replace(newest, '\n  ],\n  "scans"').replace(/1 baseline \w+/, '1 baseline of-its-release');

  expect(before).not.toContain(newest);
  expect(await releasedMigrations(root, before)).toBe(text.replace(/1 baseline \w+/, '1 baseline of-its-release'));
});
