import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../processes/kept-process.ts';
import { cacheFolder, fetchOnce, type Progress } from './cache.ts';
import { findPip, pipInstall } from './wheels.ts';

// Schemathesis 4.31 and later need it.
const OLDEST_MINOR = 11;

type Environment = Readonly<Record<string, string | undefined>>;

/** A program in Python, pinned with all it needs. */
export interface PythonTool {
  /** Its package, which the list pins: `schemathesis`. */
  readonly name: string;
  /** The module that is run: `schemathesis.cli`. */
  readonly module: string;
  /** A requirements file with the hash of every package it names. */
  readonly list: string;
  /** Glob of files and folders that are not kept, within the folder of its packages. */
  readonly leaveOut?: string;
}

/** The contract fuzzer. */
export const SCHEMATHESIS: PythonTool = {
  name: 'schemathesis',
  module: 'schemathesis.cli',
  list: fileURLToPath(new URL('./schemathesis.requirements.txt', import.meta.url)),
};

/** A tool on this machine: how it is called, and the environment in which it finds what it imports. */
export interface FetchedTool {
  readonly command: readonly [file: string, ...args: string[]];
  readonly env: Environment;
}

/**
 * A tool with all it needs, fetched once by the user's own pip with his settings; pip itself checks every hash.
 *
 * @param env as the process has it: names the cache folder, and whatever pip and Python read.
 * @throws Error in one line if there is no Python 3.11 or newer with pip, or pip fails.
 */
export async function fetchPythonTool(
  { name, module, list, leaveOut }: PythonTool,
  env: Environment,
  progress: Progress,
): Promise<FetchedTool> {
  const version = await pythonVersion(name, env);
  const lock = await readFile(list, 'utf8');
  const label = new RegExp(`^${name}==.*(?= \\\\)`, 'm').exec(lock)?.[0].replace('==', ' ') ?? name;
  const folder = await fetchOnce(
    { directory: cacheFolder(env), progress },
    {
      // The interpreter too: some of its packages are compiled for one.
      folder: `${name}-${version}-${createHash('sha256')
        .update(`${lock}${leaveOut ?? ''}`)
        .digest('hex')
        .slice(0, 12)}`,
      label,
      make: async (draft) => {
        progress(`${label}: fetching by pip, once`);
        const pip = await findPip(env);
        if (!pip) throw new Error(`${label} cannot be fetched: there is no pip`);
        const failure = await pipInstall(pip, { list, target: draft, env });
        if (failure !== undefined) throw new Error(`pip could not fetch ${label} (${failure})`);
        for (const path of leaveOut === undefined ? [] : globSync(leaveOut, { cwd: draft }))
          await rm(join(draft, path), { recursive: true });
      },
    },
  );
  return {
    // Without the packages and start-up code of the machine: nothing else than what is pinned runs.
    command: ['python3', '-S', '-m', module],
    env: { ...env, PYTHONPATH: folder, PYTHONUNBUFFERED: '1' },
  };
}

async function pythonVersion(name: string, env: Environment): Promise<string> {
  const { code, output } = await runCommand('python3', ['--version'], env);
  const [, major = '', minor = ''] = /^Python (\d+)\.(\d+)/m.exec(output) ?? [];
  if (code === 0 && major === '3' && Number(minor) >= OLDEST_MINOR) return `${major}.${minor}`;
  const found = code === 0 ? output.trim() : 'none';
  throw new Error(`${name} needs python3 3.${OLDEST_MINOR} or newer on the PATH; there is ${found}.`);
}
