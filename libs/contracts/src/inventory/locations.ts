import { z } from 'zod';
import { COUNTRIES, countryCode, recordedCountry } from '../countries.ts';
import {
  bodyList,
  displayName,
  id,
  listQuery,
  locationCode,
  MAX_QUANTITY,
  pageOf,
  locationByIdOrPath,
  quantity,
  queryFlag,
  searchText,
  severalOf,
  skuCode,
  storedText,
  text,
  timestamp,
} from '../fields.ts';
import { clearableField, optionalField, readOnlyField } from '../optional-fields.ts';
import { skuStatus, stockAtLocation } from './skus.ts';

/** From the outside in: each stands in the one before it. */
export const LOCATION_TYPES = ['warehouse', 'aisle', 'shelf', 'bin'] as const;
/** The kinds of locations: each stands in the one before it. */
export const locationType = z.enum(LOCATION_TYPES);
export type LocationType = z.output<typeof locationType>;

/** Uses of a location. */
export const LOCATION_USES = ['storage', 'receiving', 'staging', 'tote', 'quarantine', 'returns', 'damaged'] as const;

/** The order of a location in the way of people who pick. */
const pickSequence = z.int().min(0).max(MAX_QUANTITY);

/** The purpose of a location, as answers show it and requests set it. */
const purpose = {
  usage: z.enum(LOCATION_USES).describe(
    'Use of the location. It decides `sellable` and `pickable` where they are not given: `quarantine`, `returns` and `damaged` are not \
sellable, and only `storage` is pickable.',
  ),
  sellable: z
    .boolean()
    .describe('Whether orders may have the units that are stored there. Units at other locations are on hand and `unavailable`.'),
  pickable: z
    .boolean()
    .describe(
      'Whether units for orders are taken from there first; sellable units elsewhere are taken once no pickable location has any.',
    ),
  pick_sequence: pickSequence.nullable().describe('Position in the order in which people pick; null for none.'),
};

/** Of a new location, and of a change. */
const purposeFields = {
  usage: optionalField(purpose.usage),
  sellable: optionalField(purpose.sellable),
  pickable: optionalField(purpose.pickable),
  pick_sequence: clearableField(pickSequence.describe('Position in the order in which people pick.')),
};

/** The most that a priority of a warehouse is. */
export const MAX_WAREHOUSE_PRIORITY = 1_000;

const shipsOrders = z.boolean().describe('Whether orders may be shipped from the warehouse. Warehouses only; default: true.');
const warehousePriority = z
  .int()
  .min(0)
  .max(MAX_WAREHOUSE_PRIORITY)
  .describe('Priority of the warehouse: of those that may ship an order, the highest comes first. Warehouses only; default: 0.');
const shipsTo = bodyList(z.array(countryCode).min(1), COUNTRIES.size).describe(
  'Countries that the warehouse ships to, ISO 3166-1 alpha-2. Warehouses only; default: all.',
);

/** The orders that a warehouse ships, as answers show them. */
const shipping = {
  ships: z.boolean().nullable().describe('Whether orders may be shipped from the warehouse; null for any other location.'),
  priority: z
    .int()
    .min(0)
    .max(MAX_WAREHOUSE_PRIORITY)
    .nullable()
    .describe(
      'Priority of the warehouse: of those that may ship an order, the highest comes first. Null for any other location.',
    ),
  countries: z
    .array(recordedCountry)
    .min(1)
    .max(COUNTRIES.size)
    .nullable()
    .describe(
      'Countries that the warehouse ships to, ISO 3166-1 alpha-2, each once and sorted; null for all, and for any other location.',
    ),
};

const NAME = 'Display name; null for none.';
const name = displayName.describe(NAME);

