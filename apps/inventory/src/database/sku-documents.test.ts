import { expect, test } from 'vitest';
import type { Sku } from '../model/sku.ts';
import { home, mug } from '../stock/stored-stock.fixture.ts';
import { toSkuDocument, toSkuUpdate } from './sku-documents.ts';

const lineageOf = (): readonly string[] => [home.id];
const { prefixes, ...stored } = toSkuDocument('acc_1:sandbox', mug, { revision: 7, lineageOf });

/** The update by which the stored mug becomes another. */
const updateTo = (changes: Partial<Sku>) =>
  toSkuUpdate(toSkuDocument('acc_1:sandbox', { ...mug, ...changes }, { revision: 8, lineageOf, before: stored }), stored);

test('a change of quantities writes them, and none of the texts by which a search finds the SKU', () => {
  expect(updateTo({ onHand: 11, stock: [{ locationId: home.id, onHand: 11 }], version: 5 })).toEqual({
    $set: { on_hand: 11, stock: [{ location_id: home.id, on_hand: 11 }], version: 5, revision: 8 },
  });
});

test('a new name is written with the texts by which a search finds it', () => {
  const { $set } = updateTo({ name: 'Cup' });

  expect($set).toEqual({ name: 'Cup', revision: 8, prefixes: expect.arrayContaining(['cu', 'cup', 'mug']) });
  expect(prefixes).not.toContain('cup');
});

test('what a SKU has no more is taken from its document', () => {
  const { $set, $unset } = updateTo({ unavailable: 0, details: { ...mug.details, metadata: {}, weightG: null } });

  expect({ $set, $unset }).toEqual({ $set: { revision: 8 }, $unset: { unavailable: '', metadata: '', weight_g: '' } });
});

test('times and lists that are equal are not written', () => {
  const { details, stock, updatedAt, createdAt } = structuredClone(mug);

  expect(updateTo({ details, stock, updatedAt, createdAt })).toEqual({ $set: { revision: 8 } });
});
