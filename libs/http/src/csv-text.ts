import { QUOTED_IN_CSV } from '@fulfilment/kernel';
import { stringify } from 'csv-stringify/sync';

/** A cell of a CSV file; null is an empty one. */
export type CsvCell = string | number | boolean | null;

/** Rows as CSV (RFC 4180), each ended by CRLF. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return stringify([...rows], { record_delimiter: 'windows', quoted_match: QUOTED_IN_CSV, cast: { boolean: String } });
}
