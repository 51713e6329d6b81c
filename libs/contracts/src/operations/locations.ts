import { z } from 'zod';
import { id, nothing } from '../fields.ts';
import {
  createLocationBody,
  listLocationsQuery,
  locationPage,
  locationRecord,
  transferBody,
  transferRecord,
} from '../locations.ts';
import { operation } from '../operation.ts';

const params = z.strictObject({ id: id('loc') });

export const listLocations = operation({
  id: 'listLocations',
  method: 'GET',
  path: '/locations',
  service: 'inventory',
  permission: 'locations:read',
  summary: 'List warehouses, aisles, shelves and bins',
  description: 'In the order of their creation. Every tenant starts with the warehouse `MAIN`.',
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
