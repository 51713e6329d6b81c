import { csvRecords, UnreadableFile } from './csv-records.ts';
import type { CellCondition, ColumnMapping, ColumnTarget } from './import-presets.ts';

/** A part of a file that was not imported, each told once. */
export type OnLeftOut = (what: string) => void;

/**
 * Rewrites a CSV file as one to import. Each row stays in its line, as spreadsheets count: what is left out becomes an empty line.
 *
 * @throws UnreadableFile where the file has no column that becomes `sku`, or several that one name may mean.
 */
export async function* mappedFile(
  text: AsyncIterable<string>,
  mapping: ColumnMapping,
  onLeftOut: OnLeftOut,
): AsyncGenerator<string> {
  let rows: MappedRows | undefined;
  for await (const cells of csvRecords(text)) {
    if (cells === undefined) yield '\n';
    else if (rows) yield rows.lineOf(cells);
    else {
      rows = new MappedRows(cells, mapping);
      if (rows.unmapped.length > 0) onLeftOut(`Columns that are not imported: ${rows.unmapped.join(', ')}.`);
      yield lineOf(rows.targets);
    }
  }
  for (const [why, count] of rows?.leftOut ?? []) onLeftOut(`${count} ${count === 1 ? 'row' : 'rows'} ${why}: not imported.`);
}

const folded = (name: string): string => name.trim().toLowerCase().replaceAll(/\s+/g, ' ');

interface Column extends ColumnTarget {
  readonly index: number;
}

class MappedRows {
  readonly targets: readonly string[];
  readonly unmapped: readonly string[];
  readonly leftOut = new Map<string, number>();
  readonly #header: readonly string[];
  readonly #columns: readonly Column[];
  readonly #mapping: ColumnMapping;
  /** Cells of earlier rows, by their columns and what they are filled by. */
  readonly #earlier = new Map<string, string>();
  #first: string | undefined;

  constructor(header: readonly string[], mapping: ColumnMapping) {
    this.#header = header.map(folded);
    this.#mapping = mapping;
    this.#columns = Object.entries(mapping.columns).flatMap(([name, given]): Column[] => {
      const target = typeof given === 'string' ? { to: given } : given;
      const index = this.#find(name, target.isBeginning);
      return index < 0 ? [] : [{ index, ...target }];
    });
    this.targets = [...new Set(this.#columns.map(({ to }) => to))];
    if (!this.targets.includes('sku')) {
      const wanted = Object.entries(mapping.columns).flatMap(([name, to]) => (to === 'sku' ? [name] : []));
      const fault = wanted.length === 0 ? 'No column becomes sku' : `The file has no column ${wanted.join(' or ')}`;
      throw new UnreadableFile(`${fault}; the file has ${header.join(', ')}.`);
    }
    const used = new Set(this.#columns.map(({ index }) => index));
    this.unmapped = header.filter((name, index) => name !== '' && !used.has(index));
  }

  /** @returns -1 where there is none. */
  #find(name: string, isBeginning = false): number {
    const wanted = folded(name);
    const isMeant = (each: string): boolean => (isBeginning ? each.startsWith(wanted) : each === wanted);
    const found = this.#header.flatMap((each, index) => (isMeant(each) ? [index] : []));
    if (found.length > 1) {
      const names = found.map((index) => this.#header[index]).join(', ');
      throw new UnreadableFile(`Several columns may be meant by ${name}: ${names}. Name one of them in a mapping of your own.`);
    }
    return found[0] ?? -1;
  }

  lineOf(given: readonly string[]): string {
    const cells = this.#filled(given);
    const why = this.#reasonToLeaveOut(cells);
    if (why !== undefined) {
      this.leftOut.set(why, (this.leftOut.get(why) ?? 0) + 1);
      return '\n';
    }
    return lineOf(this.targets.map((target) => this.#valueOf(target, cells)));
  }

  #reasonToLeaveOut(cells: readonly string[]): string | undefined {
    const { passedOver, oneOf } = this.#mapping;
    if (this.#valueOf('sku', cells) === '') return 'without a SKU';
    if (passedOver && this.#meets(passedOver, cells)) return `of ${passedOver.column} ${this.#cellIn(passedOver.column, cells)}`;
    if (oneOf === undefined) return undefined;
    const value = this.#cellIn(oneOf, cells);
    this.#first ??= value;
    return value === this.#first ? undefined : `of ${oneOf} ${value} (the first row is of ${this.#first})`;
  }

  #filled(cells: readonly string[]): readonly string[] {
    const { filled } = this.#mapping;
    const by = filled?.by.map((name) => this.#find(name)).find((index) => index >= 0) ?? -1;
    if (!filled || by < 0) return cells;
    const indexes = filled.columns.map((name) => this.#find(name));
    return cells.map((cell, index) => {
      if (!indexes.includes(index)) return cell;
      const key = `${index} ${cells[by] ?? ''}`;
      if (cell !== '') this.#earlier.set(key, cell);
      return this.#earlier.get(key) ?? '';
    });
  }

  #valueOf(target: string, cells: readonly string[]): string {
    const values = this.#columns.flatMap(({ index, to, times, except = [], where }) => {
      // Spreadsheets keep the digits of a code behind an apostrophe.
      const cell = (cells[index] ?? '').replace(/^'(?=\d)/, '');
      const isNone = to !== target || cell === '' || except.some((each) => folded(each) === folded(cell));
      if (isNone || (where && !this.#meets(where, cells))) return [];
      return [times === undefined || !/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(cell) ? cell : String(Math.round(Number(cell) * times))];
    });
    if (target === 'name') return values.join(' / ');
    return target === 'barcodes' ? values.join(' ') : (values[0] ?? '');
  }

  #cellIn(column: string, cells: readonly string[]): string {
    return cells[this.#find(column)] ?? '';
  }

  #meets({ column, values }: CellCondition, cells: readonly string[]): boolean {
    const cell = folded(this.#cellIn(column, cells));
    // A product of WooCommerce may have several types.
    return values.some((value) => cell.split(/, ?/).includes(folded(value)));
  }
}

const lineOf = (cells: readonly string[]): string => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`;
