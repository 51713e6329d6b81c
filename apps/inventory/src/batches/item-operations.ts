import type { InventoryItem, LocationCount } from '@fulfilment/contracts';
import { adjustCommand } from '../skus/adjust-stock.ts';
import { countCommand, createCommand, updateCommand } from '../skus/change-skus.ts';
import type { Origin } from '../stock/domain/command.ts';
import type { SkuCommand } from '../stock/domain/commands/commands.ts';

/** An item of a batch, or a row of a file. */
export type AnyItem = InventoryItem | LocationCount;
/** The operation of an item or a row. */
export type Op = AnyItem['op'];

interface ItemOperation<Item> {
  commandOf(item: Item, origin: Origin): SkuCommand;
  /** True where it adds or takes units: it comes out the same before and behind its like, and an import counts it as adjusted. */
  readonly isRelative: boolean;
  /** True where backorders may have to be filled or taken back before the next change of its SKU. Only a change of quantities is. */
  setsUnits(item: Item): boolean;
}

type ItemOperations = { readonly [Each in Op]: ItemOperation<Extract<AnyItem, { readonly op: Each }>> };

/** Each operation that batches and files have: a new one is an item of the contract and a row here. */
const ITEM_OPERATIONS: ItemOperations = {
  create: { commandOf: createCommand, isRelative: false, setsUnits: () => false },
  update: {
    commandOf: (item, origin) => updateCommand(item.sku, item, origin),
    isRelative: false,
    setsUnits: (item) => item.on_hand !== undefined,
  },
  adjust: { commandOf: (item, origin) => adjustCommand(item.sku, item, origin), isRelative: true, setsUnits: () => false },
  count: { commandOf: countCommand, isRelative: false, setsUnits: () => false },
};

/** The operation of an item, which the table holds to be the one for it. */
export const operationOf = ({ op }: Pick<AnyItem, 'op'>): ItemOperation<AnyItem> => ITEM_OPERATIONS[op];
