/**
 * Beginnings of a cell, or of a part of it, that a spreadsheet takes for a formula, however many apostrophes are before it: it would
 * run a name (https://owasp.org/www-community/attacks/CSV_Injection). The wide forms are taken by some of them. A part begins behind
 * the end of a line, and behind `;` and a tab: where the list separator of a system is one of these, quotes inside a row protect nothing.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]|(?<=[\r\n])['"]*[=+\-@\t＝＋－＠]|(?<=[;\t])['"]*[=+\-@＝＋－＠]/gu;
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]|(?<=[\r\n])'['"]*[=+\-@\t＝＋－＠]|(?<=[;\t])'['"]*[=+\-@＝＋－＠]/gu;

/** Cells that are quoted beyond those with commas and quotes: with an end of a line, which a writer of CRLF may leave, `;` or a tab. */
export const QUOTED_IN_CSV = /[\r\n;\t]/;

/** Puts an apostrophe before each part of a cell that would be a formula, which makes it text. */
export function guardFormula(cell: string): string {
  return cell.replaceAll(FORMULA, "'$&");
}

/** Takes the apostrophes of {@link guardFormula} away again. */
export function unguardFormula(cell: string): string {
  return cell.replaceAll(GUARDED, (beginning) => beginning.slice(1));
}
