import { operatorName, operatorOperations } from '@fulfilment/contracts';
import type { OperatorClient } from '@fulfilment/identity';
import { ENVIRONMENTS } from '@fulfilment/kernel';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';

/** The reason why a command did nothing, in one line for standard error. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export interface Result {
  readonly json: object;
  readonly text: string;
}

export interface CommandContext {
  readonly client: OperatorClient;
  /** The named account; the demo account by default. @throws Refused without either. */
  readonly account: (named: string | undefined) => string;
  /** Tells a person what a long command waits for; not with `--json`. */
  readonly progress: (line: string) => void;
}

/** The options that every verb has. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly as?: string;
}

/** Runs the work of a command and prints its result. */
export type Perform = (work: (context: CommandContext) => Promise<Result>, options: CommonOptions) => Promise<void>;

export type AddVerbs = (noun: Command, perform: Perform) => void;

/** A command line with its reason. */
export interface Example {
  readonly why: string;
  /** The words after `npm run -s admin --`; `$KEY_ID` and the like stand for an id. */
  readonly line: string;
}

/** The parts of a command's manual that its definition does not have. */
export interface VerbManual {
  /** The schema of the object that `--json` prints. */
  readonly output: z.ZodType;
  /** The reasons for exit status 1, apart from a system that does not run. */
  readonly refused?: string;
  readonly examples: readonly [Example, ...Example[]];
}

export type Manuals = Readonly<Record<string, VerbManual>>;

/** A verb with the options that every verb has. */
export function verb(noun: Command, name: string, description: string): Command {
  const named = new Option('--as <name>', 'who acts, for the audit log; FULFILMENT_OPERATOR by default').argParser(actingName);
  return noun.command(name).description(description).option('--json', 'print one JSON object and nothing else').addOption(named);
}

/** @throws InvalidArgumentError for a text that audit logs do not take as a name. */
function actingName(text: string): string {
  if (operatorName.safeParse(text).success) return text;
  throw new InvalidArgumentError('It must be 1 to 64 letters, digits and . _ @ + -, beginning with a letter or digit.');
}

export const accountOption = () => new Option('--account <id>', 'the account; the demo account by default').argParser(accountId);

/** For commands on a whole account that have no default. */
export const namedAccountOption = () => new Option('--account <id>', 'the account').argParser(accountId).makeOptionMandatory();

/** @throws InvalidArgumentError for the value of a variable that is not set: it would address all accounts. */
function accountId(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must be an id such as acc_….');
}

/** For commands that end or remove something: they say what they would do. */
export const dryRunOption = () => new Option('--dry-run', 'show what would be done, and change nothing');

/** The output of a command with {@link dryRunOption}. */
export function dryRunOutput<Shape extends z.ZodRawShape>(output: z.ZodObject<Shape>) {
  return output.extend({ dry_run: z.boolean().describe('True where nothing was done.') });
}

export const environmentOption = () => new Option('--environment <name>', 'sandbox or production').choices(ENVIRONMENTS);

/**
 * The account of a command, verified by the gateway: other services do not know accounts, and the list of a mistyped account would
 * be empty.
 *
 * @throws OperatorRefusal without such an account.
 */
export async function verifiedAccount({ client, account }: CommandContext, named: string | undefined): Promise<string> {
  return (await client.call(operatorOperations.getAccount, { params: { id: account(named) } })).id;
}

/** @throws Refused where no account is named and there is no demo account. */
export function chooseAccount(named: string | undefined, demo: string | undefined): string {
  const account = named ?? demo;
  if (account === undefined) throw new Refused('There is no demo account here. Name one with --account.');
  return account;
}

/** A whole number from 1. @throws InvalidArgumentError for any other text. */
export function positiveInteger(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError('It must be a whole number from 1.');
  return number;
}

/** The values of a comma-separated list. */
export function commaSeparated(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Characters that a terminal obeys, or does not show, in place of which a reader sees `�`. */
const shown = (cell: string): string => cell.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');

/** A table for a terminal: columns as wide as their longest cell. */
export function textTable(head: readonly string[], cells: ReadonlyArray<readonly string[]>): string {
  const rows = cells.map((row) => row.map(shown));
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return [head, ...rows].map((row) => line(row).trimEnd()).join('\n');
}

export function textFacts(facts: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  return Object.entries(facts)
    .map(([name, value]) => `${name.padEnd(width)}  ${shown(value)}`)
    .join('\n');
}
