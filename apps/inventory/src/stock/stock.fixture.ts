import { Lane } from '@fulfilment/mongo';
import type { StockChange } from './domain/commands/command.ts';
import { mainWarehouse } from '../locations/domain/location.builder.ts';
import type { Sku } from '../skus/domain/sku.ts';
import type { Limits } from './domain/working-set.ts';
import { announce } from './stock-messages.ts';
import { MemoryStockStore } from './memory-stock-store.fixture.ts';
import { violationsOf } from './stock-violations.fixture.ts';
import { type ChangedStock, makeChangeStock } from './change-stock.ts';
import { makeCommitBatch } from './commit-batch.ts';
import type { Queued } from './load-working-set.ts';
import { makeSettleCommands, type Settled } from './settle-commands.ts';

export const TENANT = { accountId: 'acc_1', environment: 'sandbox' } as const;

const LIMITS: Limits = { commandLines: 1_000, fillLines: 500, takeBackOrders: 2_000 };

/** The whole way of a change, from the lane to the store, in memory. */
export function stockInMemory(limits: Partial<Limits> = {}) {
  const store = new MemoryStockStore(mainWarehouse());
  const commitBatch = makeCommitBatch({ store, announce, limits: { ...LIMITS, ...limits } });
  const settle = makeSettleCommands({ commitBatch, onStillFilling: () => {} });
  const lane = new Lane<Queued, Settled>({ commit: settle });
  const changeStock = makeChangeStock({ lane });
  return {
    store,
    /** Has all of them decided in one batch, if they fit into one. */
    run: (...commands: readonly StockChange[]): Promise<readonly ChangedStock[]> =>
      Promise.all(commands.map((command) => changeStock(TENANT, command))),
    sku: (code: string): Sku => {
      const sku = store.skus.get(code);
      if (!sku) throw new Error(`${code} is not there`);
      return sku;
    },
    /** Where quantities, ledger, holds and versions disagree. */
    violations: (): string[] =>
      violationsOf({
        skus: [...store.skus.values()],
        allocations: [...store.allocations.values()],
        movements: store.movements,
        messages: store.messages,
      }),
    /** Units held, by line. */
    held: (orderId: string): number[] => store.allocations.get(orderId)?.lines.map(({ allocated }) => allocated) ?? [],
    /** Bodies of what was said, oldest first. */
    said: (type: string): Record<string, unknown>[] =>
      store.messages.filter((message) => message.type === type).map(({ value }) => JSON.parse(value)),
  };
}