/** A location as every answer shows it. */
export const locationRecord = z
  .strictObject({
    id: id('loc').describe('Immutable id.'),
    type: locationType.describe('A bin belongs to a shelf, a shelf to an aisle, an aisle to a warehouse.'),
    code: locationCode.describe('Unique within its parent, including archived locations.'),
    parent_id: id('loc').nullable().describe('Null for a warehouse.'),
    name: storedText(1, 200).nullable().describe(NAME),
    ...purpose,
    ...shipping,
    path: z.string().describe('Codes from the warehouse down: `MAIN:A3/S2`.'),
    status: z.enum(['active', 'archived']).describe('An archived location accepts neither stock nor new locations below it.'),
    version: z.int().min(1).describe('Increases by one with every change, including a change of its path.'),
    created_at: timestamp.describe('When it was created.'),
    updated_at: timestamp.describe('When it last changed.'),
  })
  .meta({ id: 'Location' });
export type LocationRecord = z.output<typeof locationRecord>;

/** A field that is left out, in JSON Schema. */
const BLANK = { type: ['string', 'null'], maxLength: 0 } as const;

/** A new location; a warehouse has no parent. */
export const createLocationBody = z
  .strictObject({
    type: locationType.describe('Kind of location.'),
    code: locationCode.describe('Code, unique within its parent.'),
    parent_id: optionalField(
      id('loc').describe('None for a warehouse. The parent of an aisle is a warehouse, of a shelf an aisle, of a bin a shelf.'),
    ),
    name: optionalField(name),
    ...purposeFields,
    ships: optionalField(shipsOrders),
    priority: optionalField(warehousePriority),
    countries: optionalField(shipsTo),
  })
  .meta({
    id: 'LocationCreate',
    examples: [
      { type: 'warehouse', code: 'W2', name: 'Second warehouse' },
      { type: 'warehouse', code: 'RETURNS', usage: 'returns' },
      { type: 'warehouse', code: 'W3', priority: 10, countries: ['DE', 'AT'] },
    ],
    // What the service says of the parent and of shipping: for a warehouse, and for all that stand in something.
    if: { type: 'object', properties: { type: { type: 'string', const: 'warehouse' } }, required: ['type'] },
    // oxlint-disable-next-line no-thenable -- JSON Schema's keyword; nothing awaits it.
    then: { type: 'object', properties: { parent_id: BLANK } },
    else: {
      type: 'object',
      properties: { parent_id: { type: 'string', minLength: 1 }, ships: BLANK, priority: BLANK, countries: BLANK },
      required: ['parent_id'],
    },
  });
export type CreateLocationBody = z.output<typeof createLocationBody>;

/** Fields of a location that a change of it may repeat as they are. */
const readOnly = {
  id: readOnlyField,
  type: readOnlyField,
  parent_id: readOnlyField,
  path: readOnlyField,
  version: readOnlyField,
  created_at: readOnlyField,
  updated_at: readOnlyField,
};

/** The read-only fields of a location. */
export const READ_ONLY_LOCATION_FIELDS: readonly string[] = Object.keys(readOnly);

/** The body of `PATCH /locations/:id`; an omitted field stays. */
export const updateLocationBody = z
  .strictObject({
    name: clearableField(name),
    code: optionalField(
      locationCode.describe(
        'A new code changes the path of the location and of all locations below it at once. The code of `MAIN` is fixed.',
      ),
    ),
    status: optionalField(
      z
        .enum(['active', 'archived'])
        .describe(
          '`active` restores an archived location, without the locations below it; `archived` is accepted where it is archived already.',
        ),
    ),
    ...purposeFields,
    ships: optionalField(shipsOrders),
    priority: optionalField(warehousePriority),
    countries: clearableField(shipsTo),
    ...readOnly,
  })
  .meta({
    id: 'LocationUpdate',
    examples: [
      { name: 'Cold store', code: 'C1' },
      { priority: 10, countries: ['DE', 'AT'] },
    ],
  });
export type UpdateLocationBody = z.output<typeof updateLocationBody>;

