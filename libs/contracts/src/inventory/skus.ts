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
  storedText,
  text,
  timestamp,
} from '../fields.ts';

const NAME = 'Display name.';
const name = text(1, 200).describe(NAME);
const onHand = quantity.describe('Units in stock at all locations.');
const reorderPoint = quantity.describe('The SKU is low in stock while fewer units are on hand.');
const home = locationReference.nullable().describe('Home location; null for the default warehouse itself.');

/** The units of a SKU that lie at one location. */
export const stockAtLocation = z
  .strictObject({
    location_id: id('loc').describe('Location by id.'),
    location: z.string().describe('Path of the location: `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere.'),
    on_hand: quantity.describe('Units at exactly this location.'),
  })
  .meta({ id: 'StockAtLocation' });

export const skuStatus = z.enum(['active', 'archived']);

/** A SKU as every answer and event shows it: `on_hand` = sum of `stock`, `available` = `on_hand` - `allocated` ≥ 0. */
export const skuRecord = z
  .strictObject({
    sku: skuCode,
    name: storedText(1, 200).describe(NAME),
    on_hand: onHand,
    allocated: quantity.describe('Units allocated to orders that are not shipped yet.'),
    available: quantity.describe('Units that are not allocated: on_hand - allocated.'),
    reorder_point: reorderPoint,
    low_stock: z.boolean().describe('Whether on_hand is below reorder_point.'),
    location: z.string().nullable().describe('Home location, `A3/S2` in the default warehouse, `W2:A3/S2` elsewhere.'),
    location_id: id('loc'),
    stock: z.array(stockAtLocation).max(1_000).describe('Units by location, without empty locations.'),
    status: skuStatus,
    version: z.int().min(1).describe('Increases by one with every change.'),
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
      .describe(
        'Makes the change conditional: if another total is on hand, nothing changes and the 412 response holds that total.',
      ),
    reorder_point: reorderPoint.optional(),
    location: home.optional(),
    status: z.literal('active').optional().describe('Restores an archived SKU.'),
    reason: z
      .string()
      .regex(/^[a-z0-9_]{1,64}$/, '1 to 64 of a-z, 0-9 and "_"')
      .optional()
      .describe('Reason of the change in the ledger. Default: `count`.'),
    note: text(1, 1_000).optional().describe('Note for readers of the ledger.'),
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
    .describe('Id or path of a location: only SKUs with their home or stock at it or below it. Empty if it does not exist.'),
  q: searchText
    .optional()
    .describe('Only SKUs whose `sku`, or a word of whose `name`, starts with this, ignoring case. Every word must match.'),
  sku: repeatable(skuCode, 100).optional().describe('Only these SKUs: repeat the parameter, up to 100 times.'),
  updated_since: clientTimestamp
    .optional()
    .describe(
      'Only SKUs that changed at or after this time. A change carries the time of its request and becomes visible with its commit: ' +
        'to keep a copy in step, ask from one minute before the newest `updated_at` of the copy.',
    ),
  sort: z
    .enum(['sku', 'updated_at'])
    .optional()
    .describe(
      'Ascending. Default: `updated_at` with `updated_since`, else `sku`. By `updated_at`, a SKU that changes between two pages is listed again.',
    ),
});
export type ListSkusQuery = z.output<typeof listSkusQuery>;

export const skuPage = pageOf(skuRecord).meta({ id: 'SkuPage' });
