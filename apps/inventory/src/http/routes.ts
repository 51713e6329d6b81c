import type { BoundRoute } from '@fulfilment/http';
import type { InventoryUseCases } from '../use-cases/inventory-use-cases.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { locationRoutes } from './location-routes.ts';
import { overviewRoutes } from './overview-routes.ts';
import { skuRoutes } from './sku-routes.ts';

/** Every operation on SKUs and locations. A tenant's first request, whatever it asks, makes its default warehouse. */
export const inventoryRoutes = (inventory: InventoryUseCases): readonly BoundRoute[] => [
  ...bulkRoutes(inventory),
  ...skuRoutes(inventory),
  ...locationRoutes(inventory),
  ...overviewRoutes(inventory),
];
