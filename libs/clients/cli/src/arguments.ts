import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { InvalidArgumentError } from 'commander';

/** The command line cannot be followed, with the reason: exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A whole number from 1. @throws InvalidArgumentError for any other text. */
export function positiveInteger(given: string): number {
  const number = Number(given);
  if (!/^\d+$/.test(given) || !Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError('It must be a whole number from 1.');
  return number;
}

/** A whole number from 0. @throws InvalidArgumentError for any other text. */
export function wholeNumber(given: string): number {
  return given === '0' ? 0 : positiveInteger(given);
}

const DAY_MS = 86_400_000;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS };

/** Ten years. A longer duration is a slip of the hand. */
const MOST_DAYS = 3_650;

/** Milliseconds of a duration such as `30s`, `10m`, `2h` or `7d`; null for other texts. @throws InvalidArgumentError beyond ten years. */
function durationMs(given: string): number | null {
  const [, count = '', unit = ''] = /^(\d+)([smhd])$/.exec(given) ?? [];
  const unitMs = UNIT_MS[unit];
  if (unitMs === undefined) return null;
  if (Number(count) * unitMs > MOST_DAYS * DAY_MS) throw new InvalidArgumentError(`It must be ${MOST_DAYS}d at most.`);
  return Number(count) * unitMs;
}

/** A moment as RFC 3339, from a date, a time, or a duration before now. @throws InvalidArgumentError for any other text. */
export function moment(given: string, now = Date.now()): string {
  const ms = durationMs(given);
  return ms === null
    ? statedMoment(given, 'a date, an RFC 3339 time with its offset from UTC, or a time ago such as 30m, 24h or 7d')
    : new Date(now - ms).toISOString();
}

const TIME = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * A moment as RFC 3339, from a date or a time alone: of what is to come, `2d` would be two days ago.
 *
 * @throws InvalidArgumentError for any other text.
 */
export function statedMoment(given: string, forms = 'a date, or an RFC 3339 time with its offset from UTC'): string {
  const [, day = '', time, offset] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}[\d:.]*)(.*))?$/.exec(given) ?? [];
  if (day !== '' && !isDay(day)) throw new InvalidArgumentError(`There is no such day: ${day}.`);
  if (time !== undefined && offset === '')
    throw new InvalidArgumentError(`A time needs its offset from UTC: ${day}T${time}Z, or as +02:00 in place of Z.`);
  const whole = time === undefined ? `${day}T00:00:00Z` : given;
  const at = TIME.test(whole) ? new Date(whole).toISOString() : '';
  // A year that has four digits at its offset may have other ones in UTC.
  if (!/^\d{4}-/.test(at)) throw new InvalidArgumentError(`It must be ${forms}.`);
  return at;
}

/** False for 31 February, which `Date` takes for a day of March. */
function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

/** Adds an option that is given several times, or with commas. */
export function collected(given: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...given.split(',').map((part) => part.trim())].filter((part) => part !== '');
}

/** Adds an option that is given several times; its values may hold commas. */
export function repeated(given: string, before: readonly string[] = []): readonly string[] {
  return [...before, given];
}

/** Adds a line of an order, `SKU=QUANTITY`; a SKU may hold `=` itself. @throws InvalidArgumentError for any other text. */
export function orderLine(given: string, before: readonly OrderedLine[] = []): readonly OrderedLine[] {
  const [, sku = '', quantity = ''] = /^(.+)=(\d+)$/.exec(given) ?? [];
  if (sku === '') throw new InvalidArgumentError('It must be a SKU and a quantity: MUG-01=2.');
  return [...before, { sku, quantity: positiveInteger(quantity) }];
}

/** A line of an order. */
export interface OrderedLine {
  readonly sku: string;
  readonly quantity: number;
}

/** Adds a pair, `NAME=VALUE`. @throws InvalidArgumentError for any other text. */
export function pair(given: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const place = given.indexOf('=');
  if (place < 1) throw new InvalidArgumentError('It must be a name and a value: channel=web.');
  return { ...before, [given.slice(0, place)]: given.slice(place + 1) };
}

/** An http or https URL; a host and port alone are those of http. @throws InvalidArgumentError for any other text. */
export function webUrl(given: string): URL {
  const full = /^([\w.-]+|\[[\da-f:]+\]):\d+(?=[/?#]|$)/i.test(given) ? `http://${given}` : given;
  const url = URL.canParse(full) ? new URL(full) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new InvalidArgumentError('It must be an http or https URL: http://localhost:3000/hook.');
  return url;
}

/** An object from a JSON file. @param path `-` for standard input. @throws UsageError for what is no JSON object, or no file. */
export async function readJsonObject(path: string, stdin: Readable): Promise<object> {
  const name = path === '-' ? 'Standard input' : path;
  const content =
    path === '-' ? await text(stdin) : await readFile(path, 'utf8').catch((error: unknown) => refuseFile(path, error));
  let value: unknown;
  try {
    // Windows writes a byte order mark.
    value = JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`${name} is no JSON: ${reasonOf(error)}.`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${name} is to hold one JSON object.`);
  return value;
}

/** @throws UsageError that says why a file cannot be read or written. */
export function refuseFile(path: string, error: unknown): never {
  throw new UsageError(`${path} cannot be used: ${reasonOf(error)}.`, { cause: error });
}

/** The message of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
