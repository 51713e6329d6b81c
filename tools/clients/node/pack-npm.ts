import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { textsOf } from '../package-sources.ts';
import { runProgram } from '../run-program.ts';

const workspaceManifest = z.looseObject({ name: z.string(), dependencies: z.record(z.string(), z.string()).default({}) });

/** A package whose code is built, and what is left to do. */
export interface NpmBuild {
  readonly root: string;
  /** Folder with the built code. */
  readonly folder: string;
  /** Its folder in `libs/clients`. */
  readonly library: string;
  /** Dependencies that the archive has: as packages of their own, or built into the code. */
  readonly inside?: { readonly bundled: readonly string[]; readonly built: readonly string[] };
}

/**
 * Packs built code with its manifest, README, changelog and licence. That of the workspace is private, so that npm does
 * not publish it without its code.
 *
 * @returns the path of the archive.
 */
export async function packNpm({ root, folder, library, inside }: NpmBuild): Promise<string> {
  const own = workspaceManifest.parse(JSON.parse(await readFile(join(root, 'libs/clients', library, 'package.json'), 'utf8')));
  const { private: _private, scripts: _scripts, nx: _nx, dependencies, ...manifest } = own;
  const needed = Object.entries(dependencies).filter(([name]) => inside?.built.includes(name) !== true);
  const packed = {
    ...manifest,
    ...(needed.length > 0 ? { dependencies: Object.fromEntries(needed) } : {}),
    // Only here: npm cannot install a workspace that has bundled packages.
    ...(inside ? { bundleDependencies: inside.bundled } : {}),
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
  for (const { name, bytes } of textsOf(root, library)) await writeFile(join(folder, name), bytes);
  const archive = await runProgram('npm', ['pack', '--silent'], { cwd: folder });
  return join(folder, archive.trim());
}
