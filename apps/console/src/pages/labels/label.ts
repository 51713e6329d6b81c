import type { LocationRecord, SkuRecord } from '../../api/types.ts';

/** The texts and codes of a label. */
export interface Label {
  /** The id of the location, or the code of the SKU. */
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  /** The text of the bars, which a laser reads. */
  readonly bars: string;
  /** The square, which cameras and imagers read. */
  readonly square: { readonly symbology: 'datamatrix' | 'gs1datamatrix'; readonly text: string };
}

/** A label of a location: its path in bars, and its id, which stays when it is renamed, in the square. */
export function labelOfLocation({ id, path, name }: Pick<LocationRecord, 'id' | 'path' | 'name'>): Label {
  return { code: id, title: path, detail: name ?? '', bars: path, square: { symbology: 'datamatrix', text: id } };
}

/** A label of a SKU: its first barcode, which GS1 keeps under AI 01 where it is a GTIN, or else its code. */
export function labelOfSku({ sku, name, barcodes: [barcode = sku] }: Pick<SkuRecord, 'sku' | 'name' | 'barcodes'>): Label {
  const square = isGtin(barcode)
    ? ({ symbology: 'gs1datamatrix', text: `(01)${barcode.padStart(14, '0')}` } as const)
    : ({ symbology: 'datamatrix', text: barcode } as const);
  return { code: sku, title: sku, detail: name, bars: barcode, square };
}

/** True for the digits of a GTIN, with its check digit (GS1 General Specifications, 7.9). */
function isGtin(code: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(code)) return false;
  const weighed = Array.from(code.padStart(14, '0'), (digit, at) => Number(digit) * (at % 2 === 0 ? 3 : 1));
  return weighed.reduce((sum, each) => sum + each, 0) % 10 === 0;
}
