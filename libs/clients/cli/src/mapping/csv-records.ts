import { UsageError } from '../arguments.ts';

/** Reads rows of CSV (RFC 4180) as they come; undefined stands for an empty line. */
export async function* csvRecords(text: AsyncIterable<string>): AsyncGenerator<readonly string[] | undefined> {
  let begun = '';
  let records: Records | undefined;
  for await (const chunk of text) {
    begun += chunk;
    if (!records && !/\S.*\n/.test(begun)) continue;
    const rest: string = records ? begun : afterSeparatorLine(begun);
    records ??= new Records(separatorOf(begun));
    begun = '';
    yield* records.read(rest);
  }
  records ??= new Records(separatorOf(begun));
  yield* records.read(begun);
  yield* records.end();
}

const SEPARATOR_LINE = /^\u{FEFF}?(?:\r?\n)*"?sep=([,;\t|])"?\r?(?:\n|$)/iu;

const afterSeparatorLine = (text: string): string => text.replace(SEPARATOR_LINE, '').replace(/^\u{FEFF}/u, '');

/** The separator that a line `sep=` names, else the one that the first line has most often, as the API does. */
function separatorOf(text: string): string {
  const named = SEPARATOR_LINE.exec(text)?.[1];
  if (named !== undefined) return named;
  const line = /^\s*.*/.exec(text)?.[0] ?? '';
  const unquoted = line.replaceAll(/"[^"]*"?/g, '');
  const countOf = (separator: string): number => unquoted.split(separator).length;
  const [most = ','] = [',', ';', '\t'].toSorted((a, b) => countOf(b) - countOf(a));
  return most;
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
    if (this.#at === 'quoted') throw new UsageError('A quote of the file is not closed.');
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
