import type { Allocation } from '../../apps/inventory/src/model/allocation.ts';
import type { StockReader, StockTransaction, StockWrite } from '../../apps/inventory/src/stock/stock-ports.ts';
import type { Bugs } from './system.ts';

/** Records as transactions of stock read them. */
export const reading = (change: (read: StockReader) => Partial<StockReader>): Bugs => ({
  stock: { transaction: ({ read, write }: StockTransaction) => ({ read: { ...read, ...change(read) }, write }) },
});

/** Changes as transactions of stock write them. */
export const writing = (change: (changes: StockWrite) => Partial<StockWrite>): Bugs => ({
  stock: {
    transaction: ({ read, write }: StockTransaction) => ({ read, write: (changes) => write({ ...changes, ...change(changes) }) }),
  },
});

/** Allocations as transactions read them. */
export const allocationsAs = (change: (allocation: Allocation) => Allocation): Bugs =>
  reading((read) => ({
    allocations: async (ids, isNew) => (await read.allocations(ids, isNew)).map(change),
  }));
