import { z } from 'zod';
import { id, nothing } from '../fields.ts';
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

const params = z.strictObject({ id: id('loc') });

export const listLocations = operation({
  id: 'listLocations',
  method: 'GET',
  path: '/locations',
  service: 'inventory',
  permission: 'locations:read',
  summary: 'List warehouses, aisles, shelves and bins',
  description:
    'In the order of their creation unless told otherwise. Archived locations are left out unless `status` asks for them. Every tenant starts with the warehouse `MAIN`.',
  params: nothing,
  query: listLocationsQuery,
  body: nothing,
  replies: {
    200: { description: 'A page of locations.', body: locationPage, headers: { Link: 'The next page, `rel="next"`.' } },
  },
  errors: ['invalid_cursor'],
});

export const createLocation = operation({
  id: 'createLocation',
  method: 'POST',
  path: '/locations',
  service: 'inventory',
  permission: 'locations:write',
  summary: 'Create a location',
  description: 'A warehouse has no parent; an aisle stands in a warehouse, a shelf in an aisle, a bin on a shelf.',
  params: nothing,
  query: nothing,
  body: createLocationBody,
  replies: {
    201: {
      description: 'The location as it was created.',
      body: locationRecord,
      headers: { Location: 'Where the location is read.' },
    },
  },
  errors: ['location_exists', 'location_archived', 'unknown_location'],
});

export const getLocation = operation({
  id: 'getLocation',
  method: 'GET',
  path: '/locations/:id',
  service: 'inventory',
  permission: 'locations:read',
  summary: 'Retrieve one location',
  description: 'Archived locations are answered too.',
  params,
  query: nothing,
  body: nothing,
  replies: { 200: { description: 'The location.', body: locationRecord } },
  errors: ['not_found'],
});

export const updateLocation = operation({
  id: 'updateLocation',
  method: 'PATCH',
  path: '/locations/:id',
  service: 'inventory',
  permission: 'locations:write',
  summary: 'Rename or restore a location',
  description:
    'A new `code` changes the path of the location and of everything below it at once, and their versions; ids stay, and so does the stock. ' +
    '`status: "active"` restores an archived location whose parent is active. A location with more than 5 000 others below it is not renamed. ' +
    'The versions of SKUs that lie there stay: a copy that is kept by its `ETag` shows the old path until the SKU changes; `location_id` stays true.',
  params,
  query: nothing,
  body: updateLocationBody,
  replies: { 200: { description: 'The location after the change.', body: locationRecord } },
  conditional: true,
  errors: ['not_found', 'location_exists', 'location_archived', 'default_warehouse'],
});

export const archiveLocation = operation({
  id: 'archiveLocation',
  method: 'DELETE',
  path: '/locations/:id',
  service: 'inventory',
  permission: 'locations:write',
  summary: 'Archive a location',
  description:
    'With everything below it. Refused while stock lies there or an active SKU is at home there. Nothing is removed, and its code stays taken; archiving again changes nothing. At most 5 000 locations are archived at once: begin with those below.',
  params,
  query: nothing,
  body: nothing,
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
  summary: 'List what lies at a location',
  description:
    'SKUs and how many units of each lie at the location or below it, sorted by `sku`. Archived SKUs that still lie there are among them.',
  params,
  query: listLocationStockQuery,
  body: nothing,
  replies: {
    200: {
      description: 'A page of SKUs that lie there.',
      body: locationStockPage,
      headers: { Link: 'The next page, `rel="next"`.' },
    },
  },
  errors: ['not_found', 'invalid_cursor'],
});

export const transferStock = operation({
  id: 'transferStock',
  method: 'POST',
  path: '/locations/:id/transfer',
  service: 'inventory',
  permission: 'stock:transfer',
  summary: 'Transfer stock between locations',
  description:
    'Moves one SKU or up to 100 lines from the location in the path to another, all or nothing. `on_hand` of the SKUs does not change, that of the places does.',
  params,
  query: nothing,
  body: transferBody,
  replies: { 201: { description: 'The transfer as it was made.', body: transferRecord } },
  errors: ['not_found', 'insufficient_stock', 'sku_archived', 'unknown_sku', 'unknown_location', 'location_archived'],
});
