import { IMPORT_COLUMNS, PASSED_OVER, type ProblemItem } from '@fulfilment/contracts';
import { AppError } from '@fulfilment/kernel';

const TAKEN: readonly string[] = [...IMPORT_COLUMNS, ...PASSED_OVER];

/**
 * Reads the header line of a file to import; spaces around a name are no part of it.
 *
 * @throws AppError `validation_failed` naming every column that there is not, or that there is twice, and `sku` where it is missing.
 */
export function readColumns(cells: readonly string[]): readonly string[] {
  const columns = cells.map((cell) => cell.trim());
  const faults = columns.flatMap((column, place) => faultOf(column, place, columns) ?? []);
  if (!columns.includes('sku')) faults.push({ pointer: '/columns', code: 'required', message: missing(columns) });
  if (faults.length === 0) return columns;
  throw new AppError({
    kind: 'invalid',
    code: 'validation_failed',
    message: 'The header line cannot be taken. Nothing was imported.',
    details: { errors: faults },
  });
}

function faultOf(column: string, place: number, columns: readonly string[]): ProblemItem | undefined {
  const pointer = `/columns/${place}`;
  if (!TAKEN.includes(column)) return { pointer, code: 'unknown_field', message: unknown(column) };
  const isSecond = columns.indexOf(column) < place;
  return isSecond ? { pointer, code: 'duplicate', message: `The column ${column} is there twice.` } : undefined;
}

function unknown(column: string): string {
  const what = column === '' ? 'A column has no name.' : `There is no column ${JSON.stringify(column.slice(0, 100))}.`;
  return `${what} Columns are ${IMPORT_COLUMNS.join(', ')}.`;
}

function missing(columns: readonly string[]): string {
  const isOther = columns.length === 1 && /[;\t|]/.test(columns[0] ?? '');
  return isOther ? 'The column sku is missing: cells are separated by commas.' : 'The column sku is missing.';
}
