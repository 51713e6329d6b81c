import { execFile } from 'node:child_process';
import { runCommand } from '@fulfilment/dev-stack';

/** Runs a program to its end, without a shell. @returns its standard output. @throws Error with what it wrote, if it fails. */
export function run(
  file: string,
  args: readonly string[],
  { cwd, env = process.env }: { readonly cwd: string; readonly env?: Readonly<Record<string, string | undefined>> },
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { cwd, env: { ...env }, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (!error) resolve(stdout);
      else reject(new Error(`${file} ${args.slice(0, 4).join(' ')} failed:\n${stdout}${stderr}`.slice(0, 8_000)));
    });
  });
}

/** True where a toolchain is not on the PATH, which only a machine that is no CI machine may lack. */
export async function isAbsent(toolchain: 'go' | 'ruby'): Promise<boolean> {
  const args = toolchain === 'go' ? ['version'] : ['--version'];
  const { code } = await runCommand(toolchain, args, process.env);
  if (code !== 0 && process.env['CI'] === 'true') throw new Error(`There is no ${toolchain} on the PATH.`);
  return code !== 0;
}
