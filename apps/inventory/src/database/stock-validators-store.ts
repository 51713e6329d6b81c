import type { MigrationStep } from '@fulfilment/mongo';
import { ALLOCATIONS, SKUS } from './inventory-indexes.ts';

/** A whole number from 0; `minimum` refuses NaN as well. */
const UNITS = { bsonType: 'number', minimum: 0, multipleOf: 1 };
const TEXT = { bsonType: 'string' };
const SKU_QUANTITIES = ['on_hand', 'allocated', 'firm', 'waiting'] as const;
const LINE_QUANTITIES = ['quantity', 'allocated', 'shipped'] as const;
const STATES = ['open', 'confirmed', 'shipped', 'released', 'rejected'];

const each = (names: readonly string[], schema: object): object => Object.fromEntries(names.map((name) => [name, schema]));

const skuValidator = (optional: readonly string[], allocatedAtMost: unknown, more: Stricter = {}): MigrationStep => ({
  type: 'validator',
  collection: SKUS,
  level: 'moderate',
  validator: {
    $jsonSchema: {
      required: ['tenant', 'sku', ...SKU_QUANTITIES, 'stock', 'version', 'revision'],
      properties: {
        ...each(['tenant', 'sku'], TEXT),
        ...each([...SKU_QUANTITIES, 'version', 'revision', ...optional], UNITS),
        stock: { bsonType: 'array', items: { required: ['location_id', 'on_hand'], properties: { on_hand: UNITS } } },
        ...more.properties,
      },
    },
    $expr: { $and: [{ $lte: ['$firm', '$allocated'] }, { $lte: ['$allocated', allocatedAtMost] }, ...(more.rules ?? [])] },
  },
});

/** Rules of fields that later releases added. */
interface Stricter {
  readonly properties?: object;
  readonly rules?: readonly object[];
}

/** @param isRight of each line. */
function allocationValidator(optional: object, isRight: object): MigrationStep {
  return {
    type: 'validator',
    collection: ALLOCATIONS,
    level: 'moderate',
    validator: {
      $jsonSchema: {
        required: ['tenant', 'order_id', 'lines', 'state', 'last_attempt', 'version'],
        properties: {
          ...each(['tenant', 'order_id'], TEXT),
          ...each(['last_attempt', 'version'], UNITS),
          state: { enum: STATES },
          lines: {
            bsonType: 'array',
            items: { required: ['id', 'sku', ...LINE_QUANTITIES], properties: { ...each(LINE_QUANTITIES, UNITS), ...optional } },
          },
        },
      },
      $expr: { $allElementsTrue: { $map: { input: '$lines', in: isRight } } },
    },
  };
}

/** 0 ≤ `firm` ≤ `allocated` ≤ `on_hand` - `unavailable` of each SKU, in place of the rule before. */
export const SELLABLE_VALIDATOR = skuValidator(['unavailable'], { $subtract: ['$on_hand', { $ifNull: ['$unavailable', 0] }] });

const orNone = (field: string): object => ({ $ifNull: [field, 0] });

const RESERVED_QUANTITIES = ['unavailable', 'reserved', 'reservations', 'safety_stock'] as const;
/** Units of a SKU that are sellable and not reserved. */
const UNRESERVED = { $subtract: ['$on_hand', { $add: [orNone('$unavailable'), orNone('$reserved')] }] };

/** 0 ≤ `firm` ≤ `allocated` ≤ `on_hand` - `unavailable` - `reserved` of each SKU, in place of the rule before. */
export const RESERVED_VALIDATOR = skuValidator(RESERVED_QUANTITIES, UNRESERVED);

const WAREHOUSE_QUANTITIES = ['on_hand', 'unavailable', 'allocated', 'firm'] as const;

const PROMISED_IN_WAREHOUSE = { $add: ['$$this.allocated', orNone('$$this.reserved')] };

/** @param optional quantities of a warehouse that it may lack. @param promised units that are promised in it. */
const warehousesOfSkus = (optional: readonly string[], promised: unknown): MigrationStep =>
  skuValidator(RESERVED_QUANTITIES, UNRESERVED, {
    properties: {
      warehouses: {
        bsonType: 'array',
        items: {
          required: ['warehouse_id', ...WAREHOUSE_QUANTITIES],
          properties: each([...WAREHOUSE_QUANTITIES, ...optional], UNITS),
        },
      },
    },
    rules: [
      {
        $allElementsTrue: {
          $map: {
            input: { $ifNull: ['$warehouses', []] },
            in: {
              $and: [
                { $lte: ['$$this.firm', '$$this.allocated'] },
                { $lte: [promised, { $subtract: ['$$this.on_hand', '$$this.unavailable'] }] },
              ],
            },
          },
        },
      },
    ],
  });

