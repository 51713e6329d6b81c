import { ROW_ENDS } from '@fulfilment/contracts';
import { csvText } from '@fulfilment/http';
import { array, assert, asyncProperty, integer, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv, readNdjson } from './tables-presentation.ts';

const MARK = '\u{FEFF}';

/** A text in pieces of so many bytes. */
async function* pieces(text: string | Buffer, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function rowsOf(text: string | Buffer, size = 1_000): Promise<unknown[]> {
  const rows: unknown[] = [];
  try {
    for await (const row of readCsv(pieces(text, size))) rows.push(row.content);
  } catch (error) {
    rows.push(error);
  }
  return rows;
}

async function valuesOf(text: string | Buffer, size = 1_000): Promise<unknown[]> {
  const values: unknown[] = [];
  try {
    for await (const { content } of readNdjson(pieces(text, size)))
      values.push(content.type === 'value' ? content.value : content.message);
  } catch (error) {
    values.push(error);
  }
  return values;
}

describe.each([1, 2, 3, 1_000])('CSV in pieces of %i bytes', (size) => {
  test.each([
    [
      'lines of Unix',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'lines of Windows',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['lines of both kinds', 'a\r\n1\n2\r\n3', [['a'], ['1'], ['2'], ['3']]],
    ['a quoted CR', 'a\n"1\r2"\n', [['a'], ['1\r2']]],
    ['no end of the last line', 'a\n1', [['a'], ['1']]],
    [
      'a byte order mark',
      `${MARK}a,b\n1,2\n`,
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'quoted commas, quotes and line ends',
      'a,b\n"1,5","say ""x""\r\ntwice"\n',
      [
        ['a', 'b'],
        ['1,5', 'say "x"\r\ntwice'],
      ],
    ],
    [
      'empty lines and cells',
      '\na,b\n\n,""\n\n',
      [
        ['a', 'b'],
        ['', ''],
      ],
    ],
    ['more and fewer cells', 'a,b\n1\n1,2,3\n', [['a', 'b'], ['1'], ['1', '2', '3']]],
    ['letters of several bytes', 'a\nÄpfel 📦\n', [['a'], ['Äpfel 📦']]],
    ['nothing', '', []],
    ['nothing but line ends', '\n\r\n', []],
  ])('%s', async (_what, text, rows) => {
    expect(await rowsOf(text, size)).toEqual(rows);
  });
});

describe('CSV that cannot be read on gives the rows before that, and says where it is', () => {
  test.each([
    ['a quote that is not closed', 'a\n1\n"2\n3\n', /quote is not closed, in line/],
    ['a quote inside a cell', 'a\n1\n6" plate\n', /inside an unquoted cell.*in line 3/],
    ['something behind a quote', 'a\n1\n"2"x\n', /closing quote.*in line 3/],
    ['a row that ends with CR alone', 'a\n1\n2\r3\n', /CR alone, in line 3. Rows end with LF or CRLF/],
    ['an endless row', `a\n1\n${'x'.repeat(70_000)}\n`, /more than 65536 bytes, in line 3/],
  ])('%s', async (_what, text, message) => {
    const refusal = expect.objectContaining({ code: 'malformed_csv', message: expect.stringMatching(message) });

    expect(await rowsOf(text)).toEqual([['a'], ['1'], refusal]);
  });
});

test.each([
  ['Latin 1', Buffer.from('a\nK\u00E4se\n', 'latin1')],
  ['half a letter at the end', Buffer.from('a\n📦').subarray(0, -1)],
  ['UTF-16', Buffer.from('\u{FEFF}a\n1\n', 'utf16le')],
])('CSV that is not UTF-8 is refused: %s', async (_what, bytes) => {
  expect((await rowsOf(bytes, 5)).at(-1)).toMatchObject({
    code: 'malformed_csv',
    message: expect.stringContaining('The text is not UTF-8, in line'),
  });
});

/** Each end of a line in Unicode (UAX 14, hard breaks) and in ASCII. */
const ENDS = ['\r\n', '\n', '\r', '\n\r', '\v', '\f', '\u001E', '\u0085', '\u2028', '\u2029'];

test.each(ENDS)('no row ends without a line feed, which is what rows are charged by: %j', async (end) => {
  const text = ['1', '2', '3', ''].join(end);
  const csv = (await rowsOf(text)).filter((row) => Array.isArray(row)).length;
  const json = (await valuesOf(text)).filter((value) => typeof value === 'number').length;

  const charged = text.split('\n').length;
  expect({ csv: csv <= charged, json: json <= charged }).toEqual({ csv: true, json: true });
});

test.each(ROW_ENDS)('rows end with what they are charged by: %j', async (end) => {
  const text = ['1', '2', '3', ''].join(end);

  expect([(await rowsOf(text)).length, (await valuesOf(text)).length]).toEqual([3, 3]);
});

test('what is written as CSV is read as it was', async () => {
  const cell = string({ unit: 'grapheme', maxLength: 8 });
  const rows = array(array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
  await assert(
    asyncProperty(rows, integer({ min: 1, max: 50 }), async (written, size) => {
      // The first character of a file may be its byte order mark.
      expect(await rowsOf(`x,y\r\n${csvText(written)}`, size)).toEqual([['x', 'y'], ...written]);
    }),
    { numRuns: 200 },
  );
});

test('numbers and truth values are written plainly, null as an empty cell', () => {
  expect(csvText([['a,b', 1, true, false, null, '']])).toBe('"a,b",1,true,false,,\r\n');
});

describe.each([1, 7, 1_000])('NDJSON in pieces of %i bytes', (size) => {
  test.each([
    ['lines', '{"a":1}\n{"a":"📦"}\n', [{ a: 1 }, { a: '📦' }]],
    ['one line', '{"a":1}', [{ a: 1 }]],
    ['lines of Windows, empty ones, no last end', `${MARK}\r\n{"a":1}\r\n\n 2`, [{ a: 1 }, 2]],
    [
      'a line that is no JSON does not spoil the next',
      '{"a":1\n{"a":2}\n',
      [expect.stringMatching(/^The line is not JSON: /), { a: 2 }],
    ],
    [
      'nor does one of more than 64 levels',
      `${'['.repeat(20_000)}${']'.repeat(20_000)}\n1\n`,
      ['The line is nested more than 64 levels deep.', 1],
    ],
    ['nothing', '', []],
    [
      'not UTF-8',
      Buffer.from('{"a":1}\n"K\u00E4se"\n', 'latin1'),
      [{ a: 1 }, expect.objectContaining({ code: 'malformed_json', message: 'The text is not UTF-8, in line 2.' })],
    ],
    ['an endless line', `1\n"${'x'.repeat(70_000)}"\n`, [1, expect.objectContaining({ code: 'malformed_json' })]],
  ])('%s', async (_what, text, values) => {
    expect(await valuesOf(text, size)).toEqual(values);
  });
});

test.each([1, 7, 1_000])('rows have the numbers that a spreadsheet shows, in pieces of %i bytes', async (size) => {
  const text = 'sku,name\r\n\r\nA,"one\ntwo"\r\n\r\n\r\nB,b\r\n\r\n';
  const rows: unknown[] = [];

  for await (const row of readCsv(pieces(text, size))) rows.push([row.line, row.content[0]]);

  expect(rows).toEqual([
    [1, 'sku'],
    [3, 'A'],
    [6, 'B'],
  ]);
});

test('lines of JSON have the numbers that an editor shows', async () => {
  const lines: number[] = [];

  for await (const { line } of readNdjson(pieces('{}\n\n\n{}\n{}', 3))) lines.push(line);

  expect(lines).toEqual([1, 4, 5]);
});
