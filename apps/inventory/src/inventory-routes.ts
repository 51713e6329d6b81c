import type { BoundRoute } from '@fulfilment/http';
import type { InventoryUseCases } from './application.ts';
import { bulkRoutes } from './import-export/bulk-routes.ts';
import { locationRoutes } from './locations/location-routes.ts';
import { overviewRoutes } from './overview/overview-routes.ts';
import { skuRoutes } from './skus/sku-routes.ts';

/** Every operation on SKUs and locations. A tenant's first request, whatever it asks, makes its default warehouse. */
export const inventoryRoutes = (inventory: InventoryUseCases): readonly BoundRoute[] => [
  ...bulkRoutes(inventory),
  ...skuRoutes(inventory),
  ...locationRoutes(inventory),
  ...overviewRoutes(inventory),
];
