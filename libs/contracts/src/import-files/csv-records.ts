import { csvDialectOf } from './csv-dialect.ts';

/** A file that cannot be read, or not by the mapping that was chosen; its message is for the one who gave it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Reads rows of CSV (RFC 4180) as they come; undefined stands for an empty line. @throws UnreadableFile */
export async function* csvRecords(text: AsyncIterable<string>): AsyncGenerator<readonly string[] | undefined> {
  let begun = '';
  let records: Records | undefined;
  for await (const chunk of text) {
    begun += chunk;
    if (!records && !/\S.*\n/.test(begun)) continue;
    let rest = begun;
    if (!records) [records, rest] = opened(begun);
    begun = '';
    yield* records.read(rest);
  }
  if (!records) [records, begun] = opened(begun);
  yield* records.read(begun);
  yield* records.end();
}

/** The rows of a file, by its dialect, and its text without a byte order mark and the line `sep=`. */
function opened(text: string): readonly [Records, string] {
  const unmarked = text.replace(/^\u{FEFF}/u, '');
  const [blank = ''] = /^(?:\r?\n)*/.exec(unmarked) ?? [];
  const rest = unmarked.slice(blank.length);
  const dialect = csvDialectOf(rest);
  if (!dialect) throw new UnreadableFile('The line sep= names none of comma, semicolon, tab and bar.');
  return [new Records(dialect.separator), blank + rest.slice(dialect.skipped)];
}

class Records {
  readonly #separator: string;
  #cells: string[] = [];
  #cell = '';
  #at: 'start' | 'plain' | 'quoted' | 'closed' = 'start';

  constructor(separator: string) {
    this.#separator = separator;
  }

  *read(text: string): Generator<readonly string[] | undefined> {
    for (const character of text) {
      if (this.#at === 'quoted') {
        if (character === '"') this.#at = 'closed';
        else this.#cell += character;
      } else if (character === '"' && this.#at !== 'plain') {
        // A second quote behind a closing one is a quote of the cell.
        if (this.#at === 'closed') this.#cell += character;
        this.#at = 'quoted';
      } else if (character === this.#separator) this.#endCell();
      else if (character === '\n') yield this.#endRow();
      else {
        this.#cell += character;
        if (this.#at === 'start') this.#at = 'plain';
      }
    }
  }

  *end(): Generator<readonly string[] | undefined> {
    if (this.#at === 'quoted') throw new UnreadableFile('A quote of the file is not closed.');
    if (this.#cells.length > 0 || this.#cell !== '') yield this.#endRow();
  }

  #endCell(): void {
    this.#cells.push(this.#cell.trim());
    this.#cell = '';
    this.#at = 'start';
  }

  #endRow(): readonly string[] | undefined {
    this.#endCell();
    const cells = this.#cells;
    this.#cells = [];
    return cells.length === 1 && cells[0] === '' ? undefined : cells;
  }
}
