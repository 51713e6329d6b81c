/**
 * Beginnings of a cell, or of a line in it, that a spreadsheet takes for a formula, however many apostrophes are before it: it would
 * run a name (https://owasp.org/www-community/attacks/CSV_Injection). The wide forms are taken by some of them.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]|(?<=[\r\n])'*[=+\-@\t＝＋－＠]/gu;
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]|(?<=[\r\n])'+[=+\-@\t＝＋－＠]/gu;

/** Puts an apostrophe before each line of a cell that would be a formula, which makes it text. */
export function guardFormula(cell: string): string {
  return cell.replaceAll(FORMULA, "'$&");
}

/** Takes the apostrophes of {@link guardFormula} away again. */
export function unguardFormula(cell: string): string {
  return cell.replaceAll(GUARDED, (beginning) => beginning.slice(1));
}
