import type { Command } from 'commander';
import type { Session } from './session.ts';

/** Runs the work of a command in a session of its own. */
export type Perform = (command: Command, work: (session: Session) => Promise<void>) => Promise<void>;

/** Adds commands to the program. */
export type AddCommands = (program: Command, perform: Perform) => void;

/** Adds examples to the help of a command: words behind the name of the program. */
export function withExamples(command: Command, examples: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  fulfil ${example}`).join('\n')}`);
}
