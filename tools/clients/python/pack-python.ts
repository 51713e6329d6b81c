import { cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../run-program.ts';

const HOME = 'libs/clients/python';

/** The places of a build. */
export interface PythonBuild {
  /** Root of the workspace. */
  readonly root: string;
  /** Folder to build in, empty. */
  readonly folder: string;
  /** Folder with flit, which builds the wheel. */
  readonly buildTools: string;
}

/**
 * Builds the wheel of the Python library as it is published.
 *
 * @returns the path of the wheel.
 * @throws Error with the output of the build.
 */
export async function packPython({ root, folder, buildTools }: PythonBuild): Promise<string> {
  const [source, wheels] = [join(folder, 'source'), join(folder, 'wheel')];
  // A copy, so that no build leaves its files among the sources.
  await cp(join(root, HOME), source, { recursive: true, filter: (from) => !from.includes('__pycache__') });
  await mkdir(wheels);
  // -S: without the packages and start-up code of the machine, which may write into what it finds on the path.
  const args = ['-S', '-m', 'flit_core.wheel', '--outdir', wheels, source];
  await runProgram('python3', args, { cwd: folder, env: { PYTHONPATH: buildTools, PYTHONDONTWRITEBYTECODE: '1' } });
  const [wheel = ''] = await readdir(wheels);
  return join(wheels, wheel);
}
