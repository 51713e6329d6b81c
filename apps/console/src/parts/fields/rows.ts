/**
 * The rows of a field that holds several, of the text in which a form keeps them.
 *
 * @param text JSON of a list of lists of texts; empty for no rows.
 */
export function rowsOf(text: string): readonly (readonly string[])[] {
  const parsed: unknown = text === '' ? [] : JSON.parse(text);
  return Array.isArray(parsed) ? parsed.map((row: unknown) => (Array.isArray(row) ? row.map(String) : [])) : [];
}

/** The text in which a form keeps rows. */
export function textOf(rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? '' : JSON.stringify(rows);
}

/** Rows with one cell changed. */
export function withCell(rows: readonly (readonly string[])[], row: number, cell: number, value: string) {
  return rows.map((cells, index) => (index === row ? cells.with(cell, value) : cells));
}
