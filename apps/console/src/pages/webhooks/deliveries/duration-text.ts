import { locale } from '../../../language/language.ts';

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
