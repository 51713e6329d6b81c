import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { runProgram } from '../run-program.ts';
import { packNpm } from './pack-npm.ts';

const HOME = 'libs/clients/node';

/**
 * Builds the package of the Node library as it is published: ES modules, CommonJS, and types of both.
 *
 * @param root of the workspace.
 * @param folder to build in, empty.
 * @returns the path of the archive.
 * @throws Error with the output of the compiler or of npm.
 */
export async function packNode(root: string, folder: string): Promise<string> {
  const dist = join(folder, 'dist');
  const entryPoints = ['index', 'testing'].map((name) => join(root, HOME, `src/${name}.ts`));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const declare = [
    '--noEmit',
    'false',
    '--rewriteRelativeImportExtensions',
    '--declaration',
    '--emitDeclarationOnly',
    '--incremental',
    'false',
    '--rootDir',
    join(root, HOME, 'src'),
  ];
  const bundle = (format: 'esm' | 'cjs'): Promise<unknown> =>
    build({
      entryPoints,
      bundle: true,
      platform: 'node',
      target: 'node20',
      logLevel: 'silent',
      format,
      outdir: join(dist, format),
    });
  await Promise.all([
    bundle('esm'),
    bundle('cjs'),
    runProgram(
      process.execPath,
      [compiler, '-p', join(root, HOME), ...declare, '--tsBuildInfoFile', 'null', '--outDir', join(dist, 'esm')],
      { cwd: root },
    ),
  ]);
  await mkdir(join(dist, 'cjs'), { recursive: true });
  // Types beside a package.json of their own kind are taken for that kind of module.
  await cp(join(dist, 'esm'), join(dist, 'cjs'), { recursive: true, filter: (from) => !from.endsWith('.js') });
  await writeFile(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');
  return await packNpm({ root, folder, library: 'node' });
}
