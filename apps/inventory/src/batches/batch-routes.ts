import { inventoryItem, operations } from '@fulfilment/contracts';
import { type BoundRoute, parseItems } from '@fulfilment/http';
import type { Application } from '../application.ts';
import { withDefaultWarehouse } from '../locations/default-warehouse-routes.ts';
import { okAnswer } from '../records/answers.ts';

export const batchRoutes = ({ commands }: Application): readonly BoundRoute[] => [
  withDefaultWarehouse(commands.ensureDefaultWarehouse)(
    operations.batchInventory,
    async ({ body: { mode, items }, context, gone }) => {
      const batch = { mode, items: parseItems(inventoryItem, items, '/items'), signal: gone };
      const { places, ...answer } = await commands.batchInventory(batch, context);
      return { ...okAnswer(answer), places };
    },
  ),
];
