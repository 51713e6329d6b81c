import type { ImportColumn } from '@fulfilment/contracts';

const WHOLE: ReadonlySet<string> = new Set<ImportColumn>([
  'on_hand',
  'expected_on_hand',
  'reorder_point',
  'safety_stock',
  'delta',
  'weight_g',
]);
/** Columns of decimal numbers, which are kept as text. */
const DECIMAL: ReadonlySet<string> = new Set<ImportColumn>(['unit_cost']);

/** Spreadsheets and databases add `.0` or `.00` to a whole number; `.000` may be a group of thousands. */
const WHOLE_FORM = /^-?\d{1,30}(?:\.0{1,2})?$/;
const DECIMAL_FORM = /^(?:0|[1-9]\d{0,29})(?:\.\d{1,7})?$/;
/** A decimal that may be a whole number with a separator of thousands. */
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d{3}$/;
/** The same, and what {@link decimalCell} has made of it. */
const EXTENDED = /^[1-9]\d{0,2}\.\d{3}0*$/;

/** Characters of the file that a message names. */
const NAMED_CHARACTERS = 40;

/** Stands in place of a number that could not be read: no field takes it. */
export class UnreadNumber {
  /** One sentence or two, which name what was read. */
  readonly message: string;

  constructor(fault: string, read: string) {
    const named = read.length > NAMED_CHARACTERS ? `${read.slice(0, NAMED_CHARACTERS)}…` : read;
    this.message = `${fault} The file has ${named} here.`;
  }
}

const notWhole = (read: string): UnreadNumber =>
  new UnreadNumber(
    'Must be a whole number in digits alone, such as 1000: without separators, and with no fraction but .0 or .00.',
    read,
  );

const notDecimal = (read: string): UnreadNumber =>
  new UnreadNumber('Must be a decimal number in digits and a point, such as 12.50: without separators and signs.', read);

/** Reads a cell of CSV, whose blanks at the ends are no part of a number; undefined for a column that has no numbers. */
export function numberInCell(column: string, cell: string): number | string | UnreadNumber | undefined {
  const text = cell.trim();
  if (WHOLE.has(column)) return WHOLE_FORM.test(text) ? Number(text) : notWhole(JSON.stringify(cell));
  return DECIMAL.has(column) ? decimalIn(text) : undefined;
}

function decimalIn(text: string): string | UnreadNumber {
  if (!DECIMAL_FORM.test(text)) return notDecimal(JSON.stringify(text));
  if (!EXTENDED.test(text)) return text;
  if (!AMBIGUOUS.test(text)) return text.slice(0, -1);
  return new UnreadNumber(
    `Three digits may be a fraction or thousands: write ${text}0 for the one, ${text.replace('.', '')} for the other.`,
    JSON.stringify(text),
  );
}

/** A text field as {@link numberInCell} reads it again as it was: a decimal that may have thousands gets a zero more. */
export function numberCell(column: string, text: string): string {
  return DECIMAL.has(column) && EXTENDED.test(text) ? `${text}0` : text;
}

/**
 * Reads the numbers of a row of NDJSON in the forms that {@link numberInCell} takes: JSON has others, such as `1.000` and `1e3`.
 * Decimals are text there, as in every other body.
 *
 * @param line the JSON text of `row`.
 */
export function withNumbersRead(row: object, line: string): Readonly<Record<string, unknown>> {
  const literals = literalsOf(line);
  return Object.fromEntries(
    Object.entries(row).map(([name, value]): [string, unknown] => {
      const isWhole = WHOLE.has(name);
      if ((!isWhole && !DECIMAL.has(name)) || value === null || value === '') return [name, value];
      const text = literals.get(name) ?? JSON.stringify(value);
      if (isWhole) return [name, typeof value === 'number' && WHOLE_FORM.test(text) ? value : notWhole(text)];
      if (typeof value !== 'string') return [name, new UnreadNumber('Must be a decimal number as text, such as "12.50".', text)];
      return [name, DECIMAL_FORM.test(value) ? value : notDecimal(text)];
    }),
  );
}

/** Numbers of the outer object of a line as they are written, where a value's own text may be another. */
function literalsOf(line: string): ReadonlyMap<string, string> {
  if (!/\d[.eE]|\d{16}/.test(line)) return new Map();
  const found: { readonly holder: unknown; readonly name: string; readonly text: string }[] = [];
  // ECMAScript 2026 gives a third argument, which has the `source` of a primitive value.
  const row: unknown = JSON.parse(line, function note(this: unknown, name: string, value: unknown, ...[context]: unknown[]) {
    if (typeof value === 'number') found.push({ holder: this, name, text: sourceOf(context) });
    return value;
  });
  return new Map(found.flatMap(({ holder, name, text }) => (holder === row ? [[name, text]] : [])));
}

function sourceOf(context: unknown): string {
  const isKnown = typeof context === 'object' && context !== null && 'source' in context;
  if (!isKnown || typeof context.source !== 'string') throw new Error('JSON.parse gives no source of a number');
  return context.source;
}
