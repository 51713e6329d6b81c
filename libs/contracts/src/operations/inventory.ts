import { z } from 'zod';
import { nothing, skuCode } from '../fields.ts';
import { batchInventoryBody, inventoryBatchResult } from '../inventory/batches.ts';
import { createSkuBody, listSkusQuery, skuPage, skuRecord, updateSkuBody } from '../inventory/skus.ts';
import { adjustmentRecord, adjustStockBody, listMovementsQuery, movementPage } from '../inventory/movements.ts';
import { operation } from '../operation.ts';

const params = z.strictObject({ sku: skuCode });

export const listSkus = operation({
  id: 'listSkus',
  method: 'GET',
  path: '/inventory',
  service: 'inventory',
  permission: 'inventory:read',
  summary: 'List SKUs with their current quantities',
  description:
    'Sorted by `sku` unless told otherwise. Archived SKUs are left out unless `status` asks for them. Filters can be combined.',
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
    'A new `location` moves no stock. `status: "active"` restores an archived SKU. With `expected_on_hand` or `If-Match` it is made only ' +
    'if the SKU is still as it was read.',
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

export const adjustStock = operation({
  id: 'adjustStock',
  method: 'POST',
  path: '/inventory/:sku/adjustments',
  service: 'inventory',
  permission: 'inventory:write',
  summary: 'Add units to a SKU or take some away',
  description:
    'Adjustments come out the same in whatever order they arrive, so they are the way to change stock while others change it too. ' +
    'Never below zero, nor below what packed orders hold; between that and what is allocated, the shortfall is taken back from the ' +
    'newest orders that are not packed.',
  params,
  query: nothing,
  body: adjustStockBody,
  replies: { 201: { description: 'What was moved, and the SKU after it.', body: adjustmentRecord } },
  conditional: true,
  errors: ['not_found', 'sku_archived', 'insufficient_stock', 'unknown_location', 'location_archived'],
});

export const listMovements = operation({
  id: 'listMovements',
  method: 'GET',
  path: '/inventory/:sku/movements',
  service: 'inventory',
  permission: 'inventory:read',
  summary: 'List the movements of a SKU',
  description: 'The ledger, newest first. It is only ever added to; what it holds for a place adds up to what lies there.',
  params,
  query: listMovementsQuery,
  body: nothing,
  replies: {
    200: { description: 'A page of movements.', body: movementPage, headers: { Link: 'The next page, `rel="next"`.' } },
  },
  errors: ['not_found', 'invalid_cursor'],
});

export const batchInventory = operation({
  id: 'batchInventory',
  method: 'POST',
  path: '/inventory/batch',
  service: 'inventory',
  permission: 'inventory:write',
  summary: 'Create, update and adjust up to 1 000 SKUs',
  description:
    'In `partial` mode each item succeeds or fails by itself, and 200 says of each what came of it. In `atomic` mode all are done, or ' +
    'none: the refusal then names every item that failed. Later items see what earlier ones did.',
  params: nothing,
  query: nothing,
  body: batchInventoryBody,
  cost: { itemsIn: 'body', member: 'items', item: 'item' },
  replies: { 200: { description: 'What came of each item.', body: inventoryBatchResult } },
  errors: [
    'sku_exists',
    'sku_archived',
    'insufficient_stock',
    'unknown_sku',
    'unknown_location',
    'location_archived',
    'version_conflict',
  ],
});
