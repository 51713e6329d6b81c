import type { Answered } from '@fulfilment/kernel';
import { Lane } from '@fulfilment/mongo';
import { mainWarehouse } from '../model/location.builder.ts';
import { type Location, purposeOf } from '../model/location.ts';
import type { Sku } from '../model/sku.ts';
import { type Shipping, unitsIn } from '../model/sourcing.ts';
import type { RunCommand } from './run-command.ts';
import type { Command } from './domain/commands/commands.ts';
import { type Limits, LIMITS } from './domain/working-set.ts';
import { MemoryStockStore } from './memory-stock-store.fixture.ts';
import type { PresentedResult } from './presented-result.ts';
import type { StockWrite } from './stock-ports.ts';
import { type CommitOptions, makeChangeStock, makeCommitCommands } from './stock-lane.ts';
import { violationsOf } from './stock-violations.fixture.ts';

/** A transaction that writes nothing. */
export const WRITES_NOTHING: StockWrite = {
  skus: [],
  allocations: [],
  reservations: [],
  newLocations: [],
  barcodeGivers: [],
  locations: new Map(),
  lockedLocations: [],
  movements: [],
  messages: [],
  receipts: [],
  newScanAnswers: [],
};

export const TENANT = { accountId: 'acc_1', environment: 'sandbox' } as const;

/** The lane of stock over a store. */
export function runCommandOf(options: CommitOptions): RunCommand {
  const lane = new Lane({ commit: makeCommitCommands(options) });
  return makeChangeStock((tenant, queued, sequence) => lane.submit(tenant, queued, sequence));
}

/** An aisle of the default warehouse whose units no order may have, and a shelf in it. */
export const quarantine = (['aisle', 'shelf'] as const).map((type, depth): Location => {
  const ids = ['loc_00000000000000000000000Q00', 'loc_00000000000000000000000QS0'];
  const id = ids[depth] ?? '';
  return mainWarehouse({
    id,
    type,
    code: depth === 0 ? 'Q' : 'S1',
    path: depth === 0 ? 'MAIN:Q' : 'MAIN:Q/S1',
    parentId: [mainWarehouse().id, ...ids][depth] ?? null,
    lineage: [mainWarehouse().id, ...ids.slice(0, depth + 1)],
    ...purposeOf('quarantine'),
  });
});

/** A warehouse beside the default one, by its number from 2. */
export const warehouse = (number: number, shipping?: Shipping): Location => {
  const id = `loc_0000000000000000000000000${number}`;
  const code = `W${number}`;
  return mainWarehouse({ id, code, path: code, lineage: [id], ...(shipping && { shipping }) });
};

/** The whole path of a command, from the lane to the store, in memory. */
export function stockInMemory(limits: Partial<Limits> = {}, places: readonly Location[] = []) {
  const store = new MemoryStockStore(mainWarehouse(), ...places);
  const toFill = new Set<string>();
  const change = runCommandOf({
    store,
    limits: { ...LIMITS, ...limits },
    onStillFilling: (_tenant, skus) => {
      for (const sku of skus) toFill.add(sku);
    },
  });
  const answer = (...commands: readonly Command[]): Promise<readonly Answered<PresentedResult>[]> =>
    Promise.all(commands.map((command) => change(TENANT, command)));
  return {
    store,
    /** SKUs that are to be filled next. */
    toFill,
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
        reservations: [...store.reservations.values()],
        movements: store.movements,
        messages: store.messages,
        unsellable: [...store.locations.values()].filter(({ sellable }) => !sellable),
        locations: [...store.locations.values()],
        rules: store.rules,
      }),
    /** Units held by warehouse, in all lines, by the codes of these. */
    heldIn: (orderId: string): Readonly<Record<string, number>> =>
      Object.fromEntries(
        [...store.locations.values()].flatMap(({ id, path }) => {
          const lines = store.allocations.get(orderId)?.lines ?? [];
          const units = lines.reduce((sum, { sources }) => sum + unitsIn(sources, id), 0);
          return units > 0 ? [[path, units]] : [];
        }),
      ),
    /** Units held, by line. */
    held: (orderId: string): number[] => store.allocations.get(orderId)?.lines.map(({ allocated }) => allocated) ?? [],
    /** Bodies of the messages of a type, oldest first. */
    said: (type: string): Record<string, unknown>[] =>
      store.messages.filter((message) => message.type === type).map(({ value }) => JSON.parse(value)),
  };
}
