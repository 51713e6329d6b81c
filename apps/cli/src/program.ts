import { Command } from 'commander';
import { addAccountVerbs } from './account-commands.ts';
import type { AddVerbs, Perform } from './command.ts';
import { addDeadLetterVerbs } from './dead-letter-commands.ts';
import { addKeyVerbs } from './key-commands.ts';
import { addMemberVerbs } from './member-commands.ts';
import { addVerify, type VerifyParts } from './verify-command.ts';
import { addWebhookVerbs } from './webhook-commands.ts';

interface Noun {
  readonly name: string;
  readonly description: string;
  readonly addVerbs: AddVerbs;
}

const NOUNS: readonly Noun[] = [
  { name: 'account', description: 'Customers and their plans.', addVerbs: addAccountVerbs },
  { name: 'member', description: 'Who may sign in to an account.', addVerbs: addMemberVerbs },
  { name: 'key', description: 'API keys.', addVerbs: addKeyVerbs },
  { name: 'webhook', description: 'Endpoints that events are sent to.', addVerbs: addWebhookVerbs },
  { name: 'dead-letter', description: 'Messages that a service could not read.', addVerbs: addDeadLetterVerbs },
];

export interface ProgramParts {
  readonly perform: Perform;
  readonly verify: VerifyParts;
  /** To standard output. */
  readonly print: (text: string) => void;
  /** To standard error. */
  readonly complain: (text: string) => void;
}

/** Every command there is. */
export function adminProgram({ perform, verify, print, complain }: ProgramParts): Command {
  const root = new Command('npm run -s admin --').description(
    'Accounts, members, API keys, webhook endpoints and dead letters of the running system, and whether all is well in it.',
  );
  // Before the commands are added: they take it over.
  root.exitOverride().configureOutput({ writeOut: print, writeErr: complain });
  for (const { name, description, addVerbs } of NOUNS) addVerbs(root.command(name).description(description), perform);
  addVerify(root, verify);
  return root;
}
