import type { Answered } from '@fulfilment/kernel';
import { Lane } from '@fulfilment/mongo';
import { mainWarehouse } from '../model/location.builder.ts';
import type { Sku } from '../model/sku.ts';
import type { ChangeStock } from './change-stock.ts';
import type { Command } from './domain/commands/commands.ts';
import { type Limits, LIMITS } from './domain/working-set.ts';
import { MemoryStockStore } from './memory-stock-store.fixture.ts';
import type { PresentedResult } from './presented-result.ts';
import { type CommitOptions, makeChangeStock, makeCommitCommands } from './stock-lane.ts';
import { violationsOf } from './stock-violations.fixture.ts';

export const TENANT = { accountId: 'acc_1', environment: 'sandbox' } as const;

/** The lane of stock over a store. */
export function changeStockOf(options: CommitOptions): ChangeStock {
  const lane = new Lane({ commit: makeCommitCommands(options) });
  return makeChangeStock((tenant, queued, sequence) => lane.submit(tenant, queued, sequence));
}

/** The whole path of a command, from the lane to the store, in memory. */
export function stockInMemory(limits: Partial<Limits> = {}) {
  const store = new MemoryStockStore(mainWarehouse());
  const change = changeStockOf({ store, limits: { ...LIMITS, ...limits }, onStillFilling: () => {} });
  const answer = (...commands: readonly Command[]): Promise<readonly Answered<PresentedResult>[]> =>
    Promise.all(commands.map((command) => change(TENANT, command)));
  return {
    store,
    /** Decides all commands in one batch, if they fit into one. */
    answer,
    run: async (...commands: readonly Command[]): Promise<readonly PresentedResult[]> =>
      (await answer(...commands)).map(({ result }) => result),
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
    /** Bodies of the messages of a type, oldest first. */
    said: (type: string): Record<string, unknown>[] =>
      store.messages.filter((message) => message.type === type).map(({ value }) => JSON.parse(value)),
  };
}
