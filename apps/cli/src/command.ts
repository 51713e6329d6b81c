import { type Command, InvalidArgumentError, Option } from 'commander';
import { ENVIRONMENTS } from '@fulfilment/kernel';
import type { CallOperator } from './operator-client.ts';
import { Refused } from './refused.ts';

/** What came of a command: for programs, and for people. */
export interface Result {
  readonly json: object;
  readonly text: string;
}

/** What a command works with. */
export interface Desk {
  readonly call: CallOperator;
  /** The account that was named, else the demo account. */
  readonly account: (named: string | undefined) => string;
}

/** Runs what a command does, and prints its result. */
export type Perform = (work: (desk: Desk) => Promise<Result>, options: { readonly json?: boolean }) => Promise<void>;

/** Adds the verbs of a noun. */
export type AddVerbs = (noun: Command, perform: Perform) => void;

/** A verb, with what every verb has. */
export function verb(noun: Command, name: string, description: string): Command {
  return noun.command(name).description(description).option('--json', 'print one JSON object and nothing else');
}

export const accountOption = () => new Option('--account <id>', 'the account; without it the demo account');

export const environmentOption = () => new Option('--environment <name>', 'sandbox or production').choices(ENVIRONMENTS);

/** @throws InvalidArgumentError unless it is a whole number from 1. */
export function positiveInteger(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError('It is a whole number from 1.');
  return number;
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/** A time span in seconds, as `30`, `30s`, `30m`, `24h` or `7d`. @throws InvalidArgumentError otherwise. */
export function seconds(text: string): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhd]?)$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError('It is a time span such as 30m, 24h or 7d.');
  return Number(count) * (UNIT_SECONDS[unit] ?? 1);
}

/** What stands between commas. */
export function commaSeparated(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const DAY_MS = 86_400_000;

/** A moment as RFC 3339 or a date, or so many days from now: `2027-01-31`, `30d`. @throws InvalidArgumentError otherwise. */
export function moment(text: string): string {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const time = days === undefined ? new Date(text) : new Date(Date.now() + Number(days) * DAY_MS);
  const isShaped = days !== undefined || /^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text);
  if (!isShaped || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('It is a date, an RFC 3339 time, or days such as 30d.');
  return time.toISOString();
}

/** @throws Refused where no account is named and there is no demo account. */
export function chooseAccount(named: string | undefined, demo: string | undefined): string {
  const account = named ?? demo;
  if (account === undefined) throw new Refused('There is no demo account here. Name one with --account.');
  return account;
}
