import type { SkuRecord } from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
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
export function isBalanced({
  on_hand: onHand,
  allocated,
  available,
  stock,
}: Pick<SkuRecord, 'on_hand' | 'allocated' | 'available' | 'stock'>): boolean {
  const lying = stock.reduce((sum, place) => sum + place.on_hand, 0);
  return onHand >= 0 && allocated >= 0 && available >= 0 && available === onHand - allocated && lying === onHand;
}

/** Looks at some SKUs of a shop. */
export function looksAt(shop: Shop, codes: readonly string[]): () => Promise<readonly SkuRecord[]> {
  return () => Promise.all(codes.map((code) => shop.sku(code)));
}
