import { describe, expect, test } from 'vitest';
import { create, scanId, scanned, update } from './domain/commands/command.builder.ts';
import { stockInMemory } from './stock.fixture.ts';

const MUG = '4006381333931';
const CUP = '0012345678905';

const details = (...barcodes: readonly string[]) => ({ details: { barcodes } });

async function shelves() {
  const stock = stockInMemory();
  await stock.run(create('MUG', 5, details(MUG, 'old-mug')), create('CUP', 7, details(CUP)), create('LOOSE', 1));
  return { ...stock, onHand: () => ['MUG', 'CUP', 'LOOSE'].map((code) => stock.sku(code).onHand) };
}

describe('a scan without a SKU', () => {
  test.each([
    ['as it is written', MUG],
    ['in 14 digits', `0${MUG}`],
    ['in an element string in brackets', `(01)0${MUG}(10)LOT-7`],
    ['in an element string with FNC1', `010${MUG}10LOT-7\u001D17271231`],
    ['in an element string with the prefix of its symbol', `]C1010${MUG}10LOT-7`],
  ])('moves the SKU that has its barcode %s', async (_form, barcode) => {
    const { run, onHand, said } = await shelves();
    await run(scanned(1, 'receive', { barcode, quantity: 24 }));
    await run(scanned(2, 'count', { barcode, quantity: 20 }));

    expect(onHand()).toEqual([20, 7, 1]);
    expect(said('move')).toMatchObject([{ accepted: true }, { accepted: true }]);
  });

  test('is refused where no SKU has the barcode', async () => {
    const { run, onHand, said } = await shelves();
    await run(scanned(1, 'receive', { barcode: 'of no SKU', quantity: 24 }));

    expect(onHand()).toEqual([5, 7, 1]);
    expect(said('move')).toMatchObject([
      { scan_id: scanId(1), accepted: false, code: 'unknown_sku', errors: [{ pointer: '/barcode', barcode: 'of no SKU' }] },
    ]);
  });

  test('moves the SKU that has the barcode by then, also where that changes in the same transaction', async () => {
    const { run, onHand } = await shelves();
    await run(
      scanned(1, 'count', { barcode: 'old-mug', quantity: 6 }),
      update('MUG', details(MUG)),
      update('LOOSE', details('old-mug')),
      scanned(2, 'count', { barcode: 'old-mug', quantity: 3 }),
    );

    expect(onHand()).toEqual([6, 7, 3]);
  });
});

describe('a scan that names a SKU', () => {
  test('is refused where the barcode is of another, and says of which', async () => {
    const { run, onHand, said } = await shelves();
    await run(
      scanned(1, 'receive', { sku: 'MUG', barcode: '12345678905'.padStart(14, '0'), quantity: 24 }),
      scanned(2, 'count', { sku: 'CUP', barcode: `(01)0${MUG}`, quantity: 1 }),
      update('CUP', details()),
      update('LOOSE', details(CUP)),
      scanned(3, 'receive', { sku: 'CUP', barcode: CUP, quantity: 1 }),
    );

    expect(onHand()).toEqual([5, 7, 1]);
    const owners = ['CUP', 'MUG', 'LOOSE'];
    expect(said('move')).toMatchObject(
      owners.map((sku) => ({ accepted: false, code: 'wrong_item', errors: [{ pointer: '/barcode', sku }] })),
    );
  });

  test.each(['old-mug', MUG, `0${MUG}`, 'a label of no SKU', undefined])(
    'moves it where the barcode is its own, or no SKU has it: %s',
    async (barcode) => {
      const { run, onHand } = await shelves();
      await run(scanned(1, 'receive', { sku: 'MUG', ...(barcode !== undefined && { barcode }), quantity: 1 }));

      expect(onHand()).toEqual([6, 7, 1]);
    },
  );

  test('that does not exist is refused as unknown, also where another SKU has the barcode', async () => {
    const { run, said } = await shelves();
    await run(scanned(1, 'receive', { sku: 'NONE', barcode: MUG, quantity: 1 }));

    expect(said('move')).toMatchObject([{ code: 'unknown_sku', errors: [{ pointer: '/sku', sku: 'NONE' }] }]);
  });
});
