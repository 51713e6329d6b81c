import { withMeanings } from '@fulfilment/api-docs';
import type { Argument, Command, Option } from 'commander';
import { z } from 'zod';
import { ACCOUNT_MANUALS } from './account-commands.ts';
import { ARCHIVE_MANUAL } from './archive-command.ts';
import type { Example, Manuals, VerbManual } from './command.ts';
import { DEAD_LETTER_MANUALS } from './dead-letter-commands.ts';
import { KEY_MANUALS } from './key-commands.ts';
import { MEMBER_MANUALS } from './member-commands.ts';
import { MIGRATE_MANUAL } from './migrate-command.ts';
import { OUTBOX_MANUALS } from './outbox-commands.ts';
import { adminProgram } from './run-admin.ts';
import { RECONCILE_MANUAL } from './reconcile-command.ts';
import { REVOCATION_MANUALS } from './revocation-commands.ts';
import { TOPIC_MANUALS } from './topic-commands.ts';
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

export const MANUALS: Manuals = {
  ...ACCOUNT_MANUALS,
  ...MEMBER_MANUALS,
  ...KEY_MANUALS,
  ...WEBHOOK_MANUALS,
  ...DEAD_LETTER_MANUALS,
  ...REVOCATION_MANUALS,
  ...OUTBOX_MANUALS,
  ...TOPIC_MANUALS,
  ...RECONCILE_MANUAL,
  ...MIGRATE_MANUAL,
  ...ARCHIVE_MANUAL,
  ...VERIFY_MANUAL,
};

/** Commands that are programs of their own: they parse and print themselves, and their usage is written by hand. */
export const PROGRAMS: readonly string[] = ['migrate', 'archive-ledger', 'verify'];

/** The manuals of all commands, in the order of the help. @throws Error naming a command without a manual. */
export function commandManuals(): readonly CommandManual[] {
  const parts = {
    perform: runNothing,
    program: { env: {}, onEnd: () => undefined },
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
  const synopsis = PROGRAMS.includes(name) ? command.usage() : typed.join(' ');
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

interface JsonField {
  /** `data[].id`. */
  readonly path: string;
  readonly type: string;
  readonly meaning: string;
}

const shape = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  const: z.union([z.string(), z.boolean(), z.number()]).optional(),
  format: z.string().optional(),
  anyOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  $ref: z.string().optional(),
  $defs: z.record(z.string(), z.unknown()).optional(),
});
type Shape = z.output<typeof shape>;

/** All fields of the objects of `schema`, each followed by the fields inside it. */
function jsonFields(schema: z.ZodType): readonly JsonField[] {
  const whole = withMeanings('An output', z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));
  const { $defs = {}, ...root } = shape.parse(whole);
  const resolve: Resolve = (value) => {
    const { $ref, ...field } = shape.parse(value);
    // `#/$defs/Key`; the fields beside the reference override those of its target.
    return $ref === undefined ? field : { ...resolve($defs[$ref.slice($ref.lastIndexOf('/') + 1)]), ...field };
  };
  return fieldsIn(resolve(root), { before: '', resolve });
}

type Resolve = (value: unknown) => Shape;

function fieldsIn({ properties = {} }: Shape, at: { readonly before: string; readonly resolve: Resolve }): readonly JsonField[] {
  const { before, resolve } = at;
  return Object.entries(properties).flatMap(([name, value]) => {
    const field = resolve(value);
    const { type, inside, isList } = read(field, resolve);
    const path = `${before}${name}${isList ? '[]' : ''}`;
    const deeper = inside ? fieldsIn(inside, { before: `${path}.`, resolve }) : [];
    return [{ path, type, meaning: field.description ?? '' }, ...deeper];
  });
}

interface Read {
  readonly type: string;
  /** The shape of the objects in it. */
  readonly inside?: Shape;
  readonly isList?: boolean;
}

function read(field: Shape, resolve: Resolve): Read {
  const { anyOf, items } = field;
  if (anyOf) return readAny(anyOf.map((each) => read(resolve(each), resolve)));
  if (field.type === 'array') return { ...read(resolve(items ?? {}), resolve), isList: true };
  if (field.properties) return { type: 'object', inside: field };
  return { type: plainType(field) };
}

function readAny(choices: readonly Read[]): Read {
  const inside = choices.find((choice) => choice.inside)?.inside;
  return { type: choices.map(({ type }) => type).join(' or '), ...(inside ? { inside } : {}) };
}

function plainType({ enum: choices, const: only, format, type = 'any' }: Shape): string {
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(' or ');
  if (only !== undefined) return JSON.stringify(only);
  if (format === 'date-time') return 'time';
  return typeof type === 'string' ? type : type.join(' or ');
}
