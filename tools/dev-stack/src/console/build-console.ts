import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const ROOT = join(import.meta.dirname, '../../../..');
const HOME = join(ROOT, 'apps/console');
const CACHE = join(ROOT, '.cache/console');
/** Builds of other contents that stay, such as those of a branch that is worked on beside. */
const KEPT_BUILDS = 4;

/** Everything that a build depends on: the console, the schemas that its forms are checked by, and the versions of its packages. */
const SOURCES = [
  'apps/console/{index.html,package.json,tsconfig.json,vite.config.ts}',
  'apps/console/{public,src}/**/*',
  'libs/{contracts,kernel}/src/**/*.ts',
  'tsconfig.base.json',
  'package-lock.json',
];

/**
 * Builds the console, if its contents have no build yet, and compresses its files. Builds are kept by the hash of their contents and put
 * in place by one rename, so that several processes may ask at once.
 *
 * @returns the folder of the build; undefined where the development packages, which build it, are not installed.
 * @throws Error with what Vite says if it cannot be built.
 */
export async function buildConsole(progress: (line: string) => void = () => undefined): Promise<string | undefined> {
  const folder = join(CACHE, hashOfSources());
  if (await exists(folder)) return folder;
  const vite = packageOfVite();
  if (vite === undefined) {
    progress('console: not built, since the development packages are not installed (npm ci)');
    return undefined;
  }
  const started = Date.now();
  const draft = `${folder}.${randomUUID()}`;
  try {
    await mkdir(CACHE, { recursive: true });
    await runVite(join(dirname(vite), 'bin/vite.js'), draft);
    await compressFiles(draft);
    // Another process may have been faster: its build has the same contents.
    await rename(draft, folder).catch(async (error: unknown) => {
      if (!(await exists(folder))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await removeOldBuilds();
  progress(`console: built (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return folder;
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.toSorted()) hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 24);
}

function packageOfVite(): string | undefined {
  try {
    return findPackageJSON('vite', join(HOME, 'package.json'));
  } catch {
    return undefined;
  }
}

async function runVite(script: string, outDir: string): Promise<void> {
  const args = [script, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  const vite = spawn(process.execPath, args, {
    cwd: HOME,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, output } = await resultOf(vite);
  if (code !== 0) throw new Error(`The console cannot be built:\n${output.trim()}`);
}

async function resultOf(child: ChildProcess): Promise<{ readonly code: number | null; readonly output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  return { code, output };
}

const zip = promisify(gzip);
const brotli = promisify(brotliCompress);
const TEXT = new Set(['.css', '.html', '.js', '.svg']);

async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = join(parentPath, name);
      const content = await readFile(file);
      await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
      await writeFile(`${file}.br`, await brotli(content));
    }),
  );
}

async function removeOldBuilds(): Promise<void> {
  const names = (await readdir(CACHE)).filter((name) => /^[0-9a-f]{24}$/.test(name));
  const builds = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(CACHE, name))).mtimeMs })));
  const old = builds.toSorted((a, b) => b.at - a.at).slice(KEPT_BUILDS);
  for (const { name } of old) await rm(join(CACHE, name), { recursive: true, force: true });
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
