import { gtinOf } from '@fulfilment/kernel';
import { barcodeTexts, type Sku } from '../../model/sku.ts';

/** The texts of barcodes that SKUs give up, by the codes of the SKUs. */
export type GivenUp = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Barcodes that the SKUs of an atomic batch do not have at its end: its other items may take them, also those that stand before.
 *
 * @param changes the barcodes that its items give to SKUs, in their order.
 */
export function givenUpBy(
  changes: readonly (readonly [code: string, barcodes: readonly string[]])[],
  skuOf: (code: string) => Sku | undefined,
): GivenUp {
  return new Map(
    Array.from(new Map(changes), ([code, barcodes]) => {
      const kept = new Set(barcodes.flatMap((text) => [text, gtinOf(text) ?? text]));
      const before = skuOf(code);
      return [code, new Set(before ? barcodeTexts(before.details).filter((text) => !kept.has(text)) : [])];
    }),
  );
}

/**
 * SKUs of which others took barcodes over.
 *
 * @param before as they were read. @param after those that changed.
 */
export function giversOf(before: readonly Sku[], after: readonly Sku[]): readonly string[] {
  const known = new Map(before.map((sku) => [sku.code, sku.details]));
  const changed = after.filter(({ code, details }) => known.get(code)?.barcodes !== details.barcodes);
  if (changed.length < 2) return [];
  const owners = new Map(changed.flatMap(({ code, details }) => barcodeTexts(details).map((text) => [text, code])));
  return changed.flatMap(({ code }) => {
    const had = known.get(code);
    return had && barcodeTexts(had).some((text) => (owners.get(text) ?? code) !== code) ? [code] : [];
  });
}
