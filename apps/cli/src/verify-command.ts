import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Manuals } from './command.ts';
import type { Environment } from './running-system.ts';

/** How a command runs a program of its own. */
export interface ProgramRun {
  readonly env: Environment;
  /** Called with the exit code of the run. */
  readonly onEnd: (code: 0 | 1 | 2) => void;
}

/** The file of a tool's program: beside this one in a bundle. */
export function programAt(tool: 'verify' | 'migrate' | 'archive'): string {
  const bundled = fileURLToPath(new URL(`./${tool}.js`, import.meta.url));
  return existsSync(bundled) ? bundled : fileURLToPath(new URL(`../../../tools/${tool}/src/main.ts`, import.meta.url));
}

/** Runs a program to its end. Signals that ask this process to stop are the program's to obey. */
export async function runProgram(file: string, args: readonly string[], { env, onEnd }: ProgramRun): Promise<void> {
  const child = spawn(process.execPath, [file, ...args], { env: { ...env }, stdio: 'inherit' });
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, pass);
  const [code]: unknown[] = await once(child, 'exit');
  for (const signal of signals) process.off(signal, pass);
  onEnd(code === 0 || code === 2 ? code : 1);
}

const VERIFY = programAt('verify');

/** `verify`: runs `npm run verify`, which parses its own arguments. */
export function addVerify(root: Command, run: ProgramRun): void {
  root
    .command('verify')
    .description('Verify the invariants over all stores of the running system.')
    .usage('[--full] [--json] [--namespace <name>] [--help]')
    .helpOption(false)
    .allowUnknownOption()
    .argument('[options...]', 'the options of npm run verify')
    .action((args: readonly string[]) => runProgram(VERIFY, args, run));
}

const check = z.strictObject({
  invariant: z.int().describe('The number of the invariant in the architecture document.'),
  name: z.string().describe('The name of the check.'),
  promise: z.string().describe('The invariant.'),
  compared: z.record(z.string(), z.int()).describe('The number of compared records, by their kind.'),
  differing: z.int().describe('The number of findings.'),
  differences: z.array(z.string()).describe('The first 20 findings, each naming its record.'),
  notes: z.array(z.string()).describe('Remarks; they are not findings.'),
});

export const VERIFY_MANUAL: Manuals = {
  verify: {
    output: z.strictObject({
      clean: z.boolean().describe('True without findings.'),
      checks: z.array(check).describe('All checks, in the order of the invariants.'),
    }),
    refused: 'An invariant is violated, no store answers, a database has no schema version, or the run was interrupted.',
    examples: [
      { why: 'Verify the running system', line: 'verify' },
      { why: 'The same for a program', line: 'verify --json' },
    ],
  },
};
