import { z } from 'zod';
import { barcodeInPath, locationByIdOrPath, skuCode } from '../fields.ts';
import { batchInventoryBody, inventoryBatchResult, MAX_BATCH_ITEMS } from '../inventory/batches.ts';
import { createSkuBody, listSkusQuery, skuPage, skuRecord, updateSkuBody, updateSkuWarehouseBody } from '../inventory/skus.ts';
import { listMovementsQuery, movementPage } from '../inventory/movements.ts';
import { adjustmentRecord, adjustStockBody } from '../inventory/stock-adjustments.ts';
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
    'Sorted by `sku` by default. Archived SKUs are left out by default. Filters can be combined. With `sold_out`, and if each other filter matches many SKUs and all together few, ' +
    'a page looks through 1,000 SKUs and may have fewer than `limit`, or none, while `has_more` is true.',
  query: listSkusQuery,
  replies: { 200: { description: 'A page of SKUs.', body: skuPage, headers: { Link: 'The next page, `rel="next"`.' } } },
  errors: ['invalid_cursor'],
});

export const createSku = operation({
  id: 'createSku',
  addsRecords: true,
  method: 'POST',
  path: '/inventory',
  service: 'inventory',
  permission: 'inventory:write',
  summary: 'Create a SKU',
  description:
    'The opening quantity is a movement at `location`. An aisle, shelf or bin that does not exist yet in an existing warehouse is created.',
  body: createSkuBody,
  replies: {
    201: { description: 'The created SKU.', body: skuRecord, headers: { Location: 'URL of the SKU.' } },
  },
  errors: ['sku_exists', 'barcode_exists', 'unknown_location', 'location_archived', 'storage_limit_reached'],
});

export const getSku = operation({
  id: 'getSku',
  method: 'GET',
  path: '/inventory/:sku',
  service: 'inventory',
  permission: 'inventory:read',
  summary: 'Retrieve one SKU',
  description: 'Includes archived SKUs.',
  params,
  replies: { 200: { description: 'The SKU.', body: skuRecord } },
  errors: ['not_found'],
});

export const getSkuByBarcode = operation({
  id: 'getSkuByBarcode',
  method: 'GET',
  path: '/inventory/by-barcode/:code',
  service: 'inventory',
  permission: 'inventory:read',
  summary: 'Retrieve the SKU with a barcode',
  description:
    'Includes archived SKUs. A GTIN is found in each of its lengths, and by a GS1 element string with AI 01, in brackets or with FNC1 (0x1D). ' +
    'The barcode is percent-encoded like any part of a path.',
  params: z.strictObject({ code: barcodeInPath.describe('Barcode of the SKU.') }),
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
    '`on_hand` sets the total: the difference applies at the home location first, then at the fullest others. A total below the allocated ' +
    'units takes the shortfall back from the newest orders that are not packed; a total below the units of packed orders is refused. ' +
    'A new `location` moves no stock. `status: "active"` restores an archived SKU. With `expected_on_hand` or `If-Match` the change is made only ' +
    'if the SKU is still as it was read.',
  params,
  body: updateSkuBody,
  replies: { 200: { description: 'The SKU after the change.', body: skuRecord } },
  conditional: true,
  errors: ['not_found', 'sku_archived', 'barcode_exists', 'insufficient_stock', 'unknown_location', 'location_archived'],
});

export const updateSkuWarehouse = operation({
  id: 'updateSkuWarehouse',
  method: 'PATCH',
  path: '/inventory/:sku/warehouses/:warehouse',
  service: 'inventory',
  permission: 'inventory:write',
  summary: 'Change the settings of a SKU for a warehouse',
  description:
    '`safety_stock` is withheld in that warehouse from new orders, quotes and fills of what is not held yet; orders keep the units that they hold, ' +
    'and nothing is taken back. The SKU withholds its own `safety_stock`, and at least what its warehouses withhold together. ' +
    '`reorder_point` decides, by the units in the warehouse, whether the SKU is low in stock there. The change makes a new version of the SKU.',
  params: params.extend({ warehouse: locationByIdOrPath.describe('Id or code of the warehouse.') }),
  body: updateSkuWarehouseBody,
  replies: { 200: { description: 'The SKU after the change.', body: skuRecord } },
  conditional: true,
  errors: ['not_found', 'unknown_location', 'location_archived'],
});

export const archiveSku = operation({
  id: 'archiveSku',
  method: 'DELETE',
  path: '/inventory/:sku',
  service: 'inventory',
  permission: 'inventory:write',
  summary: 'Archive a SKU',
  description:
    'Nothing is deleted. Existing orders are still filled and shipped; new orders for the SKU are refused. Archiving again changes nothing.',
  params,
  replies: { 200: { description: 'The archived SKU.', body: skuRecord } },
  conditional: true,
  errors: ['not_found'],
});

export const adjustStock = operation({
  id: 'adjustStock',
  addsRecords: true,
  method: 'POST',
  path: '/inventory/:sku/adjustments',
  service: 'inventory',
  permission: 'inventory:write',
  summary: 'Adjust the stock of a SKU',
  description:
    'Adjustments are commutative, so they are the way to change stock concurrently with other clients. ' +
    'The result is never below zero, nor below the units of packed orders; a result below the allocated units takes the shortfall back from the ' +
    'newest orders that are not packed.',
  params,
  body: adjustStockBody,
  replies: { 201: { description: 'The movements, and the SKU after them.', body: adjustmentRecord } },
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
  description: 'The ledger, newest first. It is append-only, and the movements at a location add up to its stock.',
  params,
  query: listMovementsQuery,
  replies: {
    200: { description: 'A page of movements.', body: movementPage, headers: { Link: 'The next page, `rel="next"`.' } },
  },
  errors: ['not_found', 'invalid_cursor'],
});

export const batchInventory = operation({
  id: 'batchInventory',
  addsRecords: true,
  method: 'POST',
  path: '/inventory/batch',
  service: 'inventory',
  permission: 'inventory:write',
  summary: 'Create, update and adjust up to 1 000 SKUs',
  description:
    'In `partial` mode each item succeeds or fails individually, and the 200 response holds a result for each. In `atomic` mode all items ' +
    'succeed, or none: the error then names every failed item. An item whose SKU does not exist is `not_found` in both modes; the ' +
    'refusal of an atomic batch for it is 422 `unknown_sku`. Later items see the effect of earlier ones. ' +
    'The response has at most 4 MB: if several items change one SKU, only the last has the `record`, and beyond 4 MB records are left out; `record_left_out` says so.',
  body: batchInventoryBody,
  cost: { member: 'items', item: 'item', itemsPerToken: 10, most: MAX_BATCH_ITEMS, placesPerToken: 1_000 },
  replies: { 200: { description: 'The result of each item.', body: inventoryBatchResult } },
  errors: [
    'sku_exists',
    'barcode_exists',
    'sku_archived',
    'insufficient_stock',
    'unknown_sku',
    'unknown_location',
    'location_archived',
    'version_conflict',
    'storage_limit_reached',
  ],
});
