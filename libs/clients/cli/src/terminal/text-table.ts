/** Characters that a terminal obeys, or does not show, in place of which a reader sees `�`: what others wrote cannot steer a terminal. */
export function shown(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');
}

const graphemes = new Intl.Segmenter();
/** Characters that take two columns: East Asian ones and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** Columns that a text takes in a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

function padded(text: string, width: number, atEnd: boolean): string {
  const blanks = ' '.repeat(Math.max(0, width - widthOf(text)));
  return atEnd ? blanks + text : text + blanks;
}

/** A column of a table. */
export interface Column<T> {
  readonly title: string;
  readonly of: (record: T) => string | number | null;
  /** Numbers stand at the right. */
  readonly right?: boolean;
  readonly paint?: (cell: string, record: T) => string;
}

/** A table that is written in pieces: the first piece decides how wide its columns are, wider cells push theirs. */
export class Table<T> {
  readonly #columns: ReadonlyArray<Column<T>>;
  #widths: readonly number[] | null = null;

  constructor(columns: ReadonlyArray<Column<T>>) {
    this.#columns = columns;
  }

  /** Lines of these records, under the head if they are the first. */
  lines(records: readonly T[]): readonly string[] {
    const rows = records.map((record) => this.#columns.map(({ of }) => shown(String(of(record) ?? '–'))));
    const titles = this.#columns.map(({ title }) => title);
    const isFirst = this.#widths === null;
    const widths =
      this.#widths ?? titles.map((title, place) => Math.max(...[title, ...rows.map((row) => row[place] ?? '')].map(widthOf)));
    this.#widths = widths;
    const lines = rows.map((row, index) => this.#line(row, widths, records[index]));
    return isFirst ? [this.#line(titles, widths), ...lines] : lines;
  }

  #line(row: readonly string[], widths: readonly number[], record?: T): string {
    const cells = this.#columns.map(({ right = false, paint }, place) => {
      const cell = padded(row[place] ?? '', widths[place] ?? 0, right);
      return paint && record !== undefined ? paint(cell, record) : cell;
    });
    return cells.join('  ').trimEnd();
  }
}

/** Names and values, one a line; those without a value are left out. */
export function textFacts(facts: Readonly<Record<string, string | number | null | undefined>>): readonly string[] {
  const given = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(0, ...given.map(([name]) => name.length));
  return given.map(([name, value]) => `${name.padEnd(width)}  ${shown(String(value))}`);
}

/** A time of the API for people: to the second, in UTC. */
export function textTime(time: string | null): string | null {
  return time === null ? null : time.replace('T', ' ').replace(/\.\d+Z$/, 'Z');
}

/** Bytes for people. */
export function textBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
