/** Characters of a word by which it is found. */
const MAX_BEGINNING = 64;
/** Characters of a text that are searched. One form for all can be many times as long as what was written. */
const MAX_TEXT = 400;

/** Text as it is searched: without case, and with one form for what Unicode can write in several. */
const folded = (text: string): string => Array.from(text.normalize('NFKC').toLowerCase()).slice(0, MAX_TEXT).join('');

/**
 * Everything that a search can begin with to find a record: each beginning of its codes, of the words of its codes and texts, and of
 * the parts of words of texts such as `t-shirt`. They are at most twice as many as the characters that they are made of, of 64 characters each.
 */
export function searchPrefixes(codes: readonly string[], texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => searchWords(text));
  const parts = words.flatMap((word) => word.match(/[\p{L}\p{N}]+/gu) ?? []);
  const found = new Set<string>();
  for (const whole of [...codes.flatMap((code) => [folded(code), ...searchWords(code)]), ...words, ...parts])
    addBeginnings(found, whole);
  return [...found];
}

/** The words of a search, each of which must begin something. */
export function searchWords(text: string): string[] {
  return folded(text)
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
