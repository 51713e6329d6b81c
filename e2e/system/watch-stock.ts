import type { SkuRecord } from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import { z } from 'zod';
import type { Shop } from './shop.ts';

/** Reads SKUs again and again while others work, and keeps what should never be seen. */
export interface StockWatch {
  /** Ends the watch. @returns how often it read, and each record that was not in balance. */
  stop(): Promise<{ readonly reads: number; readonly faults: readonly SkuRecord[] }>;
}

const PAUSE_MS = 150;

/** @param read one look at the SKUs; one that fails (a process was just killed) is left out. */
export function watchStock(read: () => Promise<readonly SkuRecord[]>): StockWatch {
  const faults: SkuRecord[] = [];
  let reads = 0;
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const seen = await read().catch(() => undefined);
      reads += seen ? 1 : 0;
      faults.push(...(seen ?? []).filter((sku) => !isBalanced(sku)));
      // wait: between two looks.
      await delay(PAUSE_MS, stopping.signal);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await watching;
      return { reads, faults };
    },
  };
}

/** Invariants of a SKU in every response, at every moment. */
export const isBalanced = (sku: unknown): boolean => imbalances(sku).length === 0;

const TERMS = ['allocated', 'reserved', 'unavailable', 'buffer', 'available'] as const;
const terms = z.looseObject(Object.fromEntries(['on_hand', ...TERMS].map((name) => [name, z.int().min(0)])));
const shownStock = z.looseObject({
  stock: z.array(z.looseObject({ location_path: z.string(), on_hand: z.int().min(1) })).optional(),
  /** Events of SKUs at many places. */
  stock_truncated: z.boolean().optional(),
  warehouses: z.array(z.looseObject({ warehouse: z.string(), on_hand: z.int() })).optional(),
});

/**
 * Sums that are wrong in one SKU as it is shown: on hand is the sum of the five other quantities, in all and in each warehouse; each quantity
 * is the sum of those in warehouses, and what is on hand there that of the places.
 */
export function imbalances(sku: unknown): readonly string[] {
  const { stock = [], warehouses, ...shown } = shownStock.parse(sku);
  const wrong = [...wrongSum(shown), ...(warehouses ?? []).flatMap((each) => wrongSum(each))];
  if (wrong.length > 0) return wrong;
  const lying = (code?: string): number =>
    stock
      .filter(({ location_path: path }) => code === undefined || path.split(':')[0] === code)
      .reduce((sum, place) => sum + place.on_hand, 0);
  const isWhole = 'stock' in Object(sku) && !shown.stock_truncated;
  const sums = [
    ...(isWhole ? [['units at places', lying(), quantityOf(shown, 'on_hand')] as const] : []),
    ...(isWhole ? (warehouses ?? []).map((each) => [each.warehouse, lying(each.warehouse), each.on_hand] as const) : []),
    ...(warehouses ? ['on_hand', ...TERMS] : []).map(
      (name) => [name, sumOf(warehouses ?? [], name), quantityOf(shown, name)] as const,
    ),
  ];
  return sums.flatMap(([name, sum, told]) => (sum === told ? [] : [`${name}: ${sum} in sum, ${told} are told`]));
}

const quantityOf = (shown: object, name: string): number => z.looseObject({ [name]: z.int() }).parse(shown)[name] ?? 0;
const sumOf = (all: readonly object[], name: string): number => all.reduce((sum, each) => sum + quantityOf(each, name), 0);

function wrongSum(shown: object): readonly string[] {
  const { success, data, error } = terms.safeParse(shown);
  if (!success) return [z.prettifyError(error)];
  const sum = sumOf(
    TERMS.map((name) => ({ units: data[name] })),
    'units',
  );
  return sum === data['on_hand'] ? [] : [`${data['on_hand']} are on hand, ${sum} in sum: ${JSON.stringify(shown)}`];
}

/** Looks at some SKUs of a shop. */
export function looksAt(shop: Shop, codes: readonly string[]): () => Promise<readonly SkuRecord[]> {
  return () => Promise.all(codes.map((code) => shop.sku(code)));
}
