import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { packAll } from './downloads.ts';

const built = z.array(z.object({ kind: z.string(), name: z.string(), file: z.string(), version: z.string() }));
const manifest = z.looseObject({
  homepage: z.url(),
  license: z.string().min(1),
  description: z.string().min(20),
  private: z.never().optional(),
});

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fulfilment-packed-'));
  await packAll(folder);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true }));

const packageOf = (kind: string) => {
  const found = built.parse(JSON.parse(readFileSync(join(folder, 'packages.json'), 'utf8'))).find((each) => each.kind === kind);
  if (!found) throw new Error(`there is no package of ${kind}`);
  return { ...found, path: join(folder, found.file) };
};

/** Names in an archive, without the folder that its kind puts before them. */
function namesIn(kind: string): readonly string[] {
  const { path, name, version } = packageOf(kind);
  if (kind === 'python') return zipNames(path);
  if (kind === 'go') return zipNames(path).map((each) => each.replace(`${name}@v${version}/`, ''));
  if (kind !== 'ruby') return tarNames('-tzf', path).map((each) => each.replace(/^package\//, ''));
  const data = execFileSync('tar', ['-xOf', path, 'data.tar.gz'], { maxBuffer: 16 * 1_024 * 1_024 });
  return execFileSync('tar', ['-tzf', '-'], { input: data, encoding: 'utf8' }).trim().split('\n');
}

const tarNames = (...args: readonly string[]): readonly string[] =>
  execFileSync('tar', args, { encoding: 'utf8' }).trim().split('\n');

/** Names of a ZIP archive, by its directory (APPNOTE 6.3.10, section 4.3.12). */
function zipNames(path: string): readonly string[] {
  const bytes = readFileSync(path);
  const names: string[] = [];
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 46))
    names.push(bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)));
  return names;
}

test.each([
  ['node', ['README.md', 'LICENSE', 'CHANGELOG.md', 'dist/esm/index.d.ts', 'dist/cjs/testing.d.ts']],
  ['fulfil', ['README.md', 'LICENSE', 'CHANGELOG.md', 'dist/main.js']],
  ['python', ['fulfilment/__init__.py', 'fulfilment/py.typed', 'fulfilment/testing.py', 'fulfilment/generated/samples.py']],
  ['ruby', ['README.md', 'LICENSE', 'CHANGELOG.md', 'lib/fulfilment.rb', 'lib/fulfilment/testing.rb', 'sig/fulfilment.rbs']],
  ['go', ['README.md', 'LICENSE', 'CHANGELOG.md', 'go.mod', 'client.go', 'fulfilmenttest/delivery.go']],
])('the package of %s has its code, its types and the texts of a package, and no tests', (kind, wanted) => {
  // `fulfil` brings the one package that it is bundled with.
  const names = namesIn(kind).filter((name) => !name.startsWith('node_modules/commander/'));

  expect(names).toEqual(expect.arrayContaining(wanted));
  expect(names.filter((name) => /node_modules|__pycache__|\.test\.|(^|\/)tests?\//.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test.each(['node', 'fulfil'])('every file that the manifest of %s names is in its package, which may be published', (kind) => {
  const text = execFileSync('tar', ['-xzOf', packageOf(kind).path, 'package/package.json'], { encoding: 'utf8' });
  const named = [...text.matchAll(/"(?:\.\/)?(dist\/[^"*]+)"/g)].map(([, name = '']) => name);

  expect(manifest.parse(JSON.parse(text))).toMatchObject({ name: expect.stringMatching(/^@fulfilment\//) });
  expect(named.length).toBeGreaterThan(0);
  expect(namesIn(kind)).toEqual(expect.arrayContaining(named));
});

test('the wheel says what an index shows: licence, page, Python, classifiers and the README', () => {
  const { path, version } = packageOf('python');
  const information = `fulfilment_service_client-${version}.dist-info`;
  const names = namesIn('python');

  expect(names).toEqual(
    expect.arrayContaining(
      ['METADATA', 'RECORD', 'WHEEL', 'CHANGELOG.md', 'licenses/LICENSE'].map((name) => `${information}/${name}`),
    ),
  );
  const script = `import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())`;
  const text = execFileSync('python3', ['-c', script, path, `${information}/METADATA`], { encoding: 'utf8' });
  const [fields = '', readme = ''] = text.split(/\n\n([^]*)/);
  for (const field of [
    'License-File: LICENSE',
    'Project-URL: Homepage, https://',
    'Requires-Python: >=3.10',
    'Requires-Dist: httpx',
  ])
    expect(fields).toContain(field);
  expect(fields.match(/^Classifier: /gm)?.length).toBeGreaterThan(5);
  expect(readme).toMatch(/^# /);
});
