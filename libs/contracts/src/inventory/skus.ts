import { z } from 'zod';
import {
  clientTimestamp,
  id,
  listQuery,
  locationReference,
  newSkuCode,
  pageOf,
  placeReference,
  quantity,
  repeatable,
  searchText,
  skuCode,
  text,
  timestamp,
} from '../fields.ts';

const name = text(1, 200).describe('Display name.');
const onHand = quantity.describe('Units there are, wherever they lie.');
const reorderPoint = quantity.describe('Below this many units on hand the SKU is low in stock.');
const home = locationReference.nullable().describe('Home location; null is the default warehouse itself.');

export const skuStatus = z.enum(['active', 'archived']);

/** A SKU as every answer and event shows it: `on_hand` = sum of `stock`, `available` = `on_hand` - `allocated` ≥ 0. */
export const skuRecord = z
  .strictObject({
    sku: skuCode,
    name,
    on_hand: onHand,
    allocated: quantity.describe('Units held by orders that are not shipped yet.'),
    available: quantity.describe('Units that can still be promised: on_hand - allocated.'),
    reorder_point: reorderPoint,
    low_stock: z.boolean().describe('Whether on_hand is below reorder_point.'),
    location: z.string().nullable().describe('Home location, `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere.'),
    location_id: id('loc'),
    stock: z
      .array(z.strictObject({ location_id: id('loc'), location: z.string(), on_hand: quantity }))
      .max(1_000)
      .describe('Where the units lie, places without any left out.'),
    status: skuStatus,
    version: z.int().min(1).describe('Rises by one with every change.'),
    created_at: timestamp,
    updated_at: timestamp,
    archived_at: timestamp.nullable(),
  })
  .meta({ id: 'Sku' });
export type SkuRecord = z.output<typeof skuRecord>;

/** A new SKU; `sku` and `name` are required. */
export const createSkuBody = z
  .strictObject({
    sku: newSkuCode,
    name,
    on_hand: onHand.default(0),
    reorder_point: reorderPoint.default(0),
    location: home.default(null),
  })
  .meta({ id: 'SkuCreate', examples: [{ sku: 'MUG-01', name: 'Mug', on_hand: 100, reorder_point: 10, location: 'A3/S2' }] });
export type CreateSkuBody = z.output<typeof createSkuBody>;

/** The body of `PATCH /inventory/:sku`; an omitted field stays. */
export const updateSkuBody = z
  .strictObject({
    name: name.optional(),
    on_hand: onHand.optional(),
    expected_on_hand: onHand
      .optional()
      .describe('Makes the change conditional: if another total is on hand, nothing changes and 412 says which.'),
    reorder_point: reorderPoint.optional(),
    location: home.optional(),
    status: z.literal('active').optional().describe('Restores an archived SKU.'),
    reason: z
      .string()
      .regex(/^[a-z0-9_]{1,64}$/, '1 to 64 of a-z, 0-9 and "_"')
      .optional()
      .describe('Why the quantity changes, for the ledger; `count` unless told.'),
    note: text(1, 1_000).optional().describe('For people who read the ledger.'),
  })
  .meta({ id: 'SkuUpdate', examples: [{ on_hand: 120, expected_on_hand: 100, reason: 'count' }] });
export type UpdateSkuBody = z.output<typeof updateSkuBody>;

/** Query parameters of `GET /inventory`. */
export const listSkusQuery = z.strictObject({
  ...listQuery,
  status: z.enum(['active', 'archived', 'all']).default('active'),
  low_stock: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`: only SKUs below their reorder point; `false`: only the others.'),
  location: placeReference
    .optional()
    .describe(
      'Id or path of a location: only SKUs that are at home or lie there or below it. None where there is no such location.',
    ),
  q: searchText
    .optional()
    .describe(
      'Only SKUs whose `sku`, or a word of whose `name`, begins with this, whatever its case. Of several words, each must be found.',
    ),
  sku: repeatable(skuCode, 100).optional().describe('Only these SKUs: repeat the parameter, up to 100 times.'),
  updated_since: clientTimestamp
    .optional()
    .describe(
      'Only SKUs that changed at this moment or later. A change is dated when it is asked for and seen when it is made: ' +
        'whoever keeps a copy asks from a minute before the newest `updated_at` it has.',
    ),
  sort: z
    .enum(['sku', 'updated_at'])
    .optional()
    .describe(
      'Ascending. `updated_at` where `updated_since` is given, else `sku`. By `updated_at` a SKU that changes meanwhile comes again.',
    ),
});
export type ListSkusQuery = z.output<typeof listSkusQuery>;

export const skuPage = pageOf(skuRecord).meta({ id: 'SkuPage' });
