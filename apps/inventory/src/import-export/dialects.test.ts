import { describe, expect, test } from 'vitest';
import { readImportRows } from './import-presentation.ts';

/** The content of each row, or the error that ended the file. */
async function contentsOf(file: string | Uint8Array, { charset = 'utf-8', size = 1_000 } = {}): Promise<unknown[]> {
  const bytes = Buffer.from(file);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const rows: unknown[] = [];
  try {
    for await (const { line, content } of readImportRows({ medium: 'text/csv', charset })(pieces())) rows.push([line, content]);
  } catch (error) {
    rows.push(error);
  }
  return rows;
}

const mug = { sku: 'A', name: 'Mug', on_hand: 5 };

describe('a file is read as spreadsheets and other systems write it', () => {
  test.each<[what: string, file: string, rows: unknown[]]>([
    ['semicolons', 'sku;name;on_hand\r\nA;Mug;5\r\n', [[2, mug]]],
    ['semicolons, with commas in a quoted name', '"sku";"name";on_hand\nA;"Mug, red";5\n', [[2, { ...mug, name: 'Mug, red' }]]],
    ['tabs', 'sku\tname\ton_hand\nA\tMug\t5\n', [[2, mug]]],
    ['tabs, with a quote that is none', 'sku\tname\ton_hand\nA\t6" plate\t5\n', [[2, { ...mug, name: '6" plate' }]]],
    ['a line sep= with a semicolon', 'sep=;\r\nsku;name;on_hand\r\nA;Mug;5\r\n', [[2, mug]]],
    ['a line sep= with a comma, in quotes', '"sep=,"\nsku,name,on_hand\nA,Mug,5\n', [[2, mug]]],
    ['a line SEP= with a tab', 'SEP=\t\nsku\tname\ton_hand\nA\tMug\t5\n', [[2, mug]]],
    ['a line sep= with a bar', 'sep=|\nsku|name|on_hand\nA|Mug|5\n', [[2, mug]]],
    ['a byte order mark before sep=', '\u{FEFF}sep=;\nsku;name;on_hand\nA;Mug;5', [[2, mug]]],
    ['a byte order mark and empty lines', '\u{FEFF}\r\n\r\nsku;name;on_hand\r\nA;Mug;5', [[4, mug]]],
    ['one column', 'sku\nA\n', [[2, { sku: 'A' }]]],
    ['headers in any case', 'SKU,Name,ON_HAND\nA,Mug,5\n', [[2, mug]]],
    ['headers with blanks for _', ' Sku ,NAME,On Hand\nA,Mug,5\n', [[2, mug]]],
    ['cells with blanks at their ends', 'sku,name,on_hand\n A , Mug\u{A0},"5 "\n', [[2, mug]]],
    ['cells of blanks alone are empty', 'sku,name,on_hand,note\nA,Mug,5,"  "\n', [[2, mug]]],
    [
      'empty columns at the end',
      'sku,name,on_hand,,\nA,Mug,5,,\nB,Cup,,\n',
      [
        [2, mug],
        [3, { sku: 'B', name: 'Cup' }],
      ],
    ],
    ['empty cells behind the last column', 'sku,name,on_hand\nA,Mug,5,, ,\n', [[2, mug]]],
    ['a formula behind blanks', 'sku,name,on_hand\nA," \'=1+1",5\n', [[2, { ...mug, name: '=1+1' }]]],
  ])('%s', async (_what, file, rows) => {
    expect(await contentsOf(file)).toEqual(rows);
    expect(await contentsOf(file, { size: 1 })).toEqual(rows);
  });
});

describe('a file is read in the charset that its type names', () => {
  const file = 'sku;name;on_hand\r\nA;Käse – 5 €;5\r\nB;"Öl\n2";1\r\n';
  const rows = [
    [2, { sku: 'A', name: 'Käse – 5 €', on_hand: 5 }],
    [3, { sku: 'B', name: 'Öl\n2', on_hand: 1 }],
  ];
  const latin = Buffer.from(file.replaceAll('–', '\u{96}').replaceAll('€', '\u{80}'), 'latin1');

  test.each([
    ['utf-8', Buffer.from(file)],
    ['utf-8', Buffer.from(`\u{FEFF}${file}`)],
    ['windows-1252', latin],
    ['utf-16le', Buffer.from(file, 'utf16le')],
    ['utf-16le', Buffer.from(`\u{FEFF}${file}`, 'utf16le')],
  ])('%s', async (charset, bytes) => {
    for (const size of [1, 2, 3, 7, 1_000]) expect(await contentsOf(bytes, { charset, size })).toEqual(rows);
  });
});

describe('bytes that are none of the charset are refused with their row, behind the rows before', () => {
  const names = Array.from({ length: 4_000 }, (_, place) => `S-${place},Mug ${place === 2_999 ? 'K?se' : ''}`);
  const text = `sku,name\n${names.join('\n')}\n`;
  const bad = Buffer.from(text);
  bad[bad.indexOf('?')] = 0xe4;
  const wide = Buffer.from(text, 'utf16le');
  wide[wide.indexOf('?', 0, 'utf16le') + 1] = 0xd8;

  test.each([
    ['utf-8', bad, 'The text is not UTF-8, in line 3001'],
    ['utf-16le', wide, 'The text is not utf-16le, in line 3001'],
  ])('%s', async (charset, bytes, message) => {
    for (const size of [100, 10_000_000]) {
      const rows = await contentsOf(bytes, { charset, size });
      expect(rows).toHaveLength(3_000);
      expect(rows.at(-1)).toMatchObject({
        code: 'malformed_csv',
        details: { row: 3_000 },
        message: expect.stringContaining(message),
      });
    }
  });

  test('in a cell of several lines too', async () => {
    const rows = await contentsOf(Buffer.from('sku;name\nA;"Mug\nred"\nB;"Cup\nK\u{E4}se"\n', 'latin1'));

    expect(rows).toMatchObject([[2, { sku: 'A' }], { details: { row: 2 }, message: expect.stringContaining('in line 3.') }]);
  });

  test('in the header line there is no row', async () => {
    const [error] = await contentsOf(Buffer.from('sku,näme\nA,Mug\n', 'latin1'));

    expect(error).toMatchObject({ code: 'malformed_csv', message: expect.stringContaining('in line 1.') });
    expect(error).not.toHaveProperty('details.row');
  });
});

test.each([
  [
    'a separator that is not taken',
    'sep=:\nsku:name\nA:x\n',
    { code: 'malformed_csv', message: expect.stringContaining('sep=') },
  ],
  ['bars without sep=', 'sku|name\nA|x\n', { details: { errors: [{}, { message: expect.stringContaining('sep=') }] } }],
  ['a column without a name between others', 'sku,,name\nA,x,y\n', { details: { errors: [{ pointer: '/columns/1' }] } }],
])('what cannot be read is refused: %s', async (_what, file, error) => {
  expect(await contentsOf(file)).toMatchObject([error]);
});

test('a cell behind the last column that is not empty fails its row', async () => {
  const bytes = ReadableStream.from([Buffer.from('sku;name;\nA;Mug;x;\n')]);

  const seen = await Array.fromAsync(readImportRows({ medium: 'text/csv' })(bytes), ({ change }) => change);

  expect(seen).toMatchObject([{ row: { error: { message: 'The row has 3 cells, and the header line 2.' } } }]);
});
