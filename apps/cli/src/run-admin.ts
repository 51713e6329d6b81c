import { CommanderError } from 'commander';
import { chooseAccount, type Perform } from './command.ts';
import { makeCallOperator } from './operator-client.ts';
import { adminProgram } from './program.ts';
import { Refused } from './refused.ts';
import { type Environment, findSystem } from './running-system.ts';

export interface Terminal {
  readonly env: Environment;
  /** To standard output. */
  readonly print: (text: string) => void;
  /** To standard error. */
  readonly complain: (text: string) => void;
}

const DONE = 0;
const REFUSED = 1;
const WRONG_USAGE = 2;

/**
 * The operator's commands.
 *
 * @returns the exit code: 0 done, 1 refused or not running, 2 wrong usage.
 */
export async function runAdmin(args: readonly string[], { env, print, complain }: Terminal): Promise<0 | 1 | 2> {
  try {
    let code: 0 | 1 | 2 = DONE;
    const verify = { env, onEnd: (ended: 0 | 1 | 2) => (code = ended) };
    const root = adminProgram({ perform: performing({ env, print }), verify, print, complain });
    await root.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
    if (!(error instanceof Refused)) throw error;
    complain(`${error.message}\n`);
    return REFUSED;
  }
}

function performing({ env, print }: Pick<Terminal, 'env' | 'print'>): Perform {
  return async (work, { json = false }) => {
    const system = await findSystem(env);
    const call = await makeCallOperator(system);
    const result = await work({ call, account: (named) => chooseAccount(named, system.demoAccountId) });
    print(`${json ? JSON.stringify(result.json) : result.text}\n`);
  };
}
