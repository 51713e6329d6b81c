/** The words that a page has for codes of the API. */
type Words = Readonly<Record<string, string>>;

/** A code of the API as people read it: in the words that are known for it, else in its own: `wrong_size` is “Wrong size”. */
export function inWords(code: string, known: Words): string {
  if (Object.hasOwn(known, code)) return known[code] ?? code;
  const text = code.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The code that a chosen or typed text stands for: “Falsche Größe” is `wrong_size` where it is known so; empty where no letter can be one. */
export function codeOf(text: string, known: Words): string {
  const typed = text.trim().toLowerCase();
  const found = Object.entries(known).find(([, words]) => words.toLowerCase() === typed);
  return found?.[0] ?? codeOfLetters(typed);
}

const LIGATURES: Words = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'oe' };

function codeOfLetters(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[äöüßæø]/g, (letter) => LIGATURES[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 64);
}
