import type { Argument, Command, Option } from 'commander';
import { adminProgram } from '../program.ts';
import { ACCOUNT_MANUALS } from './account-manuals.ts';
import { DEAD_LETTER_MANUALS } from './dead-letter-manuals.ts';
import { type JsonField, jsonFields } from './json-fields.ts';
import { KEY_MANUALS } from './key-manuals.ts';
import { MEMBER_MANUALS } from './member-manuals.ts';
import type { Example, Manuals, VerbManual } from './verb-manual.ts';
import { VERIFY_MANUAL } from './verify-manual.ts';
import { WEBHOOK_MANUALS } from './webhook-manuals.ts';

/** What is typed behind a verb. */
export interface OptionManual {
  /** `--role <name>`, `<id>`. */
  readonly typed: string;
  readonly meaning: string;
  readonly choices: readonly string[];
  readonly fallback: string | undefined;
  readonly required: boolean;
}

/** One command, as the manual has it. */
export interface CommandManual {
  /** `key issue`. */
  readonly name: string;
  readonly description: string;
  readonly synopsis: string;
  readonly options: readonly OptionManual[];
  readonly output: readonly JsonField[];
  readonly refused: string | undefined;
  readonly examples: readonly Example[];
}

/** By noun and verb. */
export const MANUALS: Manuals = {
  ...ACCOUNT_MANUALS,
  ...MEMBER_MANUALS,
  ...KEY_MANUALS,
  ...WEBHOOK_MANUALS,
  ...DEAD_LETTER_MANUALS,
  ...VERIFY_MANUAL,
};

/** Every command that there is, in the order of the help. @throws Error naming a command that has no manual. */
export function commandManuals(): readonly CommandManual[] {
  const parts = {
    perform: runNothing,
    verify: { env: {}, onEnd: () => undefined },
    print: () => undefined,
    complain: () => undefined,
  };
  return commandsIn(adminProgram(parts), []).map(({ name, command }) => {
    const manual = MANUALS[name];
    if (!manual) throw new Error(`${name} has no manual`);
    return manualOf(name, command, manual);
  });
}

function runNothing(): Promise<never> {
  return Promise.reject(new Error('The manual runs no commands'));
}

interface Named {
  readonly name: string;
  readonly command: Command;
}

function commandsIn(parent: Command, before: readonly string[]): readonly Named[] {
  return parent.commands.flatMap((command) => {
    const words = [...before, command.name()];
    return command.commands.length > 0 ? commandsIn(command, words) : [{ name: words.join(' '), command }];
  });
}

function manualOf(name: string, command: Command, { output, refused, examples }: VerbManual): CommandManual {
  const options = [...command.registeredArguments.map(argumentManual), ...command.options.map(optionManual)];
  const typed = options.map((option) => (option.required ? option.typed : `[${option.typed}]`));
  // A command that hands over to a program says itself what that takes.
  const synopsis = name === 'verify' ? command.usage() : typed.join(' ');
  return { name, description: command.description(), synopsis, options, output: jsonFields(output), refused, examples };
}

function argumentManual(argument: Argument): OptionManual {
  const { required, description, variadic } = argument;
  const typed = `<${argument.name()}${variadic ? '…' : ''}>`;
  return { typed, meaning: description, choices: [], fallback: undefined, required };
}

function optionManual({ flags, description, argChoices = [], defaultValue, mandatory }: Option): OptionManual {
  const fallback: unknown = defaultValue;
  const written = typeof fallback === 'string' ? fallback : JSON.stringify(fallback);
  return {
    typed: flags,
    meaning: description,
    choices: argChoices,
    fallback: fallback === undefined ? undefined : written,
    required: mandatory,
  };
}
