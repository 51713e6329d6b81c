import { describe, expect, test } from 'vitest';
import { stockInMemory } from '../stock.fixture.ts';
import { create, origin, update } from './commands/command.builder.ts';
import type { CommandBatch } from './commands/commands.ts';

const [UPC, EAN] = ['012345678905', '4006381333931'];

const named = (...barcodes: readonly string[]) => ({ details: { barcodes } });

const together = (commands: CommandBatch['commands'], mode: CommandBatch['mode'] = 'atomic'): CommandBatch => ({
  type: 'batch',
  origin,
  commands,
  mode,
  dryRun: false,
});

async function twoSkus() {
  const stock = stockInMemory();
  await stock.run(create('A', 0, named(UPC, 'a')), create('B', 0, named(EAN)), create('C', 0));
  return { ...stock, barcodes: () => ['A', 'B', 'C'].map((code) => stock.sku(code).details.barcodes) };
}

describe('in an atomic batch', () => {
  test('two SKUs exchange their barcodes, a GTIN in any length', async () => {
    const { run, barcodes } = await twoSkus();
    await run(together([update('A', named('a', `0${EAN}`)), update('B', named(UPC.padStart(14, '0')))]));
    expect(barcodes()).toEqual([['a', `0${EAN}`], [UPC.padStart(14, '0')], []]);
    await run(together([update('A', named(UPC)), update('B', named(EAN))]));

    expect(barcodes()).toEqual([[UPC], [EAN], []]);
  });

  test('three pass them on in a ring, others of their facts between', async () => {
    const { run, barcodes, sku } = await twoSkus();
    const renamed = update('A', { name: 'Apple' });
    await run(together([renamed, update('B', named('a')), update('C', named(EAN)), update('A', named(UPC))]));

    expect(barcodes()).toEqual([[UPC], ['a'], [EAN]]);
    expect(sku('A').name).toBe('Apple');
  });

  test.each([
    ['its owner keeps it', [update('B', named('a')), update('A', named('a'))]],
    ['two want it', [update('B', named('a')), update('C', named('a')), update('A', named())]],
    ['its owner takes it back', [update('A', named()), update('B', named('a')), update('A', named('a'))]],
    ['its owner is not in the batch', [update('B', named('a')), update('C', named('c'))]],
    [
      'its owner gives it up and is refused',
      [update('B', named('a')), update('A', { ...named(), expectedOnHand: 9, onHand: 0 })],
    ],
  ])('a barcode is not taken where %s, and nothing is done', async (_why, commands) => {
    const { run, barcodes } = await twoSkus();
    await run(together(commands));

    expect(barcodes()).toEqual([[UPC, 'a'], [EAN], []]);
  });
});

test('in a partial batch each item is judged by those before it', async () => {
  const { run, barcodes } = await twoSkus();
  await run(together([update('B', named('a')), update('A', named()), update('C', named('a'))], 'partial'));

  expect(barcodes()).toEqual([[], [EAN], ['a']]);
});
