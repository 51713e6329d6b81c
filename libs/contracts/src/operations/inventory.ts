import { z } from 'zod';
import { nothing, skuCode } from '../fields.ts';
import { createSkuBody, listSkusQuery, skuPage, skuRecord, updateSkuBody } from '../inventory.ts';
import { operation } from '../operation.ts';

const params = z.strictObject({ sku: skuCode });

export const listSkus = operation({
  id: 'listSkus',
  method: 'GET',
  path: '/inventory',
  service: 'inventory',
  permission: 'inventory:read',
  summary: 'List SKUs with their current quantities',
  description: 'Sorted by `sku`. Archived SKUs are left out unless `status` asks for them.',
  params: nothing,
  query: listSkusQuery,
  body: nothing,
  replies: { 200: { description: 'A page of SKUs.', body: skuPage, headers: { Link: 'The next page, `rel="next"`.' } } },
  errors: ['invalid_cursor'],
});

export const createSku = operation({
  id: 'createSku',
  method: 'POST',
  path: '/inventory',
  service: 'inventory',
  permission: 'inventory:write',
  summary: 'Create a SKU',
  description:
    'The opening quantity is a movement at `location`. An aisle, shelf or bin that does not exist yet in an existing warehouse is created.',
  params: nothing,
  query: nothing,
  body: createSkuBody,
  replies: {
    201: { description: 'The SKU as it was created.', body: skuRecord, headers: { Location: 'Where the SKU is read.' } },
  },
  errors: ['sku_exists', 'unknown_location', 'location_archived'],
});

export const getSku = operation({
  id: 'getSku',
  method: 'GET',
  path: '/inventory/:sku',
  service: 'inventory',
  permission: 'inventory:read',
  summary: 'Retrieve one SKU',
  description: 'Archived SKUs are answered too.',
  params,
  query: nothing,
  body: nothing,
  replies: { 200: { description: 'The SKU.', body: skuRecord } },
  errors: ['not_found'],
});

export const updateSku = operation({
  id: 'updateSku',
  method: 'PATCH',
  path: '/inventory/:sku',
  service: 'inventory',
  permission: 'inventory:write',
  summary: 'Update fields of a SKU',
  description:
    '`on_hand` sets the total: the difference is moved at the home location first, then at the fullest others. Below what is allocated, ' +
    'the shortfall is taken back from the newest orders that are not packed; below what packed orders hold it is refused. ' +
    'A new `location` moves no stock. `status: "active"` restores an archived SKU.',
  params,
  query: nothing,
  body: updateSkuBody,
  replies: { 200: { description: 'The SKU after the change.', body: skuRecord } },
  conditional: true,
  errors: ['not_found', 'sku_archived', 'insufficient_stock', 'unknown_location', 'location_archived'],
});

export const archiveSku = operation({
  id: 'archiveSku',
  method: 'DELETE',
  path: '/inventory/:sku',
  service: 'inventory',
  permission: 'inventory:write',
  summary: 'Archive a SKU',
  description:
    'Nothing is removed. Orders that hold or wait for its stock are still filled and shipped; new orders are refused. Archiving again changes nothing.',
  params,
  query: nothing,
  body: nothing,
  replies: { 200: { description: 'The archived SKU.', body: skuRecord } },
  conditional: true,
  errors: ['not_found'],
});
