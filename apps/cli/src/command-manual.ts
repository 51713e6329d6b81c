import type { Argument, Command, Option } from 'commander';
import { ACCOUNT_MANUALS } from './account-commands.ts';
import type { Example, Manuals, VerbManual } from './command.ts';
import { DEAD_LETTER_MANUALS } from './dead-letter-commands.ts';
import { type JsonField, jsonFields } from './json-fields.ts';
import { KEY_MANUALS } from './key-commands.ts';
import { MEMBER_MANUALS } from './member-commands.ts';
import { adminProgram } from './run-admin.ts';
import { VERIFY_MANUAL } from './verify-command.ts';
import { WEBHOOK_MANUALS } from './webhook-commands.ts';

/** An option or argument of a command. */
export interface OptionManual {
  /** `--role <name>`, `<id>`. */
  readonly typed: string;
  readonly meaning: string;
  readonly choices: readonly string[];
  readonly fallback: string | undefined;
  readonly required: boolean;
}

/** The manual of one command. */
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

/** All manuals, by noun and verb. */
export const MANUALS: Manuals = {
  ...ACCOUNT_MANUALS,
  ...MEMBER_MANUALS,
  ...KEY_MANUALS,
  ...WEBHOOK_MANUALS,
  ...DEAD_LETTER_MANUALS,
  ...VERIFY_MANUAL,
};

/** The manuals of all commands, in the order of the help. @throws Error naming a command without a manual. */
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
  // `verify` runs a program with its own arguments, so its usage is written by hand.
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
