import { describe, expect, test } from 'vitest';
import { mappedFile } from './column-mapping.ts';
import { type ColumnMapping, IMPORT_PRESETS } from './import-presets.ts';

async function mappedText(text: string, mapping: ColumnMapping, size = 1_000) {
  async function* pieces(): AsyncGenerator<string> {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const leftOut: string[] = [];
  let lines = '';
  for await (const line of mappedFile(pieces(), mapping, (what) => leftOut.push(what))) lines += line;
  return { lines, leftOut };
}

const mapping: ColumnMapping = { columns: { 'Item no.': 'sku', Title: 'name', Size: 'name', Stock: 'on_hand' } };

describe('a file of another system becomes one to import', () => {
  test.each([
    ['commas', 'Item no.,Colour,Title,Size,Stock\nA,red,"Mug, ""big""",L,5\n'],
    ['semicolons and Windows', 'Item no.;Colour;Title;Size;Stock\r\nA;red;"Mug, ""big""";L;5\r\n'],
    ['tabs, in another case', 'ITEM NO.\tcolour\ttitle\tsize\tstock\nA\tred\tMug, "big"\tL\t5'],
    ['a byte order mark and a line sep=', '\u{FEFF}sep=;\nItem no.;Colour;Title;Size;Stock\n A ;red;"Mug, ""big""";L;5\n'],
  ])('with %s', async (_what, text) => {
    for (const size of [1, 7, 1_000]) {
      const { lines, leftOut } = await mappedText(text, mapping, size);

      expect(lines).toBe('"sku","name","on_hand"\n"A","Mug, ""big"" / L","5"\n');
      expect(leftOut).toEqual([expect.stringMatching(/^Columns that are not imported: colour\.$/i)]);
    }
  });

  test('empty lines before a line sep= are lines of the file, as the API counts them', async () => {
    expect((await mappedText('\n\nsep=;\nItem no.;Stock\nA;1\n', mapping)).lines).toBe('\n\n"sku","on_hand"\n"A","1"\n');
  });

  test('each row stays in its line, and rows without a SKU are told once', async () => {
    const { lines, leftOut } = await mappedText('Item no.,Stock\nA,1\n,2\n\n"B\n",3\n,4\n', mapping);

    expect(lines).toBe('"sku","on_hand"\n"A","1"\n\n\n"B","3"\n\n');
    expect(leftOut).toEqual(['2 rows without a SKU: not imported.']);
  });

  test.each([
    ['no column of the SKU', 'Nr,Stock\nA,1\n', 'no column Item no.'],
    ['a quote that is not closed', 'Item no.,Stock\nA,"1\n', 'not closed'],
    ['a separator that the API does not take', 'sep=#\nItem no.#Stock\nA#1\n', 'The line sep= names none of'],
  ])('or is refused for %s', async (_what, text, message) => {
    await expect(mappedText(text, mapping)).rejects.toThrow(message);
  });

  test('a column that may be one of several is refused', async () => {
    const square: ColumnMapping = { columns: {}, ...IMPORT_PRESETS['square'] };

    await expect(mappedText('SKU,Current Quantity A,Current Quantity B\nX,1,2\n', square)).rejects.toThrow('Several columns');
  });
});

test('numbers of a column may have a factor', async () => {
  const { lines } = await mappedText('Nr;kg\nA;0.25\nB;0,5\nC;.1\n', {
    columns: { Nr: 'sku', kg: { to: 'weight_g', times: 1_000 } },
  });

  expect(lines).toBe('"sku","weight_g"\n"A","250"\n"B","0,5"\n"C","100"\n');
});
