import { folded, lowered } from '@fulfilment/kernel';

/** Characters of a word by which it is found. */
const MAX_BEGINNING = 64;

/**
 * Everything that a search can begin with to find a record: each beginning of its codes, of the words of its codes and texts, and of
 * the parts of words of texts such as `t-shirt`. They are at most twice as many as the characters that they are made of, of 64 characters each.
 */
export function searchPrefixes(codes: readonly string[], texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => wordsOf(folded(text)));
  const parts = words.flatMap((word) => word.match(/[\p{L}\p{N}]+/gu) ?? []);
  const found = new Set<string>();
  for (const whole of [...codes.flatMap((code) => [folded(code), ...wordsOf(folded(code))]), ...words, ...parts])
    addBeginnings(found, whole);
  return [...found];
}

/** The words of a search, each of which must begin something in one of its {@link wordForms}. */
export const searchWords = (text: string): string[] => wordsOf(lowered(text));

/** A word as records hold its beginnings: those written now, and where it has accents those of releases before 0.1.0. */
export function wordForms(word: string): readonly [string, ...string[]] {
  const now = Array.from(folded(word)).slice(0, MAX_BEGINNING).join('');
  return now === word ? [now] : [now, word];
}

function wordsOf(text: string): string[] {
  return text
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => Array.from(word).slice(0, MAX_BEGINNING).join(''));
}

function addBeginnings(found: Set<string>, whole: string): void {
  let beginning = '';
  for (const character of Array.from(whole).slice(0, MAX_BEGINNING)) {
    beginning += character;
    found.add(beginning);
  }
}
