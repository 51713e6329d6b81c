import { LRUCache } from 'lru-cache';
import { type AllocationDocument, toAllocation } from '../database/allocation-documents.ts';
import type { SkuDocument, SkuToChange } from '../database/sku-documents.ts';
import type { Allocation } from '../model/allocation.ts';

/** The documents that a transaction wrote. */
export interface WrittenStock {
  readonly skus: readonly SkuDocument[];
  readonly allocations: readonly AllocationDocument[];
}

/** Bounds what is remembered, in lines of orders and locations of SKUs: some tens of megabytes. */
const MAX_WEIGHT = 50_000;
/** Milliseconds for which nothing of a tenant is remembered whose stock another process changed: it may well do so again. */
const DISTRUST_MS = 1_000;
const MAX_TENANTS = 10_000;

/**
 * The SKUs and allocations that this process committed last, by their ids: read-through would be a round trip each. They may have
 * changed since, so a decision may rest on them only where its transaction writes over them, which compares their revisions.
 */
export class StockCache {
  readonly #skus = new LRUCache<string, SkuToChange>({ maxSize: MAX_WEIGHT, sizeCalculation: ({ stock }) => 1 + stock.length });
  readonly #allocations = new LRUCache<string, Allocation>({
    maxSize: MAX_WEIGHT,
    sizeCalculation: ({ lines }) => 1 + lines.length,
  });
  readonly #distrusted = new LRUCache<string, true>({ max: MAX_TENANTS, ttl: DISTRUST_MS });

  /** The document of a SKU, but for what the search finds it by. */
  sku(id: string): SkuToChange | undefined {
    return this.#skus.get(id);
  }

  allocation(id: string): Allocation | undefined {
    return this.#allocations.get(id);
  }

  /** True where the tenant's stock is worth a try. */
  isTrusted(tenant: string): boolean {
    return !this.#distrusted.has(tenant);
  }

  /** To be called where a transaction that relied on it was refused. */
  distrust(tenant: string): void {
    this.#distrusted.set(tenant, true);
  }

  /**
   * To be called with what a transaction wrote, once it is committed. It is read from the documents as from the database: what a record
   * was given for the transaction alone, and is not stored, is not remembered either.
   */
  remember({ skus, allocations }: WrittenStock): void {
    for (const { prefixes: _beginnings, ...document } of skus) {
      const { _id: id } = document;
      this.#skus.set(id, document);
    }
    for (const document of allocations) {
      const { _id: id } = document;
      this.#allocations.set(id, toAllocation(document));
    }
  }
}
