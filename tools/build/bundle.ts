import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { buildConsole } from '@fulfilment/dev-stack/console';
import { build, type Metafile } from 'esbuild';
import { z } from 'zod';
import { buildDownloads } from '../clients/downloads.ts';

/** The fields of a `package.json` that describe its bundle. */
const manifest = z.looseObject({
  name: z.string(),
  version: z.string(),
  bundle: z
    .object({
      /** Entry points by the name of their file in the bundle; `src/main.ts` as `main` where there is no other. */
      entries: z.record(z.string(), z.string()).default({ main: 'src/main.ts' }),
      /** Packages with native code, or whose files are served: copied, with what is installed of their optional dependencies. */
      packages: z.array(z.string()).default([]),
      /** Folders that the code reads at run time, by their path below the package: copied beside the entry points. */
      assets: z.array(z.string()).default([]),
      /** Files of the workspace that the code reads at run time, by their path from its root: copied below the named folder. */
      files: z.record(z.string(), z.array(z.string())).default({}),
      /** True for the app that serves the console: its built files are copied into the folder `console`. */
      console: z.boolean().default(false),
      /** True for the app that serves the packages of the client libraries: they are copied into the folder `downloads`. */
      downloads: z.boolean().default(false),
    })
    .prefault({}),
});

const installed = z.looseObject({ optionalDependencies: z.record(z.string(), z.string()).default({}) });

const lock = z.looseObject({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().default(false) })) });

const ROOT = join(import.meta.dirname, '../..');

/** CommonJS packages in an ES module call `require`, which a bundle for Node has to be given. */
const BANNER = "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);";

/** The options of {@link bundleApp}. */
interface BundleOptions {
  /** True by default; they take a fourth of the time. */
  readonly sourceMaps?: boolean;
}

/**
 * Bundles an app into a folder that Node 24 runs alone: `main.js` with its source map, a `package.json` that names the packages in
 * it as `bundled`, copied packages, assets and files. The folder is emptied first.
 *
 * @param home folder of the app's package.
 * @param out folder to write.
 * @throws Error that names what esbuild cannot resolve.
 */
export async function bundleApp(home: string, out: string, { sourceMaps = true }: BundleOptions = {}): Promise<void> {
  const { name, version, bundle } = manifest.parse(JSON.parse(await readFile(join(home, 'package.json'), 'utf8')));
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: ROOT,
    metafile: true,
    entryPoints: Object.fromEntries(Object.entries(bundle.entries).map(([entry, source]) => [entry, join(home, source)])),
    outdir: out,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    sourcemap: sourceMaps && 'linked',
    sourcesContent: false,
    external: [...bundle.packages, ...(await packagesForDevelopment())],
    banner: { js: BANNER },
    logLevel: 'error',
    legalComments: 'none',
  });
  for (const folder of bundle.assets)
    await cp(join(home, folder), join(out, folder.split('/').at(-1) ?? ''), { recursive: true });
  for (const [folder, files] of Object.entries(bundle.files))
    for (const file of files) await cp(join(ROOT, file), join(out, folder, file));
  if (bundle.console) await bundleConsole(join(out, 'console'));
  if (bundle.downloads) await cp(await buildDownloads(), join(out, 'downloads'), { recursive: true });
  const copied: string[] = [];
  for (const each of bundle.packages) copied.push(...(await copyWithDependencies(each, join(home, 'package.json'), out)));
  const bundled = [...new Set([...packagesIn(metafile), ...copied])].toSorted();
  const own = { name, version, private: true, type: 'module', engines: { node: '>=24' }, bundled };
  await writeFile(join(out, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
}

/**
 * Names of packages that only development needs. A package that looks for one, and does without it where it is not installed, finds
 * none in production either.
 */
async function packagesForDevelopment(): Promise<string[]> {
  const { packages } = lock.parse(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')));
  const named = Object.entries(packages).map(([folder, { dev }]) => ({ name: folder.split('node_modules/').at(-1) ?? '', dev }));
  const needed = new Set(named.flatMap(({ name, dev }) => (dev ? [] : [name])));
  return named.flatMap(({ name, dev }) => (dev && !needed.has(name) ? [name] : []));
}

/** The folders of the installed packages that gave at least a byte, by their path from the root of the workspace. */
function packagesIn({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([input, { bytesInOutput }]) => {
      const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(input) ?? [];
      return folder === undefined || bytesInOutput === 0 ? [] : [folder];
    }),
  );
}

/**
 * Copies the built console, its files compressed beside them, into a folder, which is emptied first.
 *
 * @throws Error with what Vite says if it cannot be built, or if Vite is not installed.
 */
export async function bundleConsole(out: string): Promise<void> {
  const built = await buildConsole();
  if (built === undefined) throw new Error('vite is not installed; run npm ci');
  await rm(out, { recursive: true, force: true });
  await cp(built, out, { recursive: true });
}

/** @returns the folders that were copied, by their path from the root of the workspace. */
async function copyWithDependencies(name: string, from: string, out: string): Promise<string[]> {
  const file = packageFile(name, from);
  if (file === undefined) throw new Error(`${name} is not installed; run npm ci`);
  const copied = [await copyPackage(name, file, out)];
  const { optionalDependencies } = installed.parse(JSON.parse(await readFile(file, 'utf8')));
  for (const platform of Object.keys(optionalDependencies)) {
    const found = packageFile(platform, file);
    if (found !== undefined) copied.push(await copyPackage(platform, found, out));
  }
  return copied;
}

async function copyPackage(name: string, file: string, out: string): Promise<string> {
  await cp(dirname(file), join(out, 'node_modules', name), { recursive: true, dereference: true });
  return relative(ROOT, dirname(file));
}

/** By Node's own look-up: packages need not export their `package.json`. */
function packageFile(name: string, from: string): string | undefined {
  try {
    return findPackageJSON(name, from);
  } catch {
    return undefined;
  }
}
