import { z } from 'zod';
import { recordId } from '../fields.ts';
import {
  createLocationBody,
  listLocationsQuery,
  listLocationStockQuery,
  locationPage,
  locationRecord,
  locationStockPage,
  transferBody,
  transferRecord,
  updateLocationBody,
} from '../inventory/locations.ts';
import { operation } from '../operation.ts';

const params = z.strictObject({ id: recordId('loc') });

export const listLocations = operation({
  id: 'listLocations',
  method: 'GET',
  path: '/locations',
  service: 'inventory',
  permission: 'locations:read',
  summary: 'List warehouses, aisles, shelves and bins',
  description:
    'In the order of creation by default. Archived locations are left out by default. Every tenant starts with the warehouse `MAIN`.',
  query: listLocationsQuery,
  replies: {
    200: { description: 'A page of locations.', body: locationPage, headers: { Link: 'The next page, `rel="next"`.' } },
  },
  errors: ['invalid_cursor'],
});

export const createLocation = operation({
  id: 'createLocation',
  addsRecords: true,
  method: 'POST',
  path: '/locations',
  service: 'inventory',
  permission: 'locations:write',
  summary: 'Create a location',
  description: 'A warehouse has no parent. The parent of an aisle is a warehouse, of a shelf an aisle, of a bin a shelf.',
  body: createLocationBody,
  replies: {
    201: {
      description: 'The created location.',
      body: locationRecord,
      headers: { Location: 'URL of the location.' },
    },
  },
  errors: ['location_exists', 'location_archived', 'unknown_location', 'storage_limit_reached'],
});

export const getLocation = operation({
  id: 'getLocation',
  method: 'GET',
  path: '/locations/:id',
  service: 'inventory',
  permission: 'locations:read',
  summary: 'Retrieve one location',
  description: 'Includes archived locations.',
  params,
  replies: { 200: { description: 'The location.', body: locationRecord } },
  errors: ['not_found'],
});

export const updateLocation = operation({
  id: 'updateLocation',
  method: 'PATCH',
  path: '/locations/:id',
  service: 'inventory',
  permission: 'locations:write',
  summary: 'Rename or restore a location, or change its settings',
  description:
    'A new `code` changes the paths and versions of the location and of all locations below it at once; ids and stock stay the same. ' +
    '`status: "active"` restores an archived location whose parent is active. `ships`, `priority` and `countries` of a warehouse apply to later orders, and not to the locations below it. ' +
    'A new `usage` applies to the locations below it that had the same one; `sellable` and `pickable` apply to those below it where they change, and `true` only to those which have it by their use, or have the same use. ' +
    'A location with more than 5 000 others below it cannot be renamed, nor have another purpose. ' +
    'The versions of SKUs stored there do not change: a copy cached by `ETag` shows the old path until the SKU changes; `location_id` stays correct.',
  params,
  body: updateLocationBody,
  replies: { 200: { description: 'The location after the change.', body: locationRecord } },
  conditional: true,
  errors: [
    'not_found',
    'location_exists',
    'location_archived',
    'location_not_empty',
    'default_warehouse',
    'storage_limit_reached',
  ],
});

export const archiveLocation = operation({
  id: 'archiveLocation',
  method: 'DELETE',
  path: '/locations/:id',
  service: 'inventory',
  permission: 'locations:write',
  summary: 'Archive a location',
  description:
    'Archives the location and all locations below it. Refused while stock is stored there or an active SKU has its home there. Nothing is deleted, and the code stays taken; archiving again changes nothing. At most 5 000 locations can be archived at once: archive the lower levels first.',
  params,
  replies: { 200: { description: 'The archived location.', body: locationRecord } },
  conditional: true,
  errors: ['not_found', 'location_not_empty', 'default_warehouse'],
});

export const listLocationStock = operation({
  id: 'listLocationStock',
  method: 'GET',
  path: '/locations/:id/stock',
  service: 'inventory',
  permission: 'inventory:read',
  summary: 'List the stock at a location',
  description: 'SKUs with their units at the location or below it, sorted by `sku`. Includes archived SKUs with stock.',
  params,
  query: listLocationStockQuery,
  replies: {
    200: {
      description: 'A page of SKUs.',
      body: locationStockPage,
      headers: { Link: 'The next page, `rel="next"`.' },
    },
  },
  errors: ['not_found', 'invalid_cursor'],
});

export const transferStock = operation({
  id: 'transferStock',
  addsRecords: true,
  method: 'POST',
  path: '/locations/:id/transfer',
  service: 'inventory',
  permission: 'stock:transfer',
  summary: 'Transfer stock between locations',
  description:
    'Moves one SKU, or up to 100 lines, from the location in the path to another, all or nothing. The `on_hand` of the SKUs does not change.',
  params,
  body: transferBody,
  replies: { 201: { description: 'The completed transfer.', body: transferRecord } },
  errors: ['not_found', 'insufficient_stock', 'sku_archived', 'unknown_sku', 'unknown_location', 'location_archived'],
});
