import { z } from 'zod';
import {
  id,
  listQuery,
  locationCode,
  MAX_QUANTITY,
  pageOf,
  placeReference,
  quantity,
  searchText,
  skuCode,
  text,
  timestamp,
} from '../fields.ts';
import { skuStatus } from './skus.ts';

/** From the outside in: each stands in the one before it. */
export const LOCATION_TYPES = ['warehouse', 'aisle', 'shelf', 'bin'] as const;
/** The kinds of locations: each stands in the one before it. */
export const locationType = z.enum(LOCATION_TYPES);
export type LocationType = z.output<typeof locationType>;

const name = text(1, 200).nullable().describe('Display name; null for none.');

/** A location as every answer shows it. */
export const locationRecord = z
  .strictObject({
    id: id('loc').describe('Its id, which never changes.'),
    type: locationType.describe('A bin stands on a shelf, a shelf in an aisle, an aisle in a warehouse.'),
    code: locationCode.describe('Unique in its parent, archived ones included.'),
    parent_id: id('loc').nullable().describe('Null for a warehouse.'),
    name,
    path: z.string().describe('The codes from the warehouse down: `MAIN:A3/S2`.'),
    status: z.enum(['active', 'archived']).describe('An archived location takes no stock and nothing new stands in it.'),
    version: z.int().min(1).describe('Rises by one with every change, one of its path included.'),
    created_at: timestamp.describe('When it was created.'),
    updated_at: timestamp.describe('When it last changed.'),
  })
  .meta({ id: 'Location' });
export type LocationRecord = z.output<typeof locationRecord>;

/** A new location; a warehouse has no parent. */
export const createLocationBody = z
  .strictObject({
    type: locationType.describe('What it is.'),
    code: locationCode.describe('Its code, unique in its parent.'),
    parent_id: id('loc')
      .nullable()
      .optional()
      .describe('None for a warehouse; an aisle stands in a warehouse, a shelf in an aisle, a bin on a shelf.'),
    name: name.optional(),
  })
  .meta({
    id: 'LocationCreate',
    examples: [{ type: 'warehouse', code: 'W2', name: 'Second warehouse' }],
    // What the service says of the parent: for a warehouse, and for all that stand in something.
    if: { properties: { type: { const: 'warehouse' } }, required: ['type'] },
    // oxlint-disable-next-line no-thenable -- JSON Schema's keyword; nothing awaits it.
    then: { properties: { parent_id: { type: 'null' } } },
    else: { properties: { parent_id: { type: 'string' } }, required: ['parent_id'] },
  });
export type CreateLocationBody = z.output<typeof createLocationBody>;

/** The body of `PATCH /locations/:id`; an omitted field stays. */
export const updateLocationBody = z
  .strictObject({
    name: name.optional(),
    code: locationCode
      .optional()
      .describe('A new code changes the path of the location and of everything below it, at once. `MAIN` keeps its code.'),
    status: z.literal('active').optional().describe('Restores an archived location, and nothing that stands in it.'),
  })
  .meta({ id: 'LocationUpdate', examples: [{ name: 'Cold store', code: 'C1' }] });
export type UpdateLocationBody = z.output<typeof updateLocationBody>;

/** Query parameters of `GET /locations`. */
export const listLocationsQuery = z.strictObject({
  ...listQuery,
  type: locationType.optional().describe('Only locations of this type.'),
  parent_id: id('loc').optional().describe('Only those that stand in this location, not those further below.'),
  path: placeReference
    .optional()
    .describe('Path or id of a location: only that and everything below it. None where there is no such location.'),
  q: searchText
    .optional()
    .describe(
      'Only locations whose code, or a word of whose name, begins with this, whatever its case. Of several words, each must be found. ' +
        'A path finds what stands where it leads and has a code that begins as it ends: `A3/S` finds `A3/S1` and `A3/S20`.',
    ),
  status: z.enum(['active', 'archived', 'all']).default('active').describe('Which of them.'),
  sort: z
    .enum(['created_at', '-created_at', 'path'])
    .default('created_at')
    .describe('In the order of their creation, the newest first, or by path.'),
});
export type ListLocationsQuery = z.output<typeof listLocationsQuery>;

export const locationPage = pageOf(locationRecord).meta({ id: 'LocationPage' });

/** The stock of one SKU at a location. */
export const locationStockRecord = z
  .strictObject({
    sku: skuCode.describe('The SKU that lies there.'),
    name: z.string().describe('Its display name.'),
    status: skuStatus.describe("The SKU's status; an archived one keeps its stock."),
    on_hand: quantity.min(1).describe('Units that lie there, the sum of `stock`.'),
    stock: z
      .array(
        z.strictObject({
          location_id: id('loc').describe('Where they lie: the location itself, or one below it.'),
          location: z.string().describe('Its path.'),
          on_hand: quantity.min(1).describe('Units that lie at this very place.'),
        }),
      )
      .min(1)
      .max(1_000)
      .describe('The same by place.'),
  })
  .meta({ id: 'LocationStock' });
export type LocationStockRecord = z.output<typeof locationStockRecord>;

/** Query parameters of `GET /locations/:id/stock`. */
export const listLocationStockQuery = z.strictObject({
  ...listQuery,
  recursive: z
    .enum(['true', 'false'])
    .default('true')
    .describe('`true`: what lies at the location or anywhere below it; `false`: only what lies at the location itself.'),
});
export type ListLocationStockQuery = z.output<typeof listLocationStockQuery>;

export const locationStockPage = pageOf(locationStockRecord).meta({ id: 'LocationStockPage' });

const transferLine = z.strictObject({
  sku: skuCode.describe('What is moved.'),
  quantity: z.int().min(1).max(MAX_QUANTITY).describe('Units of it.'),
});
const destination = placeReference.describe(
  'Id or path of the location it comes to. A shelf or bin that does not exist yet in an existing warehouse is created.',
);
const note = text(1, 1_000).describe('For the ledger.');

/** One SKU, or up to 100 lines; all or nothing. */
export const transferBody = z
  .union([
    z.strictObject({ to: destination, ...transferLine.shape, note: note.optional() }),
    z.strictObject({
      to: destination,
      lines: z.array(transferLine).min(1).max(100).describe('The same SKU on several lines is judged on their sum.'),
      note: note.optional(),
    }),
  ])
  .meta({ id: 'TransferCreate', examples: [{ to: 'A3/S2', sku: 'MUG-01', quantity: 5 }] });
export type TransferBody = z.output<typeof transferBody>;

const end = z.strictObject({
  id: id('loc').describe('Id of the location.'),
  path: z.string().describe('Its path at the time: `MAIN:A3/S2`.'),
});

/** A transfer as it was made. */
export const transferRecord = z
  .strictObject({
    id: id('trf').describe('Its id: the `reference` of its movements and events.'),
    from: end.describe('Where it came from.'),
    to: end.describe('Where it came to.'),
    lines: z.array(transferLine).describe('What was moved, as it was asked for.'),
    note: z.string().nullable().describe('As it was given.'),
    created_at: timestamp.describe('When it was made.'),
  })
  .meta({ id: 'Transfer' });
export type TransferRecord = z.output<typeof transferRecord>;
