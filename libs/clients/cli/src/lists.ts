import type { Pages } from '@fulfilment/client';
import type { Command } from 'commander';
import { positiveInteger } from './arguments.ts';
import type { Output } from './terminal/output.ts';
import type { Session } from './session.ts';
import { type Column, Table } from './terminal/text-table.ts';

/** Options of every list. */
export interface ListOptions {
  readonly limit?: number | undefined;
  readonly all?: boolean;
}

const DEFAULT_LIMIT = 50;
const LARGEST_PAGE = 200;

/** Adds the options of every list. */
export function withListOptions(command: Command): Command {
  return command
    .option('--limit <number>', 'number of records, 50 by default', positiveInteger)
    .option('--all', 'all records, however many there are');
}

/** The size of pages that serves a list best. */
export function pageSize({ limit = DEFAULT_LIMIT, all = false }: ListOptions): number {
  return all ? LARGEST_PAGE : Math.min(limit, LARGEST_PAGE);
}

/** Prints a list as it is read: a table, or one JSON document `{ data, has_more }`. Memory holds one page. */
export async function printList<T>(
  { out }: Session,
  pages: Pages<T>,
  options: ListOptions,
  columns: ReadonlyArray<Column<T>>,
): Promise<void> {
  const parts = partsOf(pages, options);
  await (out.json ? printDocument(out, parts) : printTable(out, parts, columns));
}

/** Records of a page, and whether the list goes on behind them. */
interface Part<T> {
  readonly records: readonly T[];
  readonly hasMore: boolean;
}

async function* partsOf<T>(pages: Pages<T>, options: ListOptions): AsyncGenerator<Part<T>, void, undefined> {
  let left = options.all ? Number.POSITIVE_INFINITY : (options.limit ?? DEFAULT_LIMIT);
  for await (const { data, has_more: hasMore } of pages.pages()) {
    const records = data.slice(0, left);
    left -= records.length;
    yield { records, hasMore: hasMore || records.length < data.length };
    if (left <= 0) return;
  }
}

/** Nothing is written before the first page is there: a refused list leaves no half document. */
async function printDocument(out: Output, parts: AsyncIterable<Part<unknown>>): Promise<void> {
  let before = '{"data":[';
  let more = false;
  for await (const { records, hasMore } of parts) {
    if (records.length > 0) {
      await out.write(before + records.map((record) => JSON.stringify(record)).join(','));
      before = ',';
    }
    more = hasMore;
  }
  await out.line(`${before === ',' ? '' : before}],"has_more":${more}}`);
}

async function printTable<T>(out: Output, parts: AsyncIterable<Part<T>>, columns: ReadonlyArray<Column<T>>): Promise<void> {
  const table = new Table(columns);
  let count = 0;
  let more = false;
  for await (const { records, hasMore } of parts) {
    if (records.length > 0) await out.lines(table.lines(records));
    count += records.length;
    more = hasMore;
  }
  if (count === 0) out.hint('Nothing found.');
  else if (more) out.hint(`There are more: --limit ${count * 4}, or --all.`);
}
