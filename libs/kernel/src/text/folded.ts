/** Characters of a text that are searched. One form for all can be many times as long as what was written. */
const MAX_TEXT = 400;

/** Letters that have a mark which Unicode does not take apart, or that people write as two. The dotless i of Turkish is one. */
const PLAIN: Readonly<Record<string, string>> = { ı: 'i', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe' };

/** The accents of Latin, Greek and Cyrillic letters. Marks of other scripts are letters of their own. */
const ACCENTS = /[\u0300-\u036F]/gu;

const bounded = (text: string): string => Array.from(text).slice(0, MAX_TEXT).join('');

/** Text without case, and with one form for what Unicode can write in several. */
export const lowered = (text: string): string => bounded(text.normalize('NFKC').toLowerCase());

/** Text as it is searched: {@link lowered}, and without accents and the dots of Turkish. */
export const folded = (text: string): string =>
  bounded(
    lowered(text)
      .normalize('NFD')
      .replace(ACCENTS, '')
      .replace(/[ıßøłđæœ]/gu, (letter) => PLAIN[letter] ?? letter)
      .normalize('NFC'),
  );
