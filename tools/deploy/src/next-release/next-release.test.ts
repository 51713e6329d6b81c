import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EDITS } from './edits.ts';
import { edited, writeNextRelease } from './write-next-release.ts';

const ROOT = join(import.meta.dirname, '../../../..');

test('the next release can be made of this source: each edit fits its file', () => {
  const made = Map.groupBy(EDITS, ({ file }) => file);
  for (const [file, edits] of made) {
    const before = readFileSync(join(ROOT, file), 'utf8');
    expect(edits.reduce(edited, before)).not.toBe(before);
  }
  expect([...made.keys()]).toEqual(expect.arrayContaining(['apps/inventory/src/schema.ts', 'apps/orders/src/schema.ts']));
});

const EDIT = { file: 'apps/orders/src/a.ts', before: 'note: null', after: 'note: 1' };

test.each([
  ['that is gone', 'memo: null', 'is not there'],
  ['that stands there twice', 'note: null, note: null', 'is there 2 times'],
])('an edit of a text %s is refused, with the file and the text', (_, text, fault) => {
  expect(() => edited(text, EDIT)).toThrow(new RegExp(`apps/orders/src/a.ts .* ${fault}:\nnote: null`));
});

test('a folder with files is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fulfilment-next-'));
  await writeFile(join(folder, 'kept'), '');
  await expect(writeNextRelease(folder)).rejects.toThrow('is not empty');
  await rm(folder, { recursive: true });
});
