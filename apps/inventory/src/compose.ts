import { TOPICS } from '@fulfilment/contracts';
import { makeReceipts } from '@fulfilment/idempotency';
import { systemClock as now } from '@fulfilment/kernel';
import { makeOutbox } from '@fulfilment/messaging';
import { openService, type RunningService } from '@fulfilment/service';
import { composeStock } from './compose-stock.ts';
import { composeUseCases } from './compose-use-cases.ts';
import type { Config } from './config.ts';
import { inventoryRoutes } from './inventory-routes.ts';
import { decodeStockCommand, handleStockCommands } from './stock/stock-command-messages.ts';
import { INVENTORY_INDEXES } from './stock/inventory-indexes.ts';
import { makeMongoStockStore } from './stock/stock-store.ts';

/** Starts the service; it takes requests when this resolves, and commands once it has its partitions. */
export async function compose(config: Config, onFatal: (error: unknown) => void): Promise<RunningService> {
  const service = await openService({ name: 'inventory', settings: config, onFatal });
  const { mongo, logger, metrics } = service;
  const outbox = makeOutbox(mongo.db, { source: 'inventory' });
  const receipts = makeReceipts(mongo.db);
  await service.ensureIndexes([...outbox.indexes, ...receipts.indexes, ...INVENTORY_INDEXES]);
  const relay = service.relay(outbox.rows);
  const store = makeMongoStockStore({ ...mongo, receipts, addToOutbox: outbox.add, onCommitted: relay.notify });
  const { changeStock } = service.own(composeStock({ store, now, logger, metrics }));
  await service.consume({
    topics: [TOPICS.stockCommands],
    decode: decodeStockCommand,
    handle: handleStockCommands({ changeStock, now }),
  });
  return service.serve({
    routes: inventoryRoutes(composeUseCases({ mongo, receipts, changeStock, now, cursorSecret: config.CURSOR_SECRET })),
  });
}
