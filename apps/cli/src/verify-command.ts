import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { Environment } from './running-system.ts';

/** Beside this file in a bundle. */
const BUNDLED = fileURLToPath(new URL('./verify.js', import.meta.url));
const VERIFY = existsSync(BUNDLED) ? BUNDLED : fileURLToPath(new URL('../../../tools/verify/src/main.ts', import.meta.url));

export interface VerifyParts {
  readonly env: Environment;
  /** Told how it ended, as an exit code. */
  readonly onEnd: (code: 0 | 1 | 2) => void;
}

/** `verify`: the same as `npm run verify`, which reads its arguments itself. A service knows no other service's store. */
export function addVerify(root: Command, { env, onEnd }: VerifyParts): void {
  root
    .command('verify')
    .description('Hold the invariants against the stores of the running system.')
    .usage('[--json] [--namespace <name>] [--help]')
    .helpOption(false)
    .allowUnknownOption()
    .argument('[options...]', 'as npm run verify takes them')
    .action(async (args: readonly string[]) => {
      const child = spawn(process.execPath, [VERIFY, ...args], { env: { ...env }, stdio: 'inherit' });
      const [code]: unknown[] = await once(child, 'exit');
      onEnd(code === 0 || code === 2 ? code : 1);
    });
}
