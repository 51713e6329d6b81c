import { z } from 'zod';
import { id, listQuery, locationCode, MAX_QUANTITY, pageOf, placeReference, skuCode, text, timestamp } from './fields.ts';

export const LOCATION_TYPES = ['warehouse', 'aisle', 'shelf', 'bin'] as const;
export const locationType = z.enum(LOCATION_TYPES);
export type LocationType = z.output<typeof locationType>;

export const locationRecord = z
  .strictObject({
    id: id('loc'),
    type: locationType,
    code: locationCode,
    parent_id: id('loc').nullable().describe('Null for a warehouse.'),
    name: z.string().nullable(),
    path: z.string().describe('The codes from the warehouse down: `MAIN:A3/S2`.'),
    status: z.enum(['active', 'archived']),
    version: z.int().min(1),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Location' });
export type LocationRecord = z.output<typeof locationRecord>;

export const createLocationBody = z
  .strictObject({
    type: locationType,
    code: locationCode,
    parent_id: id('loc')
      .nullable()
      .optional()
      .describe('None for a warehouse; an aisle stands in a warehouse, a shelf in an aisle, a bin on a shelf.'),
    name: text(1, 200).nullable().optional(),
  })
  .meta({ id: 'LocationCreate', examples: [{ type: 'warehouse', code: 'W2', name: 'Second warehouse' }] });
export type CreateLocationBody = z.output<typeof createLocationBody>;

export const listLocationsQuery = z.strictObject({
  ...listQuery,
  type: locationType.optional(),
  parent_id: id('loc').optional(),
});
export type ListLocationsQuery = z.output<typeof listLocationsQuery>;

export const locationPage = pageOf(locationRecord).meta({ id: 'LocationPage' });

const transferLine = z.strictObject({ sku: skuCode, quantity: z.int().min(1).max(MAX_QUANTITY) });

/** One SKU, or up to 100 lines; all or nothing. */
export const transferBody = z
  .union([
    z.strictObject({ to: placeReference, ...transferLine.shape, note: text(1, 1_000).optional() }),
    z.strictObject({ to: placeReference, lines: z.array(transferLine).min(1).max(100), note: text(1, 1_000).optional() }),
  ])
  .meta({ id: 'TransferCreate', examples: [{ to: 'A3/S2', sku: 'MUG-01', quantity: 5 }] });
export type TransferBody = z.output<typeof transferBody>;

export const transferRecord = z
  .strictObject({
    id: id('trf'),
    from: z.strictObject({ id: id('loc'), path: z.string() }),
    to: z.strictObject({ id: id('loc'), path: z.string() }),
    lines: z.array(transferLine),
    note: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Transfer' });
export type TransferRecord = z.output<typeof transferRecord>;
