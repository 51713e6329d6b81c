import { operatorName } from '@fulfilment/contracts';
import { OperatorClient, OperatorRefusal, OperatorUnreachable } from '@fulfilment/identity';
import { Command, CommanderError } from 'commander';
import { addAccountVerbs } from './account-commands.ts';
import { addArchive } from './archive-command.ts';
import { chooseAccount, type Perform, Refused } from './command.ts';
import { addDeadLetterVerbs } from './dead-letter-commands.ts';
import { addKeyVerbs } from './key-commands.ts';
import { addMemberVerbs } from './member-commands.ts';
import { addOutboxVerbs } from './outbox-commands.ts';
import { addReconcile } from './reconcile-command.ts';
import { addRevocationVerbs } from './revocation-commands.ts';
import { addTopicVerbs } from './topic-commands.ts';
import { type Environment, findSystem } from './running-system.ts';
import { addMigrate } from './migrate-command.ts';
import { addVerify, type ProgramRun } from './verify-command.ts';
import { addWebhookVerbs } from './webhook-commands.ts';

export interface Terminal {
  readonly env: Environment;
  /** Writes to standard output. */
  readonly print: (text: string) => void;
  /** Writes to standard error. */
  readonly complain: (text: string) => void;
}

const DONE = 0;
const REFUSED = 1;
const WRONG_USAGE = 2;

/**
 * The operator's command line.
 *
 * @returns the exit code: 0 done, 1 refused or not running, 2 wrong usage.
 */
export async function runAdmin(args: readonly string[], { env, print, complain }: Terminal): Promise<0 | 1 | 2> {
  try {
    let code: 0 | 1 | 2 = DONE;
    const program = { env, onEnd: (ended: 0 | 1 | 2) => (code = ended) };
    const root = adminProgram({ perform: performing({ env, print, complain }), program, print, complain });
    await root.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
    complain(`${refusalOf(error)}\n`);
    return REFUSED;
  }
}

export interface ProgramParts extends Pick<Terminal, 'print' | 'complain'> {
  readonly perform: Perform;
  /** Of commands that are programs of their own. */
  readonly program: ProgramRun;
}

export function adminProgram({ perform, program, print, complain }: ProgramParts): Command {
  const root = new Command('npm run -s admin --').description(
    'Manage accounts, members, API keys, webhook endpoints, dead letters, the outbox and topics of the running system, migrate its stores, archive its ledger, and verify it.',
  );
  // Commands inherit these settings when they are added.
  root.exitOverride().configureOutput({ writeOut: print, writeErr: complain });
  addAccountVerbs(root.command('account').description('Customers and their plans.'), perform);
  addMemberVerbs(root.command('member').description('People who may sign in to an account.'), perform);
  addKeyVerbs(root.command('key').description('API keys.'), perform);
  addWebhookVerbs(root.command('webhook').description('Endpoints that receive events.'), perform);
  addDeadLetterVerbs(root.command('dead-letter').description('Messages that a service could not read.'), perform);
  addRevocationVerbs(root.command('revocation').description('What was revoked, removed or suspended.'), perform);
  addOutboxVerbs(root.command('outbox').description('Messages on their way to Kafka.'), perform);
  addTopicVerbs(root.command('topics').description('Topics in Kafka, and their partitions.'), perform);
  addReconcile(root, perform);
  addMigrate(root, program);
  addArchive(root, program);
  addVerify(root, program);
  return root;
}

function performing({ env, print, complain }: Terminal): Perform {
  return async (work, { json = false, as = nameIn(env) }) => {
    const { urls, signingKey, demoAccountId } = await findSystem(env);
    const client = new OperatorClient({ urls, signingKey, name: as });
    const account = (named: string | undefined): string => chooseAccount(named, demoAccountId);
    const progress = (line: string): void => (json ? undefined : complain(`${line}\n`));
    const result = await work({ client, account, progress });
    print(`${json ? JSON.stringify(result.json) : result.text}\n`);
  };
}

/** @throws Refused for a name that audit logs do not take. */
function nameIn({ FULFILMENT_OPERATOR: name }: Environment): string | undefined {
  if (name === undefined || name === '') return undefined;
  if (operatorName.safeParse(name).success) return name;
  throw new Refused('FULFILMENT_OPERATOR must be 1 to 64 letters, digits and . _ @ + -, beginning with a letter or digit.');
}

/** The line that explains a refusal. @throws the error where it is a bug. */
function refusalOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof OperatorUnreachable) {
    const { service, origin } = error;
    return origin === undefined
      ? `The address of the ${service} service is unknown: set ${service.toUpperCase()}_URL.`
      : `The system is not running: the ${service} does not answer at ${origin}.`;
  }
  if (!(error instanceof OperatorRefusal)) throw error;
  const { problem, status } = error;
  if (!problem) return `Refused with status ${status}.`;
  const faults = (problem.errors ?? []).map(({ pointer, message }) => `${optionFor(pointer)}: ${message}`);
  return faults.length > 0 ? [...new Set(faults)].join(' ') : problem.detail;
}

/** Options with another name than their fields. */
const OPTION_NAMES: ReadonlyMap<string, string> = new Map([
  ['account_id', '--account'],
  ['expires_at', '--expires'],
  ['ip_allowlist', '--ip'],
  ['id', '<id>'],
]);

/** The option for the field of a JSON pointer: `--expires` for `/expires_at`, `--events` for `/events/0`. */
function optionFor(pointer: string): string {
  const [, field = ''] = pointer.split('/');
  return OPTION_NAMES.get(field) ?? `--${field}`;
}
