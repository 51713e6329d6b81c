import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { type Edit, EDITS } from './edits.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** The files of the workspace that its apps and tools need to run and to be built. */
const COPIED = ['apps', 'libs', 'tools', 'deploy', 'docs', 'package-lock.json', 'nx.json', 'project.json'];
const CONFIGURATIONS = /^tsconfig.*\.json$/;
/** Folders of installed packages are linked, and results of builds left behind. */
const LEFT_OUT = new Set(['node_modules', 'dist', '.cache', '.data']);
const OWN_SCOPE = '@fulfilment';

const isCopied = (path: string): boolean => !LEFT_OUT.has(basename(path));

const manifest = z.looseObject({ version: z.string() });

/**
 * Writes the source tree of a test-made next release: this one with {@link EDITS}, and with the packages that are installed here. Its
 * apps and tools run in place (`node ‹folder›/apps/orders/src/main.ts`), and `npm run build` and `images` build there.
 *
 * @param folder new, or empty.
 * @throws Error that names the file and the text where the source has changed, so that an edit no longer fits.
 */
export async function writeNextRelease(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
  const configurations = (await readdir(ROOT)).filter((name) => CONFIGURATIONS.test(name));
  for (const name of [...COPIED, ...configurations])
    await cp(join(ROOT, name), join(folder, name), { recursive: true, filter: isCopied, verbatimSymlinks: true });
  const { version, ...rest } = manifest.parse(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ ...rest, version: `${version}-next` }, null, 2)}\n`);
  await linkPackages(folder);
  for (const [file, edits] of Map.groupBy(EDITS, (each) => each.file)) await edit(join(folder, file), edits);
}

/** Links what is installed here; the workspace's own packages are those of the folder. */
async function linkPackages(folder: string): Promise<void> {
  const installed = join(folder, 'node_modules');
  await mkdir(installed);
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (name === OWN_SCOPE)
      await cp(join(ROOT, 'node_modules', name), join(installed, name), { recursive: true, verbatimSymlinks: true });
    else await symlink(join(ROOT, 'node_modules', name), join(installed, name));
  for (const home of await nestedPackages()) {
    await mkdir(join(folder, dirname(home)), { recursive: true });
    await symlink(join(ROOT, home), join(folder, home));
  }
}

/** Folders of packages that npm installed beside one app or library. */
async function nestedPackages(): Promise<string[]> {
  const homes = ['apps', 'libs', 'libs/clients', 'tools'];
  const folders = await Promise.all(
    homes.map(async (home) => (await readdir(join(ROOT, home))).map((name) => join(home, name, 'node_modules'))),
  );
  const looked = await Promise.all(folders.flat().map(async (home) => ((await isFolder(join(ROOT, home))) ? [home] : [])));
  return looked.flat();
}

async function isFolder(path: string): Promise<boolean> {
  return await readdir(path).then(
    () => true,
    () => false,
  );
}

async function edit(path: string, edits: readonly Edit[]): Promise<void> {
  let text = await readFile(path, 'utf8');
  for (const each of edits) text = edited(text, each);
  await writeFile(path, text);
}

/** @throws Error where the text does not stand in the file exactly once. */
export function edited(text: string, { file, before, after }: Edit): string {
  const [head = '', tail, ...others] = text.split(before);
  if (tail === undefined || others.length > 0) {
    const times = tail === undefined ? 'is not there' : `is there ${others.length + 1} times`;
    throw new Error(`The next release cannot be made: ${file} has changed, and this text ${times}:\n${before}`);
  }
  return head + after + tail;
}

if (import.meta.main) {
  const [folder, ...others] = process.argv.slice(2);
  if (folder === undefined || folder.startsWith('-') || others.length > 0) {
    process.stderr.write(
      'node tools/deploy/src/next-release/write-next-release.ts <folder>: writes the test-made next release\n',
    );
    process.exitCode = folder === '--help' ? 0 : 2;
  } else {
    await writeNextRelease(folder);
    process.stdout.write(`${folder}\n`);
  }
}
