import { type Command, InvalidArgumentError, Option } from 'commander';
import { moment, pair, reasonOf, statedMoment, UsageError } from '../arguments.ts';
import type { Flag } from './operation-command.ts';

/** The name of the value of an option, by its kind. */
const PLACES: Readonly<Record<Flag['kind'], string>> = {
  text: '<text>',
  time: '<time>',
  number: '<number>',
  boolean: '[boolean]',
  texts: '<texts>',
  pairs: '<name=value>',
  json: '<json>',
};

/**
 * Adds the option of a parameter or a field.
 *
 * @param takesAgo true for a time that may be a duration before now.
 */
export function addFlag(command: Command, { flag, kind, meaning, required, values }: Flag, takesAgo: boolean): void {
  const needed = required ? ' (required)' : '';
  const option = new Option(`--${flag} ${PLACES[kind]}`, `${meaning || flag.replaceAll('-', ' ')}${needed}`);
  if (kind === 'boolean') option.choices(['true', 'false']).preset('true').argParser(truth);
  if (kind === 'time') option.argParser((text) => (takesAgo ? moment(text) : statedMoment(text)));
  if (kind === 'number') option.argParser(number);
  if (kind === 'texts') option.argParser(several);
  if (kind === 'pairs') option.argParser(pair);
  if (kind === 'json') option.argParser((text) => parsed(text));
  // Known to completion and help; the API may take more.
  if (values.length > 0) option.argChoices = [...values];
  command.addOption(option);
}

function truth(given: string): boolean {
  if (given !== 'true' && given !== 'false') throw new InvalidArgumentError('It must be true or false.');
  return given === 'true';
}

function number(given: string): number {
  const value = Number(given);
  if (!/^-?\d+(\.\d+)?$/.test(given) || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

/** Values with commas between, or an object as JSON; can be repeated. */
function several(given: string, before: readonly unknown[] = []): readonly unknown[] {
  if (given.startsWith('{')) return [...before, parsed(given)];
  return [...before, ...given.split(',').map((part) => part.trim())].filter((part) => part !== '');
}

function parsed(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch (error) {
    throw new InvalidArgumentError(`It is not JSON: ${reasonOf(error)}.`);
  }
}

/** @throws UsageError for a text that is no JSON. */
export function jsonOf(option: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${option} is no JSON: ${reasonOf(error)}.`, { cause: error });
  }
}
