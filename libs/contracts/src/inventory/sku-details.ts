import { z } from 'zod';
import { countryCode } from '../countries.ts';
import { asciiText, metadata, skuBarcode } from '../fields.ts';
import { clearableField, optionalField } from '../optional-fields.ts';

/** The most barcodes of one SKU. */
export const MAX_BARCODES = 20;

const otherBarcode = z
  .strictObject({
    code: skuBarcode.describe('The code.'),
    type: z.literal('other').describe('A code of your own, also where it has 12, 13 or 14 digits.'),
  })
  .meta({ id: 'OtherBarcode' });

const details = {
  barcodes: z
    .array(z.union([skuBarcode, otherBarcode]))
    .max(MAX_BARCODES)
    .describe(
      'Barcodes by which it is found, at most 20, each of one SKU only. 12, 13 and 14 digits are a GTIN: its check digit has to be right, and ' +
        'it is the same number with leading zeros. `{"code": …, "type": "other"}` makes a plain code of any digits.',
    ),
  metadata: metadata.describe('Your own pairs, at most 50: names of 1 to 40 characters, values of at most 500.'),
  weight_g: z.int().min(0).max(10_000_000).describe('Weight of one unit in grams.'),
  unit_cost: asciiText(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,6})?$/, 'a decimal number as text, such as "12.50"').describe(
    'Cost of one unit as a decimal text, such as `12.50`; needs `currency`.',
  ),
  currency: asciiText(/^[A-Z]{3}$/, 'an ISO 4217 code of three letters').describe('Currency of `unit_cost`, ISO 4217.'),
  hs_code: asciiText(
    /^\d{4}(?:\.?\d{2}){1,4}$/,
    'a code of the Harmonized System, 6 to 12 digits, with or without dots',
  ).describe('Customs code of the Harmonized System, 6 to 12 digits, with or without dots.'),
  country_of_origin: countryCode.describe('Country of origin, ISO 3166-1 alpha-2.'),
};

/** The details of a SKU as records show them: empty or null where it has none. */
export const shownDetails = {
  barcodes: z.array(z.string()).describe('Barcodes by which it is found.'),
  metadata: z.record(z.string(), z.string()).describe('Your own pairs.'),
  weight_g: z.int().nullable().describe('Weight of one unit in grams.'),
  unit_cost: z.string().nullable().describe('Cost of one unit as a decimal text.'),
  currency: z.string().nullable().describe('Currency of `unit_cost`, ISO 4217.'),
  hs_code: z.string().nullable().describe('Customs code of the Harmonized System.'),
  country_of_origin: z.string().nullable().describe('Country of origin, ISO 3166-1 alpha-2.'),
};

/** The names of the details: an import and an export have a column for each. */
export const DETAIL_NAMES = [
  'barcodes',
  'metadata',
  'weight_g',
  'unit_cost',
  'currency',
  'hs_code',
  'country_of_origin',
] as const satisfies readonly (keyof typeof shownDetails)[];

/** The details of a new SKU. */
export const newDetails = {
  barcodes: optionalField(details.barcodes),
  metadata: optionalField(details.metadata),
  weight_g: optionalField(details.weight_g),
  unit_cost: optionalField(details.unit_cost),
  currency: optionalField(details.currency),
  hs_code: optionalField(details.hs_code),
  country_of_origin: optionalField(details.country_of_origin),
};

/** The JSON Schema of a rule that inventory keeps: a new SKU with a cost has its currency. Blank fields count as left out. */
export const COST_NEEDS_CURRENCY = {
  if: { type: 'object', properties: { unit_cost: { type: 'string', minLength: 1 } }, required: ['unit_cost'] },
  // oxlint-disable-next-line no-thenable -- JSON Schema's keyword; nothing awaits it.
  then: { type: 'object', properties: { currency: { type: 'string', minLength: 1 } }, required: ['currency'] },
};

/** Changes of the details: each replaces what is there, null clears it. */
export const changedDetails = {
  barcodes: clearableField(details.barcodes),
  metadata: clearableField(details.metadata),
  weight_g: clearableField(details.weight_g),
  unit_cost: clearableField(details.unit_cost),
  currency: clearableField(details.currency),
  hs_code: clearableField(details.hs_code),
  country_of_origin: clearableField(details.country_of_origin),
};
