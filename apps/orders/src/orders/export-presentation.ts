import { CSV, ORDER_EXPORT_COLUMNS, type OrderRecord } from '@fulfilment/contracts';
import { guardFormula } from '@fulfilment/kernel';
import { stringify } from 'csv-stringify/sync';

type Cell = string | number | null;

/** Orders as the text of an export, in as many pieces as they come. */
export async function* exportText(medium: string, orders: AsyncIterable<readonly OrderRecord[]>): AsyncGenerator<string> {
  if (medium === CSV) yield csvText([ORDER_EXPORT_COLUMNS]);
  for await (const records of orders) {
    if (records.length === 0) continue;
    yield medium === CSV ? csvText(records.flatMap(rowsOf)) : records.map((order) => `${JSON.stringify(order)}\n`).join('');
  }
}

/** RFC 4180, each row ended by CRLF; null is an empty cell. */
function csvText(rows: readonly (readonly Cell[])[]): string {
  // By itself the library quotes line ends of its own kind alone.
  return stringify([...rows], { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}

/** One row for each line of an order. */
function rowsOf(order: OrderRecord): Cell[][] {
  const { ship_to: to, lines, ...facts } = order;
  return lines.map((line) => {
    const cells: Readonly<Record<string, unknown>> = {
      ...facts,
      metadata: JSON.stringify(facts.metadata),
      line_id: line.id,
      sku: line.sku,
      name: line.name,
      quantity: line.quantity,
      allocated: line.allocated,
      shipped: line.shipped,
      external_line_id: line.external_line_id,
      ...Object.fromEntries(Object.entries(to ?? {}).map(([name, value]) => [`ship_to_${name}`, value])),
    };
    return ORDER_EXPORT_COLUMNS.map((column) => cellOf(cells[column]));
  });
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? guardFormula(value) : null;
}
