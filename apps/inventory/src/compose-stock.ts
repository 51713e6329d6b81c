import type { Clock, Stoppable } from '@fulfilment/kernel';
import { Lane } from '@fulfilment/mongo';
import type { Logger, Metrics } from '@fulfilment/observability';
import { startKeepFilling } from './allocations/keep-filling.ts';
import type { Limits } from './stock/domain/working-set.ts';
import { type ChangeStock, StockLane } from './stock/stock-lane.ts';
import type { StockStore } from './stock/stock-ports.ts';

export interface StockOptions {
  readonly store: StockStore;
  readonly now: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly limits?: Limits;
}

/** Everything that changes stock. */
export interface Stock extends Stoppable {
  readonly changeStock: ChangeStock;
}

/**
 * A transaction of this size takes 80 ms (1 000 lines of commands), 90 ms (500 lines filled) or 0.7 s (5 000 orders taken
 * back from), measured on two cores.
 */
export const LIMITS: Limits = { commandLines: 1_000, fillLines: 500, takeBackOrders: 5_000 };

const BATCH_SIZES = [1, 2, 5, 10, 20, 50, 100];

/** The lane of stock, and the filling of backorders beside it. */
export function composeStock({ store, now, logger, metrics, limits = LIMITS }: StockOptions): Stock {
  const batches = metrics.histogram({
    name: 'stock_lane_batch_commands',
    help: 'Commands settled together.',
    buckets: BATCH_SIZES,
  });
  const lane = new StockLane({
    openQueue: (commit) => new Lane({ commit, onBatch: (size) => batches.observe(size) }),
    store,
    limits,
    onStillFilling: (tenant, skus) => filling.goOn(tenant, skus),
  });
  metrics.gauge({ name: 'stock_lane_waiting_commands', help: 'Commands that wait for their transaction.' }, (gauge) =>
    gauge.set(lane.waiting()),
  );
  const filling = startKeepFilling({
    store,
    changeStock: lane.run,
    now,
    onError: (err) => logger.warn({ err }, 'Backorders were not filled, they are tried again'),
  });
  return {
    changeStock: lane.run,
    stop: async () => {
      await filling.stop();
      await lane.stop();
    },
  };
}
