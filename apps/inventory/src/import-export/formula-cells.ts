/**
 * What a spreadsheet would take for a formula, however many apostrophes are before it: it would run what a name says
 * (https://owasp.org/www-community/attacks/CSV_Injection). The wide forms are taken by some of them.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/u;
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/u;

/** Puts an apostrophe before a cell that would be a formula, which makes it text. */
export function guardFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** Takes the apostrophe of {@link guardFormula} away again. */
export function unguardFormula(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}
