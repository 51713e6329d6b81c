import { isList, OPERATIONS } from '@fulfilment/contracts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KINDS, progressIn } from './account-export-command.ts';

test('an export of an account has every list of records that the API has', () => {
  const exported = new Set(KINDS.map(({ list }) => list.id));
  const lists = OPERATIONS.filter((operation) => isList(operation) && !operation.path.includes(':'));

  expect(lists.length).toBeGreaterThan(6);
  expect(lists.map(({ id }) => id).filter((id) => !exported.has(id))).toEqual([]);
  // The files of a release keep their names.
  const names = [
    'events',
    'fulfilments',
    'locations',
    'orders',
    'reservations',
    'returns',
    'scans',
    'skus',
    'webhook-changes',
    'webhooks',
  ];
  expect(KINDS.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

test.each([
  ['nothing', {}],
  ['nothing but its first note, half written', { 'progress.json.tmp': '{"acc' }],
])('an export that was killed when it had %s begins', async (_what, files) => {
  await using folder = await folderOf(files);

  expect(await progressIn(folder.path, 'acc_1')).toMatchObject({ account_id: 'acc_1', files: [], under_way: null });
});

test.each([
  ['half a note', { 'progress.json.tmp': '{"acc' }],
  ['half a manifest', { 'manifest.json.tmp': '{"acc' }],
  ['its manifest', { 'manifest.json': '{}' }],
])('an export that was killed when it had %s beside its progress goes on', async (_what, files) => {
  const whole = { file: 'sandbox/skus.ndjson', records: 1, bytes: 2, sha256: 'a' };
  const progress = { account_id: 'acc_1', began_at: '2026-11-27T03:00:00.000Z', files: [whole], under_way: null };
  await using folder = await folderOf({ ...files, 'progress.json': JSON.stringify(progress) });

  expect(await progressIn(folder.path, 'acc_1')).toEqual(progress);
});

test.each([
  ['a whole export', { 'manifest.json': '{}' }],
  ['other files', { 'notes.txt': '' }],
])('a folder with %s is refused', async (_what, files) => {
  await using folder = await folderOf(files);

  await expect(progressIn(folder.path, 'acc_1')).rejects.toThrow('is not empty');
});

/** A folder with these files. */
async function folderOf(files: Readonly<Record<string, string>>) {
  const path = await mkdtemp(join(tmpdir(), 'fulfilment-export-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
