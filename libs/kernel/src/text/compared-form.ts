/** Code units in which another normal form may have one of NFC (Unicode Annex 15, maximum expansion factors). */
const MAX_EXPANSION = 4;

/**
 * NFC (Unicode Annex 15) of a text that is to have at most `max` characters in it. One that is too long in every form stays as it is, for
 * its length to be refused: putting a run of combining marks in order takes the square of its length, 70 s for one of 1 MB.
 */
export function composed(text: string, max: number): string {
  return text.length > max * MAX_EXPANSION ? text : text.normalize('NFC');
}

/**
 * The form in which text is compared, kept and looked up: NFC, without white space at either end. Codes, ids and other texts that name
 * something have it wherever they come in.
 *
 * @param max characters that it is to have at most in that form: see {@link composed}. Without it, its length has a bound already.
 */
export function comparedForm(text: string, max = Infinity): string {
  return composed(text.trim(), max);
}

/**
 * The forms in which releases before 0.1.0 may have kept a text that is compared: as it is, and in NFD. What they kept with white space at
 * its ends is in neither.
 *
 * @param text in its {@link comparedForm}.
 * @returns one form of what is written in ASCII alone, two of what is composed of several characters.
 */
export function keptForms(text: string): readonly [string, ...string[]] {
  const decomposed = text.normalize('NFD');
  return decomposed === text ? [text] : [text, decomposed];
}
