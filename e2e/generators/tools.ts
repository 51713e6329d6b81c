import { createHash } from 'node:crypto';
import { cp, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  cacheFolder,
  type FetchedJars,
  type FetchedTool,
  fetchMavenJars,
  fetchOnce,
  fetchPythonTool,
  runCommand,
} from '@fulfilment/dev-stack';
import { runProgram } from '../../tools/clients/run-program.ts';

const progress = (line: string): void => void process.stderr.write(`${line}\n`);
const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Generates Python; what it generates imports the same packages. @throws Error in one line if it cannot be had. */
export function openApiPythonClient(): Promise<FetchedTool> {
  const list = fileOf('./python/requirements.txt');
  return fetchPythonTool({ name: 'openapi-python-client', module: 'openapi_python_client', list }, process.env, progress);
}

/** The jars of openapi-generator, with those that its Java clients are compiled with. @throws Error in one line if they cannot be had. */
export async function openApiGenerator(): Promise<{ readonly classPath: string }> {
  const jars: FetchedJars = await fetchMavenJars(
    { directory: cacheFolder(process.env), progress },
    {
      name: 'openapi-generator-7.23.0',
      label: 'openapi-generator 7.23.0',
      pom: fileOf('./java/pom.xml'),
      lock: fileOf('./java/jars.sha256'),
      missing: (reason) => new Error(`openapi-generator cannot be had: ${reason}`),
    },
    process.env,
  );
  return { classPath: jars.names.map((name) => join(jars.folder, name)).join(delimiter) };
}

/**
 * The command line of openapi-typescript. It wants TypeScript 5, whose compiler is a library still: so it is no dependency of the
 * workspace, which has a later one.
 *
 * @throws Error if npm fails.
 */
export async function openApiTypescript(): Promise<string> {
  const lock = await readFile(fileOf('./typescript/package-lock.json'), 'utf8');
  const folder = await fetchOnce(
    { directory: cacheFolder(process.env), progress },
    {
      folder: `openapi-typescript-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`,
      label: 'openapi-typescript',
      make: async (draft) => {
        progress('openapi-typescript: fetching by npm, once');
        await cp(fileOf('./typescript'), draft, { recursive: true });
        await runProgram('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: draft });
      },
    },
  );
  return join(folder, 'node_modules/openapi-typescript/bin/cli.js');
}

/** True where a toolchain is not on the PATH, which only a machine that is no CI machine may lack. */
export async function isAbsent(toolchain: 'go' | 'ruby'): Promise<boolean> {
  const args = toolchain === 'go' ? ['version'] : ['--version'];
  const { code } = await runCommand(toolchain, args, process.env);
  if (code !== 0 && process.env['CI'] === 'true') throw new Error(`There is no ${toolchain} on the PATH.`);
  return code !== 0;
}
