/** Characters that stand between the cells of a row. */
const SEPARATORS = [',', ';', '\t'] as const;
/** Those that a line `sep=` may name. */
const NAMED_SEPARATORS: readonly string[] = [...SEPARATORS, '|'];

/** How a CSV file is written. */
export interface CsvDialect {
  /** One character. */
  readonly separator: string;
  /** Characters of a first line `sep=`, its end included, that is no row; 0 without. */
  readonly skipped: number;
}

/**
 * Tells the separator of a CSV file by its first line: the one that `sep=` names, as spreadsheets write it, else that of
 * comma, semicolon and tab which is there most often outside quotes.
 *
 * @param text the beginning of the file without a byte order mark: its first line at least.
 * @returns undefined where `sep=` names no separator that is taken.
 */
export function csvDialectOf(text: string): CsvDialect | undefined {
  const line = /^[^\n]*\n?/.exec(text)?.[0] ?? '';
  const named = /^"?sep=(.?)"?\s*$/iu.exec(line.replace(/\r?\n$/, ''))?.[1];
  if (named !== undefined) return NAMED_SEPARATORS.includes(named) ? { separator: named, skipped: line.length } : undefined;
  const unquoted = line.replaceAll(/"[^"]*"?/g, '');
  const countOf = (separator: string): number => unquoted.split(separator).length - 1;
  const [first = ','] = SEPARATORS.toSorted((a, b) => countOf(b) - countOf(a));
  return { separator: first, skipped: 0 };
}

/** The name of a column as its header line has it: in any case, with blanks for `_`. */
export function columnNameOf(header: string): string {
  return header.trim().toLowerCase().replaceAll(/\s+/g, '_');
}

/** The header line, or a row, without the empty cells at its end. */
export function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}
