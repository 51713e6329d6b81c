import { CSV, NDJSON, ORDER_EXPORT_COLUMNS, type OrderRecord } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { newFulfilment } from './domain/fulfilment.ts';
import { createdOrder, mugs, shippedOrder } from './domain/order.builder.ts';
import { exportText } from './export-presentation.ts';
import { toOrderRecord } from './order-messages.ts';

const lines = [mugs(), mugs({ id: 'lin_01JD8Z00000000000000000002', sku: 'CUP "L", red', quantity: 3 })];
const shipTo = { name: '=cmd()', address1: '1 High St', city: 'Leeds', country: 'GB' };
const first = toOrderRecord(createdOrder({ lines, shipTo, note: 'one\ntwo', metadata: { gift: 'yes' } }));
const second = toOrderRecord(shippedOrder());

async function* inPieces(...pieces: readonly (readonly OrderRecord[])[]) {
  yield* pieces;
}

const textOf = async (medium: string, ...pieces: readonly (readonly OrderRecord[])[]) =>
  (await Array.fromAsync(exportText(medium, inPieces(...pieces)))).join('');

test('NDJSON is one whole order a line', async () => {
  const text = await textOf(NDJSON, [first], [], [second]);

  expect(text.endsWith('\n')).toBe(true);
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toEqual([first, second]);
});

test.each([
  [NDJSON, 0],
  [CSV, 1],
])(
  'orders of which a filter leaves out all are a piece nevertheless, since others have their turn between pieces: %s',
  async (medium, header) => {
    const pieces = await Array.fromAsync(exportText(medium, inPieces([], [], [])));

    expect(pieces.slice(header)).toEqual(['', '', '']);
  },
);

const row = (...cells: readonly string[]) => `${cells.join(',')}\r\n`;

test('CSV is a header and one row for each line of an order, quoted, without formulas', async () => {
  const text = await textOf(CSV, [first], [second]);
  const [header, ...rows] = text.split('\r\n');

  expect(header).toBe(ORDER_EXPORT_COLUMNS.join(','));
  expect(rows).toHaveLength(4);
  expect(text).toContain(row('', 'lin_01JD8Z00000000000000000002', '"CUP ""L"", red"', 'Mug', '3', '2', '0', '').slice(1, -2));
  expect(text).toContain(`"one\ntwo"`);
  expect(text).toContain(`'=cmd(),`);
  expect(text).toContain('"{""gift"":""yes""}"');
});

test('CSV says of each line what is packed, waits and was dropped, and of its order how much has left', async () => {
  const part = {
    ...newFulfilment({ id: 'ful_1', lines: [{ lineId: 'lin_1', quantity: 2 }] }, 1, new Date(0)),
    status: 'packed',
  } as const;
  const inParts = createdOrder({
    lines: [mugs({ id: 'lin_1', quantity: 9, allocated: 3, shipped: 1, cancelled: 4 })],
    fulfilments: [{ ...part, lines: [{ lineId: 'lin_1', quantity: 2, allocated: 2 }] }],
  });

  const [header = '', cells = ''] = (await textOf(CSV, [toOrderRecord(inParts)])).split('\r\n');
  const columns = new Map(header.split(',').map((column, place) => [column, cells.split(',')[place]]));

  const units = ['quantity', 'allocated', 'packed', 'backordered', 'shipped', 'cancelled'];
  expect(units.map((column) => columns.get(column))).toEqual(['9', '3', '2', '1', '1', '4']);
  expect(columns.get('fulfilment')).toBe('partial');
  expect(columns.get('id')).toBe(inParts.id);
});

test('an export without orders has the header alone', async () => {
  expect(await textOf(CSV, [])).toBe(`${ORDER_EXPORT_COLUMNS.join(',')}\r\n`);
  expect(await textOf(NDJSON, [])).toBe('');
});

test('CSV comes in pieces of about 256,000 characters, whatever one order repeats in each of its lines', async () => {
  const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`key ${at}`, 'v'.repeat(500)]));
  const many = Array.from({ length: 200 }, (_, at) => mugs({ id: `lin_01JD8Z0000000000000000${String(at).padStart(4, '0')}` }));
  const large = toOrderRecord(createdOrder({ lines: many, metadata }));

  const pieces = await Array.fromAsync(exportText(CSV, inPieces([large, first])));

  expect(pieces.length).toBeGreaterThan(20);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(320_000);
  expect(pieces.join('').split('\r\n')).toHaveLength(1 + 200 + 2 + 1);
  expect(pieces.join('')).toBe((await textOf(CSV, [large])) + (await textOf(CSV, [first])).replace(/^.*\r\n/, ''));
});
