import { runCommand } from '../processes/run-command.ts';

/** What to install, and where to. */
export interface PipInstall {
  /** A requirements file with the hash of every package it names. */
  readonly list: string;
  /** The folder that gets them. */
  readonly target: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How the user's pip is called here. */
export type Pip = readonly [file: string, ...args: string[]];

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
