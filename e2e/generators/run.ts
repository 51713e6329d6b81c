import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runCommand } from '@fulfilment/dev-stack';

const execute = promisify(execFile);

/** Runs a program to its end, without a shell. @returns its standard output. @throws Error with all it wrote, if it fails. */
export async function run(
  file: string,
  args: readonly string[],
  { cwd, env = process.env }: { readonly cwd: string; readonly env?: Readonly<Record<string, string | undefined>> },
): Promise<string> {
  try {
    const { stdout } = await execute(file, args, { cwd, env: { ...env }, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${file} ${args.slice(0, 4).join(' ')} failed:\n${stdout}${stderr}`.slice(0, 8_000), { cause: error });
  }
}

/** True where a toolchain is not on the PATH, which only a machine that is no CI machine may lack. */
export async function isAbsent(toolchain: 'go' | 'ruby'): Promise<boolean> {
  const args = toolchain === 'go' ? ['version'] : ['--version'];
  const { code } = await runCommand(toolchain, args, process.env);
  if (code !== 0 && process.env['CI'] === 'true') throw new Error(`There is no ${toolchain} on the PATH.`);
  return code !== 0;
}
