import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { runProgram } from '../run-program.ts';

const HOME = 'libs/clients/cli';

/**
 * Builds the package of the command-line tool as it is published: one file beside the Node library, with the parser of arguments
 * inside the archive, so that nothing else is fetched.
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
    external: ['@fulfilment/client', 'commander'],
    // Not the sources that the compiler knows the library by.
    tsconfigRaw: {},
    logLevel: 'silent',
  });
  const manifest: object = JSON.parse(await readFile(join(root, HOME, 'package.json'), 'utf8'));
  // Only here: npm cannot install a workspace that has bundled packages.
  const packed = { ...manifest, bundleDependencies: ['commander'] };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`);
  await cp(join(root, HOME, 'README.md'), join(folder, 'README.md'));
  const parser = dirname(createRequire(join(root, HOME, 'package.json')).resolve('commander'));
  await mkdir(join(folder, 'node_modules'));
  await cp(parser, join(folder, 'node_modules/commander'), { recursive: true });
  await runProgram('npm', ['pack', '--silent'], { cwd: folder });
  const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  return join(folder, archive);
}
