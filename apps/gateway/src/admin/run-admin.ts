import { Command, CommanderError } from 'commander';
import { addAccountVerbs } from './account-commands.ts';
import { chooseAccount, type Perform } from './command.ts';
import { addKeyVerbs } from './key-commands.ts';
import { addDeadLetterVerbs } from './dead-letter-commands.ts';
import { makeCallOperator } from './operator-client.ts';
import { Refused } from './refused.ts';
import { type Environment, findSystem } from './running-system.ts';
import { addVerify } from './verify-command.ts';
import { addWebhookVerbs } from './webhook-commands.ts';

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
export async function runAdmin(args: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  try {
    let code: 0 | 1 | 2 = DONE;
    const root = program(terminal);
    addVerify(root, { env: terminal.env, onEnd: (ended) => (code = ended) });
    await root.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
    if (!(error instanceof Refused)) throw error;
    terminal.complain(`${error.message}\n`);
    return REFUSED;
  }
}

function program({ env, print, complain }: Terminal): Command {
  const perform: Perform = async (work, { json = false }) => {
    const system = await findSystem(env);
    const call = await makeCallOperator(system);
    const result = await work({ call, account: (named) => chooseAccount(named, system.demoAccountId) });
    print(`${json ? JSON.stringify(result.json) : result.text}\n`);
  };
  const root = new Command('npm run -s admin --').description(
    'Accounts, API keys, webhook endpoints and dead letters of the running system, and whether all is well in it.',
  );
  root.exitOverride().configureOutput({ writeOut: print, writeErr: complain });
  addAccountVerbs(root.command('account').description('Customers and their plans.'), perform);
  addKeyVerbs(root.command('key').description('API keys.'), perform);
  addWebhookVerbs(root.command('webhook').description('Endpoints that events are sent to.'), perform);
  addDeadLetterVerbs(root.command('dead-letter').description('Messages that a service could not read.'), perform);
  return root;
}
