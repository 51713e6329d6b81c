import { CSV, ORDER_EXPORT_COLUMNS, type OrderRecord } from '@fulfilment/contracts';
import { type CsvCell, csvText } from '@fulfilment/http';
import { guardFormula } from '@fulfilment/kernel';

/** Characters at which a piece of rows ends: each line of an order has all of the order's metadata. */
const PIECE_CHARACTERS = 256_000;

/** Orders as the text of an export, in as many pieces as they come, or more where their rows are long. */
export async function* exportText(medium: string, orders: AsyncIterable<readonly OrderRecord[]>): AsyncGenerator<string> {
  if (medium === CSV) yield csvText([ORDER_EXPORT_COLUMNS]);
  for await (const records of orders) {
    if (medium === CSV) yield* csvPieces(records);
    else yield records.map((order) => `${JSON.stringify(order)}\n`).join('');
  }
}

/** One piece at least, also without orders. */
function* csvPieces(records: readonly OrderRecord[]): Generator<string> {
  let rows: CsvCell[][] = [];
  let characters = 0;
  for (const row of records.values().flatMap(rowsOf)) {
    rows.push(row);
    for (const cell of row) characters += String(cell ?? '').length + 1;
    if (characters < PIECE_CHARACTERS) continue;
    yield csvText(rows);
    [rows, characters] = [[], 0];
  }
  yield csvText(rows);
}

/** One row for each line of an order. */
function* rowsOf(order: OrderRecord): Generator<CsvCell[]> {
  const { ship_to: to, lines, ...facts } = order;
  const shared: Readonly<Record<string, unknown>> = {
    ...facts,
    metadata: JSON.stringify(facts.metadata),
    holds: facts.holds.length > 0 ? facts.holds.map(({ reason }) => reason).join(' ') : null,
    ...Object.fromEntries(Object.entries(to ?? {}).map(([name, value]) => [`ship_to_${name}`, value])),
  };
  for (const { id: lineId, ...line } of lines) {
    const cells: Readonly<Record<string, unknown>> = { ...shared, ...line, line_id: lineId };
    yield ORDER_EXPORT_COLUMNS.map((column) => cellOf(cells[column]));
  }
}

function cellOf(value: unknown): CsvCell {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? guardFormula(value) : null;
}
