/**
 * The form in which text is compared, kept and looked up: NFC (Unicode Annex 15), without white space at either end. Codes, ids and other
 * texts that name something have it wherever they come in.
 */
export function comparedForm(text: string): string {
  return text.normalize('NFC').trim();
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
