import { IntlMessageFormat } from 'intl-messageformat';
import { listText } from './formats.ts';
import { language, locale, translations } from './language.ts';
import type { Texts } from './texts-type.ts';

/** Types of values by their kind. `small` is a name that English writes in lower case within a sentence. */
interface Kinds {
  readonly number: number;
  readonly truth: boolean;
  readonly list: readonly string[];
  readonly optional: string | number | null | undefined;
  readonly small: string;
}
type ValueOf<V> = V extends `${string}: ${infer K extends keyof Kinds}` ? Kinds[K] : string;

/** A text with values, in the message format of ICU. */
export interface Message<V extends readonly string[] = readonly string[]> {
  readonly icu: string;
  /** The values in the order of a call: `name` for a text, else `name: kind`. */
  readonly values: V;
}

export function message<const V extends readonly string[]>(icu: string, ...values: V): Message<V> {
  return { icu, values };
}

/** Texts of a catalogue as its parts of the console use them: a message is a function of its values. */
export type Spoken<T> =
  T extends Message<infer V>
    ? (...values: { readonly [I in keyof V]: ValueOf<V[I]> }) => string
    : T extends string
      ? string
      : { readonly [K in keyof T]: Spoken<T[K]> };

/** The English texts of every catalogue that is loaded, by its name. */
export const CATALOGUES = new Map<string, unknown>();

/**
 * The texts of a part of the console, in the language of the page. The texts given are the English ones, in a file
 * `‹part›-strings.ts`; the German ones stand beside it, in `‹part›-strings.de.ts`, and are listed in `src/german.ts`.
 */
export function catalogue<const T>(name: string, english: T): Spoken<T> {
  CATALOGUES.set(name, english);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `spoken` keeps the shape, which the compiler cannot follow.
  return spoken(english, translations?.[name]) as Spoken<T>;
}

export function isMessage(text: object): text is Message {
  return 'icu' in text;
}

function spoken(english: unknown, translated: Texts | undefined): unknown {
  if (typeof english === 'string') return translated ?? english;
  if (typeof english !== 'object' || english === null) return english;
  if (isMessage(english)) return saying(english, typeof translated === 'string' ? translated : english.icu);
  if (Array.isArray(english)) return english.map((text, index) => spoken(text, partOf(translated, index)));
  return Object.fromEntries(Object.entries(english).map(([key, text]) => [key, spoken(text, partOf(translated, key))]));
}

function partOf(translated: Texts | undefined, key: string | number): Texts | undefined {
  return typeof translated === 'object' ? new Map<string, Texts>(Object.entries(translated)).get(String(key)) : undefined;
}

type Given = Kinds[keyof Kinds];

function saying({ values }: Message, icu: string): (...given: readonly Given[]) => string {
  let format: IntlMessageFormat | undefined;
  return (...given) => {
    format ??= new IntlMessageFormat(icu, locale, undefined, { ignoreTag: true });
    return String(format.format(Object.fromEntries(values.flatMap((value, index) => entriesOf(value, given[index])))));
  };
}

/** @returns what a message reads: the value by its name, and of an optional one `has_‹name›` too, to choose by. */
function entriesOf(value: string, given: Given): ReadonlyArray<readonly [string, string | number]> {
  const [name = '', kind] = value.split(': ');
  const read = readable(given);
  if (kind === 'small') return [[name, language === 'en' ? String(read).toLowerCase() : read]];
  if (kind !== 'optional') return [[name, read]];
  return [
    [name, read],
    [`has_${name}`, read === '' ? 'no' : 'yes'],
  ];
}

function readable(given: Given): string | number {
  if (typeof given === 'boolean') return given ? 'yes' : 'no';
  if (typeof given === 'object' && given !== null) return listText(given);
  return given ?? '';
}
