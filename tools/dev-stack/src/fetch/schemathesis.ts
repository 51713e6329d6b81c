import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../processes/kept-process.ts';
import { cacheFolder, fetchOnce, type Progress } from './cache.ts';
import { findPip, pipInstall } from './wheels.ts';

// Schemathesis 4.31 and later need it.
const OLDEST_MINOR = 11;

const LIST = fileURLToPath(new URL('./schemathesis.requirements.txt', import.meta.url));

type Environment = Readonly<Record<string, string | undefined>>;

/** The contract fuzzer on this machine: how it is called, and the environment in which it finds what it imports. */
export interface Schemathesis {
  readonly command: readonly [file: string, ...args: string[]];
  readonly env: Environment;
}

/**
 * Schemathesis with all it needs, fetched once by the user's own pip with his settings; pip itself checks every hash.
 *
 * @param env as the process has it: names the cache folder, and whatever pip and Python read.
 * @throws Error in one line if there is no Python 3.11 or newer with pip, or pip fails.
 */
export async function fetchSchemathesis(env: Environment, progress: Progress): Promise<Schemathesis> {
  const version = await pythonVersion(env);
  const lock = await readFile(LIST, 'utf8');
  const label = /^schemathesis==.*(?= \\)/m.exec(lock)?.[0].replace('==', ' ') ?? 'schemathesis';
  const folder = await fetchOnce(
    { directory: cacheFolder(env), progress },
    {
      // The interpreter too: some of its packages are compiled for one.
      folder: `schemathesis-${version}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`,
      label,
      make: async (draft) => {
        progress(`${label}: fetching by pip, once`);
        const pip = await findPip(env);
        if (!pip) throw new Error(`${label} cannot be fetched: there is no pip`);
        const failure = await pipInstall(pip, { list: LIST, target: draft, env });
        if (failure !== undefined) throw new Error(`pip could not fetch ${label} (${failure})`);
      },
    },
  );
  return {
    // Without the packages and start-up code of the machine: nothing else than what is pinned runs.
    command: ['python3', '-S', '-m', 'schemathesis.cli', '--no-color'],
    env: { ...env, PYTHONPATH: folder, PYTHONUNBUFFERED: '1' },
  };
}

async function pythonVersion(env: Environment): Promise<string> {
  const { code, output } = await runCommand('python3', ['--version'], env);
  const [, major = '', minor = ''] = /^Python (\d+)\.(\d+)/m.exec(output) ?? [];
  if (code === 0 && major === '3' && Number(minor) >= OLDEST_MINOR) return `${major}.${minor}`;
  const found = code === 0 ? output.trim() : 'none';
  throw new Error(`The contract fuzzer needs python3 3.${OLDEST_MINOR} or newer on the PATH; there is ${found}.`);
}
