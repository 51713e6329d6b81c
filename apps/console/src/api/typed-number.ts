import { strings } from '../strings.ts';

/**
 * The whole number that a field holds, with `.0` or `.00` at most, as files have it: undefined for an empty field. Any other text stays
 * what it is, and the API refuses it at the field: `1.000` may be a thousand.
 */
export function typedNumber(text: string): number | string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  return /^-?\d{1,15}(?:\.0{1,2})?$/.test(typed) ? Number(typed) : typed;
}

/** The fault of a field whose text is no such number, for bodies that hold numbers alone; none for an empty field. */
export function numberFault(name: string, text: string): Partial<Record<string, string>> {
  return typeof typedNumber(text) === 'string' ? { [name]: strings.form.wholeNumber } : {};
}
