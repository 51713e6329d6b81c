import { locale } from './language.ts';

const NUMBER = new Intl.NumberFormat(locale);
const TENTHS = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const MOMENT = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const DATE = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const DAY = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const RELATIVE = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const SHORT_RELATIVE = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const LIST = new Intl.ListFormat(locale, { type: 'conjunction' });
const COUNTRY = new Intl.DisplayNames(locale, { type: 'region' });
const ORDER = new Intl.Collator(locale, { numeric: true });

/** Steps of a relative time: the unit, and how many seconds it has. */
const UNITS: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnit, number]> = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const MOST_RELATIVE_SECONDS = 30 * 86_400;

/** A number with the separators of the language. */
export function numberText(value: number): string {
  return NUMBER.format(value);
}

/** A moment, in the time of the browser. */
export function momentText(date: Date): string {
  return MOMENT.format(date);
}

/** The day of a moment, in the time of the browser. */
export function dateText(date: Date): string {
  return DATE.format(date);
}

/** A day, UTC. */
export function dayText(date: Date): string {
  return DAY.format(date);
}

const DAY_OF_MONTH = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** The short names of the months, as they stand beside a day. */
export const monthNames: readonly string[] = Array.from({ length: 12 }, (_none, month) =>
  partsOf(month)
    .filter(({ type }) => type === 'month')
    .map(({ value }) => value)
    .join(''),
);

/** A day of a month as the locale writes it: `{D}` stands for its number, `{MMM}` for its month. */
export const dayTemplate: string = partsOf(0)
  .map(({ type, value }) => (type === 'day' ? '{D}' : type === 'month' ? '{MMM}' : value))
  .join('');

function partsOf(month: number): readonly Intl.DateTimeFormatPart[] {
  return DAY_OF_MONTH.formatToParts(new Date(Date.UTC(2026, month, 15)));
}

/** A moment beside now in words; beyond 30 days its date. @param nowMs Unix milliseconds. */
export function relativeText(date: Date, nowMs: number, isShort = false): string {
  const seconds = Math.round((date.getTime() - nowMs) / 1_000);
  if (Math.abs(seconds) > MOST_RELATIVE_SECONDS) return dateText(date);
  const [unit, size] = UNITS.find(([, its]) => Math.abs(seconds) >= its) ?? ['second', 1];
  // A time to come is told by the nearest unit: a link for 7 days ends in 7 days also a moment later.
  const count = seconds > 0 ? Math.round(seconds / size) : Math.trunc(seconds / size);
  return (isShort ? SHORT_RELATIVE : RELATIVE).format(count, unit);
}

/** A share of 1 in per cent, rounded down so that only all is 100 %. */
export function shareText(share: number): string {
  return `${share === 1 ? numberText(100) : TENTHS.format(Math.floor(share * 1_000) / 10)} %`;
}

/** The name of the country that has a code. */
export function countryName(code: string): string {
  return COUNTRY.of(code) ?? code;
}

/** Names in a sentence: `a, b and c`. */
export function listText(names: readonly string[]): string {
  return LIST.format(names);
}

const SIZES = [
  ['TB', 1e12],
  ['GB', 1e9],
  ['MB', 1e6],
] as const;

/** A size in bytes, in decimal units. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${numberText(bytes)} B`;
  const [unit, size] = SIZES.find(([, each]) => bytes >= each) ?? ['kB', 1_000];
  return `${TENTHS.format(bytes / size)} ${unit}`;
}

/** Compares names as a reader sorts them: A2 before A10. */
export function compareNames(one: string, other: string): number {
  return ORDER.compare(one, other);
}

/** Units of a length of time, in milliseconds. */
const LENGTHS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** A length of time in its largest unit: `76 ms`, `4.1 sec`, `2 hr`. */
export function durationText(ms: number): string {
  const [unit, size] = LENGTHS.find(([, its]) => ms >= its) ?? (['millisecond', 1] as const);
  const maximumFractionDigits = size > 1 && ms < 10 * size ? 1 : 0;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits }).format(ms / size);
}
