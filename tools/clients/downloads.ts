import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { packGo } from './go/pack-go.ts';
import { packFulfil } from './node/pack-fulfil.ts';
import { packNode } from './node/pack-node.ts';
import { readNames } from './package-sources.ts';
import { packPython } from './python/pack-python.ts';
import { packRuby } from './ruby/pack-ruby.ts';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, '.cache/downloads');

/** Everything that the packages are made of, and the versions of what they are made by. */
const SOURCES = ['libs/clients/**/*', 'tools/clients/**/*.ts', 'CHANGELOG.md', 'package-lock.json', 'tsconfig.base.json'];

/**
 * The packages that a gateway serves: archives, the folder `go` as a module proxy has it, and `packages.json`, which names them with
 * their hashes. A build is kept by the hash of its sources and put in place by one rename, so that several processes may ask at once.
 *
 * @returns the folder.
 * @throws Error with the output of a compiler that is not installed or fails.
 */
export async function buildDownloads(): Promise<string> {
  const folder = join(CACHE, hashOfSources());
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${randomUUID()}`;
  try {
    await packAll(draft);
    // Another process may have been faster: its build has the same contents.
    await rename(draft, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}

/** Builds all packages into a folder: equal sources give equal bytes. */
export async function packAll(folder: string): Promise<void> {
  await mkdir(join(folder, 'go'), { recursive: true });
  const { version, node, python, ruby, go } = readNames(ROOT);
  const work = await mkdtemp(join(tmpdir(), 'fulfilment-packages-'));
  try {
    const [library, tool] = [join(work, 'node'), join(work, 'cli')];
    await Promise.all([mkdir(library), mkdir(tool)]);
    const archives = { node: await packNode(ROOT, library), fulfil: await packFulfil(ROOT, tool) };
    for (const archive of Object.values(archives)) await cp(archive, join(folder, basename(archive)));
    const wheel = await packPython(ROOT, folder);
    const gem = await packRuby(ROOT, folder);
    await packGo(ROOT, join(folder, 'go'));
    const module = join(folder, 'go', go.module, '@v', `v${version}.zip`);
    const packages = [
      { kind: 'node', name: node.package, file: basename(archives.node) },
      { kind: 'python', name: python.distribution, file: basename(wheel) },
      { kind: 'ruby', name: ruby.gem, file: basename(gem) },
      { kind: 'go', name: go.module, file: relative(folder, module) },
      { kind: 'fulfil', name: 'fulfil', file: basename(archives.fulfil) },
    ];
    const described = packages.map((each) => ({ ...each, version, ...measured(readFileSync(join(folder, each.file))) }));
    await writeFile(join(folder, 'packages.json'), `${JSON.stringify(described, null, 2)}\n`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const measured = (bytes: Buffer) => ({ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });

function hashOfSources(): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true, exclude: ['**/node_modules', '**/__pycache__'] })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.toSorted()) hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 24);
}
