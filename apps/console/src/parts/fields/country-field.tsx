import type { ReactNode } from 'react';
import { COUNTRY_CODES } from '../../api/contracts/countries.ts';
import { compareNames, countryName } from '../../language/formats.ts';
import type { FieldProps } from '../form.tsx';
import { ComboField } from './combo-field.tsx';

const SUGGESTED = 12;

/** Countries by their names, which stand beside the codes that the API takes. */
const COUNTRIES = COUNTRY_CODES.map((code) => ({ value: code, detail: countryName(code) })).toSorted((one, other) =>
  compareNames(one.detail, other.detail),
);

/** A field for the code of a country, which finds it by the beginning of its name or by the code. */
export function CountryField<Names extends string>(field: FieldProps<Names>): ReactNode {
  const typed = foldedText(field.form.values[field.name]);
  const options = COUNTRIES.filter(
    ({ value, detail }) => foldedText(value) === typed || foldedText(detail).startsWith(typed),
  ).slice(0, SUGGESTED);
  const chosen = COUNTRIES.find(({ value }) => foldedText(value) === typed);
  return <ComboField {...field} options={typed === '' ? [] : options} notice={chosen?.detail} />;
}

/** The code that a text stands for: a code in any case, or the name of a country in the language of the console; any other text stays. */
export function countryCodeOf(text: string): string {
  const typed = foldedText(text);
  const found = COUNTRIES.find(({ value, detail }) => foldedText(value) === typed || foldedText(detail) === typed);
  return found?.value ?? text.trim().toUpperCase();
}

/** A text without its case and accents: Osterreich finds Österreich. */
function foldedText(text: string): string {
  return text
    .trim()
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
}
