import { cp, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { packNpm } from './pack-npm.ts';

const HOME = 'libs/clients/cli';
const LIBRARY = '@fulfilment/client';
const FILES = '@fulfilment/contracts';

/**
 * Builds the package of the command-line tool as it is published: one file with the Node library in it, and the parser of arguments
 * inside the archive, so that nothing else is fetched, from a registry least of all.
 *
 * @param root of the workspace.
 * @param folder to build in, empty.
 * @returns the path of the archive.
 * @throws Error with the output of the bundler or of npm.
 */
export async function packFulfil(root: string, folder: string): Promise<string> {
  await build({
    entryPoints: [join(root, HOME, 'src/main.ts')],
    outfile: join(folder, 'dist/main.js'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: ['commander'],
    // Without the names by which the compiler knows the libraries of the workspace.
    tsconfigRaw: {},
    alias: { [LIBRARY]: join(root, 'libs/clients/node/src/index.ts') },
    logLevel: 'silent',
  });
  const parser = dirname(createRequire(join(root, HOME, 'package.json')).resolve('commander'));
  await mkdir(join(folder, 'node_modules'));
  await cp(parser, join(folder, 'node_modules/commander'), { recursive: true });
  return await packNpm({ root, folder, library: 'cli', inside: { bundled: ['commander'], built: [LIBRARY, FILES] } });
}
