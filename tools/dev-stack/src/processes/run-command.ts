import { spawn } from 'node:child_process';

/** How a command ended: its exit code, and what it wrote to both outputs. */
export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** Runs a command to its end, without a shell; a command that is not there gives code 127. It never rejects. */
export function runCommand(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...env } });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
