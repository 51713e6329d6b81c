import { expect, test } from 'vitest';
import { labelOfSku } from './label.ts';

test.each([
  ['an EAN-13', ['4006381333931', 'OTHER'], 'gs1datamatrix', '(01)04006381333931'],
  ['a GTIN-8', ['96385074'], 'gs1datamatrix', '(01)00000096385074'],
  ['digits with a wrong check digit', ['4006381333932'], 'datamatrix', '4006381333932'],
  ['another code', ['MUG-A'], 'datamatrix', 'MUG-A'],
  ['no barcode', [], 'datamatrix', 'MUG/01'],
])('the label of a SKU with %s holds what a scan of it finds', (_what, barcodes, symbology, text) => {
  expect(labelOfSku({ sku: 'MUG/01', name: 'Mug', barcodes }).square).toEqual({ symbology, text });
});
