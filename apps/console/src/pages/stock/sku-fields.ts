import { typedNumber } from '../../api/typed-number.ts';
import type { SkuRecord } from '../../api/types.ts';
import { metadataOf, metadataText } from '../../parts/fields/metadata-field.tsx';

/** The fields of a SKU as a form keeps them. */
export type SkuFields = Readonly<
  Record<
    | 'name'
    | 'reorder_point'
    | 'safety_stock'
    | 'location'
    | 'barcodes'
    | 'weight_g'
    | 'unit_cost'
    | 'currency'
    | 'hs_code'
    | 'country_of_origin'
    | 'metadata',
    string
  >
>;

/** The fields of a SKU that is still to be made. */
export const NO_SKU: SkuFields = {
  name: '',
  reorder_point: '',
  safety_stock: '',
  location: '',
  barcodes: '',
  weight_g: '',
  unit_cost: '',
  currency: '',
  hs_code: '',
  country_of_origin: '',
  metadata: '',
};

/** The fields of a SKU. */
export function fieldsOfSku(sku: SkuRecord): SkuFields {
  return {
    name: sku.name,
    reorder_point: String(sku.reorder_point),
    safety_stock: String(sku.safety_stock),
    location: sku.location ?? '',
    barcodes: sku.barcodes.join('\n'),
    weight_g: sku.weight_g === null ? '' : String(sku.weight_g),
    unit_cost: sku.unit_cost ?? '',
    currency: sku.currency ?? '',
    hs_code: sku.hs_code ?? '',
    country_of_origin: sku.country_of_origin ?? '',
    metadata: metadataText(sku.metadata),
  };
}

/** The values of the API that fields stand for; undefined for an empty one. A SKU keeps the kind of each barcode that it has. */
export function valuesOfSku(fields: SkuFields) {
  const barcodes = fields.barcodes
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return {
    name: fields.name,
    reorder_point: typedNumber(fields.reorder_point),
    safety_stock: typedNumber(fields.safety_stock),
    location: textOrNone(fields.location),
    barcodes,
    weight_g: typedNumber(fields.weight_g),
    unit_cost: textOrNone(fields.unit_cost),
    currency: textOrNone(fields.currency.toUpperCase()),
    hs_code: textOrNone(fields.hs_code),
    country_of_origin: textOrNone(fields.country_of_origin.toUpperCase()),
    metadata: metadataOf(fields.metadata),
  };
}

function textOrNone(text: string): string | undefined {
  return text.trim() || undefined;
}
