import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Artefact, fetchOnce } from './cache.ts';

let directory: string;
let lines: string[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fulfilment-cache-'));
  lines = [];
});

afterEach(() => rm(directory, { recursive: true }));

function anArtefact(): Artefact & { made: number } {
  const artefact = {
    folder: 'server-1.0',
    label: 'Server',
    made: 0,
    make: async (draft: string): Promise<void> => {
      artefact.made += 1;
      await writeFile(join(draft, 'binary'), 'as fetched');
    },
  };
  return artefact;
}

const cache = () => ({ directory, progress: (line: string) => void lines.push(line) });

test('is fetched once, however often and however simultaneously it is asked for', async () => {
  const artefact = anArtefact();

  const homes = await Promise.all([fetchOnce(cache(), artefact), fetchOnce(cache(), artefact), fetchOnce(cache(), artefact)]);
  await fetchOnce(cache(), artefact);

  expect(new Set(homes).size).toBe(1);
  expect(artefact.made).toBe(1);
  expect(await readdir(directory)).toEqual(['server-1.0']);
});

test('a file that was changed in the cache is noticed by its hash, named, and fetched again', async () => {
  const artefact = anArtefact();
  const home = await fetchOnce(cache(), artefact);
  await writeFile(join(home, 'binary'), 'as changed');

  await fetchOnce(cache(), artefact);

  expect(await readFile(join(home, 'binary'), 'utf8')).toBe('as fetched');
  expect(lines).toEqual([`Server: binary does not have its pinned hash in ${home}, so it is fetched again`]);
});

test('a file that is gone from the cache is noticed too', async () => {
  const artefact = anArtefact();
  const home = await fetchOnce(cache(), artefact);
  await rm(join(home, 'binary'));

  await fetchOnce(cache(), artefact);

  expect(lines).toEqual([`Server: binary is missing in ${home}, so it is fetched again`]);
});

test('a fetch that fails leaves nothing behind, and the next one starts again', async () => {
  const artefact = anArtefact();
  const failing: Artefact = {
    ...artefact,
    make: async (draft) => {
      await artefact.make(draft);
      throw new Error('the line broke');
    },
  };

  await expect(fetchOnce(cache(), failing)).rejects.toThrow('the line broke');

  expect(await readdir(directory)).toEqual([]);
  await fetchOnce(cache(), artefact);
  expect(await readdir(directory)).toEqual(['server-1.0']);
});
