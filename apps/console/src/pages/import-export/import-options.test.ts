import { UnreadableFile } from '@fulfilment/contracts/import-files';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBeginning } from './import-file.ts';
import { charsetOf, fileToSend, type ImportOptions, OWN_MAPPING, PLAIN } from './import-options.ts';

const EXAMPLES = join(import.meta.dirname, '../../../../../e2e/examples/imports');
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'latin1'));
const textOf = async (file: File, options: ImportOptions): Promise<string> => await (await fileToSend(file, options)).file.text();

test.each(['shopify-products', 'shopify-inventory', 'woocommerce', 'square', 'amazon', 'prestashop', 'odoo'])(
  'a file of %s is refused as it is, and previewed by its preset with the columns that it leaves out',
  async (mapping) => {
    const name = `${mapping}.${mapping === 'amazon' ? 'txt' : 'csv'}`;
    const file = new File([new Uint8Array(await readFile(join(EXAMPLES, name)))], name);

    const plain = await readBeginning(file);
    const mapped = await readBeginning(file, { ...plain.options, mapping });

    expect(plain.faults[0]).toMatch(/^An import has no column/);
    expect(mapped).toMatchObject({ faults: [], leftOut: expect.stringMatching(/^Columns that are not imported: /) });
    expect(mapped.columns.every(({ use }) => use === 'imported')).toBe(true);
    expect(mapped.rows.length).toBeGreaterThan(1);
  },
);

test('columns that a member names are mapped, weights in kilograms become grams, and the others are left out', async () => {
  const file = new File(['Item no.;Text;kg;Price\nA;Mug;0.35;9\n;none;1;1\n'], 'stock.csv');
  const own = { 'Item no.': 'sku', Text: 'name', kg: 'weight_g kg' };
  const options: ImportOptions = { ...PLAIN, mapping: OWN_MAPPING, own };

  const { leftOut } = await fileToSend(file, options);

  expect(await textOf(file, options)).toBe('"sku","name","weight_g"\n"A","Mug","350"\n\n');
  expect(leftOut).toEqual(['Columns that are not imported: Price.', '1 row without a SKU: not imported.']);
  expect((await readBeginning(file, { ...options, own: { Text: 'name' } })).faults).toEqual([
    'No column becomes sku; the file has Item no., Text, kg, Price.',
  ]);
});

test.each([
  ['UTF-8', bytesOf('sku,name\nA,M\u00c3\u00bcsli\n'), 'utf-8'],
  ['UTF-8 that is cut within a character', bytesOf('sku,name\nA,M\u00c3'), 'utf-8'],
  ['a spreadsheet on Windows', bytesOf('sku,name\nA,M\u00fcsli\n'), 'windows-1252'],
  ['UTF-16 with its mark', bytesOf('\u00ff\u00fes\0k\0u\0'), 'utf-16le'],
])('the characters of a file are told by its beginning: %s', (_what, bytes, charset) => {
  expect(charsetOf(bytes)).toBe(charset);
});

test('a file in other characters is named by its type where it is sent as it is, and rewritten where its columns are mapped', async () => {
  const file = new File([bytesOf('Nummer;Name\nA;M\u00fcsli\n')], 'stock.csv');
  const { options, columns } = await readBeginning(file);
  const mapped: ImportOptions = { ...options, mapping: OWN_MAPPING, own: { Nummer: 'sku', Name: 'name' } };

  expect([options.charset, columns.map(({ name }) => name)]).toEqual(['windows-1252', ['nummer', 'name']]);
  expect(await fileToSend(file, options)).toMatchObject({ file, charset: 'windows-1252' });
  expect(await textOf(file, mapped)).toContain('"A","Müsli"');
  expect((await fileToSend(file, mapped)).charset).toBeUndefined();
  await expect(fileToSend(file, { ...mapped, charset: 'utf-8' })).rejects.toThrow(UnreadableFile);
});

test('a file by location has the columns of a count, and needs three of them', async () => {
  const file = new File(['sku,name,location,on_hand,sku_on_hand\nA,Mug,A1/S1,3,9\n'], 'counts.csv');
  const counts = await readBeginning(file, { ...PLAIN, by: 'location' });
  const lacking = await readBeginning(new File(['sku,on_hand\nA,3\n'], 'stock.csv'), { ...PLAIN, by: 'location' });

  expect(counts.columns.map(({ use }) => use)).toEqual(['imported', 'ignored', 'imported', 'imported', 'ignored']);
  expect([counts.faults, lacking.faults]).toEqual([[], ['The column location is missing.']]);
  expect((await readBeginning(file)).faults).toEqual([expect.stringContaining('“sku_on_hand”')]);
});
