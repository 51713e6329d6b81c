import type { Texts } from './texts-type.ts';

/** The languages of the console, each by its own name. */
export const LANGUAGES = [
  { id: 'en', name: 'English' },
  { id: 'de', name: 'Deutsch' },
] as const;
export type Language = (typeof LANGUAGES)[number]['id'];

const KEY = 'console-language';
const isBrowser = typeof document !== 'undefined';
const PREFERRED = isBrowser ? navigator.languages : [];

/** The language to show: the kept one, else the first that the browser prefers and the console has, else English. */
export function languageOf(kept: string | null, preferred: readonly string[]): Language {
  return [kept ?? '', ...preferred].map(languageIn).find((language) => language !== undefined) ?? 'en';
}

/** The locale for numbers, dates and lists: the region that the browser prefers with the language, else the language alone. */
export function localeOf(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => languageIn(tag) === language) ?? language;
}

function languageIn(tag: string): Language | undefined {
  const [primary] = tag.toLowerCase().split('-');
  return LANGUAGES.find(({ id }) => id === primary)?.id;
}

/** The language of this page, settled before any of its texts is read. */
export const language = languageOf(isBrowser ? localStorage.getItem(KEY) : null, PREFERRED);
export const locale = localeOf(language, PREFERRED);

/** A language is loaded only where it is shown. */
const loaded = language === 'de' ? await import('../german.ts') : undefined;

/** The texts that take the place of the English ones, by catalogue. */
export const translations: Readonly<Record<string, Texts>> | undefined = loaded?.german;

/** When an event is sent, by its type, in place of what the API says in English. */
export const eventMeanings: Readonly<Record<string, string>> = loaded?.eventMeanings ?? {};

if (isBrowser) document.documentElement.lang = language;

/** Keeps a language in this browser and loads the page again, since texts are settled as it loads. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(KEY, chosen);
  location.reload();
}
