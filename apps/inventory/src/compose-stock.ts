import type { Clock, Stoppable } from '@fulfilment/kernel';
import { Lane } from '@fulfilment/mongo';
import type { Logger, Metrics } from '@fulfilment/observability';
import type { Limits } from './stock/domain/working-set.ts';
import { announce } from './stock/stock-messages.ts';
import { type ChangeStock, makeChangeStock } from './stock/change-stock.ts';
import { makeCommitBatch } from './stock/commit-batch.ts';
import { startKeepFilling } from './orders-stock/keep-filling.ts';
import type { Queued } from './stock/load-working-set.ts';
import type { StockStore } from './stock/stock-ports.ts';
import { makeSettleCommands, type Settled } from './stock/settle-commands.ts';

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

/** The lane in which all changes of a tenant's stock queue, and the filling of backorders beside it. */
export function composeStock({ store, now, logger, metrics, limits = LIMITS }: StockOptions): Stock {
  const settleCommands = makeSettleCommands({
    commitBatch: makeCommitBatch({ store, announce, limits }),
    onStillFilling: (tenant, skus) => filling.goOn(tenant, skus),
  });
  const batches = metrics.histogram({
    name: 'stock_lane_batch_commands',
    help: 'Commands settled together.',
    buckets: BATCH_SIZES,
  });
  const lane = new Lane<Queued, Settled>({ commit: settleCommands, onBatch: (size) => batches.observe(size) });
  metrics.gauge({ name: 'stock_lane_waiting_commands', help: 'Commands that wait for their transaction.' }, (gauge) =>
    gauge.set(lane.waiting()),
  );
  const changeStock = makeChangeStock({ lane });
  const filling = startKeepFilling({
    store,
    changeStock,
    now,
    onError: (err) => logger.warn({ err }, 'Backorders were not filled, they are tried again'),
  });
  return {
    changeStock,
    stop: async () => {
      await filling.stop();
      await lane.stop();
    },
  };
}