/** The same, and 0 ≤ `firm` ≤ `allocated` ≤ `on_hand` - `unavailable` in each warehouse. */
const WAREHOUSES_OF_SKUS = warehousesOfSkus([], '$$this.allocated');

/** The same, and `allocated` + `reserved` ≤ `on_hand` - `unavailable` in each warehouse. */
export const RESERVED_IN_WAREHOUSES_VALIDATOR = warehousesOfSkus(['reserved'], PROMISED_IN_WAREHOUSE);

/**
 * The last line under the rules of stock: MongoDB refuses a SKU with 0 ≤ `firm` ≤ `allocated` ≤ `on_hand` broken, and an allocation that
 * holds and has shipped more than was ordered, whatever the code that writes it. Documents that break a rule already can still be changed.
 */
export const STOCK_VALIDATORS: readonly MigrationStep[] = [
  skuValidator([], '$on_hand'),
  allocationValidator({}, { $lte: [{ $add: ['$$this.allocated', '$$this.shipped'] }, '$$this.quantity'] }),
];

const PORTION_QUANTITIES = ['units', 'lost'] as const;

const PORTION_RULES = {
  cancelled: UNITS,
  portions: {
    bsonType: 'array',
    minItems: 1,
    items: {
      required: ['fulfilment', 'units', 'firm'],
      properties: { fulfilment: TEXT, firm: { bsonType: 'bool' }, ...each(PORTION_QUANTITIES, UNITS) },
    },
  },
};

/** @param absent names of units of a line that it may lack. */
const withinQuantity = (absent: readonly string[]) => ({
  $and: [
    {
      $lte: [
        { $add: ['$$this.allocated', '$$this.shipped', ...absent.map((name) => ({ $ifNull: [`$$this.${name}`, 0] }))] },
        '$$this.quantity',
      ],
    },
    { $lte: [{ $sum: { $ifNull: ['$$this.portions.units', []] } }, '$$this.allocated'] },
  ],
});

/** A line holds no more in portions than it holds, and has no more units than were ordered, those that were dropped too. */
export const PORTIONS_VALIDATOR = allocationValidator(PORTION_RULES, withinQuantity(['cancelled']));

const EDIT_RULES = {
  ...PORTION_RULES,
  suspended: UNITS,
  later: { bsonType: 'array', minItems: 1, items: { required: ['since', 'units'], properties: { units: UNITS } } },
};

const isRightEdited = [
  withinQuantity(['cancelled', 'suspended']),
  { $lte: [{ $sum: { $ifNull: ['$$this.later.units', []] } }, '$$this.quantity'] },
];

/** The same with units that are given back for a hold; units that were added later are at most those that were ordered. */
export const EDITS_VALIDATOR = allocationValidator(EDIT_RULES, { $and: isRightEdited });

const SOURCES = {
  bsonType: 'array',
  minItems: 1,
  items: { required: ['warehouse', 'units'], properties: { warehouse: TEXT, units: { ...UNITS, minimum: 1 } } },
};

/** The same, and the sources of a line, where it has some, are all that it holds. */
const SOURCES_OF_ALLOCATIONS = allocationValidator(
  { ...EDIT_RULES, sources: SOURCES },
  {
    $and: [
      ...isRightEdited,
      { $or: [{ $not: ['$$this.sources'] }, { $eq: [{ $sum: '$$this.sources.units' }, '$$this.allocated'] }] },
    ],
  },
);

/** The rules of units that orders hold in warehouses. */
export const WAREHOUSES_VALIDATORS: readonly MigrationStep[] = [WAREHOUSES_OF_SKUS, SOURCES_OF_ALLOCATIONS];

/** The same of SKUs, whose settings for a warehouse are whole numbers from 0. */
export const SETTINGS_VALIDATOR = warehousesOfSkus(['reserved', 'safety_stock', 'reorder_point'], PROMISED_IN_WAREHOUSE);