/** Query parameters of `GET /locations`. */
export const listLocationsQuery = z.strictObject({
  ...listQuery,
  type: severalOf(LOCATION_TYPES).optional().describe('Only locations of these types.'),
  parent_id: id('loc').optional().describe('Only direct children of this location. 400 if it does not exist.'),
  path: locationByIdOrPath
    .optional()
    .describe('Path or id of a location: only that location and all below it. 400 if it does not exist.'),
  q: searchText
    .optional()
    .describe(
      'Only locations whose code, or a word of whose name, starts with this, ignoring case and accents. Every word must match; there are at most 8. ' +
        'A path matches locations by the prefix of its last code: `A3/S` finds `A3/S1` and `A3/S20`.',
    ),
  status: z.enum(['active', 'archived', 'all']).default('active').describe('Status of the listed locations.'),
  sort: z
    .enum(['created_at', '-created_at', 'path'])
    .default('created_at')
    .describe('Order: by creation, by creation with the newest first, or by path.'),
});
export type ListLocationsQuery = z.output<typeof listLocationsQuery>;

/** A page of locations. */
export const locationPage = pageOf(locationRecord).meta({ id: 'LocationPage' });

/** The stock of one SKU at a location. */
export const locationStockRecord = z
  .strictObject({
    sku: skuCode.describe('SKU stored there.'),
    name: z.string().describe('Display name.'),
    status: skuStatus.describe("The SKU's status; an archived SKU keeps its stock."),
    on_hand: quantity.min(1).describe('Units stored there, the sum of `stock`.'),
    stock: z.array(stockAtLocation).min(1).max(1_000).describe('The units by location: the location itself, or one below it.'),
  })
  .meta({ id: 'LocationStock' });
export type LocationStockRecord = z.output<typeof locationStockRecord>;

/** Query parameters of `GET /locations/:id/stock`. */
export const listLocationStockQuery = z.strictObject({
  ...listQuery,
  recursive: queryFlag
    .default(true)
    .meta({ default: true })
    .describe('`true`: stock at the location or anywhere below it; `false`: only stock at the location itself.'),
});
export type ListLocationStockQuery = z.output<typeof listLocationStockQuery>;

/** A page of the SKUs that lie at a location. */
export const locationStockPage = pageOf(locationStockRecord).meta({ id: 'LocationStockPage' });

const transferLine = z
  .strictObject({
    sku: skuCode.describe('SKU to move.'),
    quantity: z.int().min(1).max(MAX_QUANTITY).describe('Units to move.'),
  })
  .meta({ id: 'TransferLine' });
const destination = locationByIdOrPath.describe(
  'Id or path of the destination. A shelf or bin that does not exist yet in an existing warehouse is created.',
);
const note = text(1, 1_000).describe('Note in the ledger.');

/** One SKU, or up to 100 lines; all or nothing. */
export const transferBody = z
  .union([
    z.strictObject({ to: destination, ...transferLine.shape, note: optionalField(note) }).meta({ id: 'TransferOfSku' }),
    z
      .strictObject({
        to: destination,
        lines: bodyList(z.array(transferLine).min(1), 100).describe('Lines of the same SKU are checked as a sum.'),
        note: optionalField(note),
      })
      .meta({ id: 'TransferOfLines' }),
  ])
  .meta({
    id: 'TransferCreate',
    examples: [
      { to: 'A3/S2', sku: 'MUG-01', quantity: 5 },
      { to: 'A3/S2', lines: [{ sku: 'MUG-01', quantity: 5 }], note: 'Moved to the front.' },
    ],
  });
export type TransferBody = z.output<typeof transferBody>;

const end = z
  .strictObject({
    id: id('loc').describe('Location id.'),
    path: z.string().describe('Path at the time of the transfer: `MAIN:A3/S2`.'),
  })
  .meta({ id: 'TransferEnd' });

/** A transfer as it was made. */
export const transferRecord = z
  .strictObject({
    id: id('trf').describe('Id, which its movements and events carry as `reference`.'),
    from: end.describe('Source.'),
    to: end.describe('Destination.'),
    lines: z.array(transferLine).describe('Moved units, as requested.'),
    note: z.string().nullable().describe('Note of the request.'),
    created_at: timestamp.describe('Time of the transfer.'),
  })
  .meta({ id: 'Transfer' });
export type TransferRecord = z.output<typeof transferRecord>;
