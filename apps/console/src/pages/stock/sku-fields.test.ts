import { updateSkuBody } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { NO_SKU, valuesOfSku } from './sku-fields.ts';

test('barcodes are the lines of their field, without blank ones', () => {
  expect(valuesOfSku({ ...NO_SKU, barcodes: ' 4006381333931\n\nBOX 7 \n' }).barcodes).toEqual(['4006381333931', 'BOX 7']);
});

test('a number that is none, such as 1e3, reaches the schema as it was typed, and is refused there', () => {
  const { weight_g } = valuesOfSku({ ...NO_SKU, weight_g: '1e3' });
  expect(weight_g).toBe('1e3');
  expect(updateSkuBody.safeParse({ weight_g }).error?.issues[0]?.path).toEqual(['weight_g']);
});
