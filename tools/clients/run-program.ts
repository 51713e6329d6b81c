import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The place of a run and the variables that it has beside those of this process. */
export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Runs a program to its end. @returns its standard output. @throws Error with all that it wrote, for another exit status than 0. */
export async function runProgram(file: string, args: readonly string[], { cwd, env = {} }: RunOptions): Promise<string> {
  try {
    const { stdout } = await run(file, args, { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1_024 * 1_024 });
    return stdout;
  } catch (error) {
    const output =
      error instanceof Error && 'stdout' in error && 'stderr' in error ? `${String(error.stdout)}${String(error.stderr)}` : '';
    throw new Error(`${file} ${args.join(' ')} failed: ${output.slice(-16_000)}`, { cause: error });
  }
}
