import type { Receipt } from '@fulfilment/idempotency';
import { barcodeForms, type OutgoingMessage } from '@fulfilment/kernel';
import { toAllocation, toAllocationDocument } from '../database/allocation-documents.ts';
import { toSku, toSkuDocument } from '../database/sku-documents.ts';
import { type Allocation, looselyHeld, olderFirst, waitingFor } from '../model/allocation.ts';
import type { Movement } from '../model/ledger.ts';
import type { Location } from '../model/location.ts';
import type { ScanAnswer } from '../model/scan-answer.ts';
import { barcodeTexts, type Sku } from '../model/sku.ts';
import type { FoundOrders, StockReader, StockStore, StockWrite, Wanted } from './stock-ports.ts';

const TENANT_KEY = 'acc_1:sandbox';

/** One tenant's stock in memory, read in the same portions as from MongoDB. */
export class MemoryStockStore implements StockStore {
  readonly skus = new Map<string, Sku>();
  readonly allocations = new Map<string, Allocation>();
  readonly locations = new Map<string, Location>();
  readonly movements: Movement[] = [];
  readonly messages: OutgoingMessage[] = [];
  readonly receipts = new Map<string, Receipt>();
  readonly scanAnswers = new Map<string, ScanAnswer>();
  /** Transactions that were committed. */
  commits = 0;

  constructor(...places: readonly Location[]) {
    for (const place of places) this.locations.set(place.id, place);
  }

  async transact<Result>(
    _tenant: string,
    work: (transaction: { read: StockReader; write: (changes: StockWrite) => Promise<void> }) => Promise<Result>,
  ): Promise<Result> {
    const writes: StockWrite[] = [];
    const result = await work({
      read: this.#reader(),
      write: async (changes) => void writes.push(changes),
    });
    for (const changes of writes) this.#apply(changes);
    this.commits += 1;
    return result;
  }

  async filling(atMost: number, after = ''): Promise<{ tenant: string; sku: string }[]> {
    if (after >= TENANT_KEY) return [];
    const found = [...this.skus.values()].filter(({ filling }) => filling).slice(0, atMost);
    return found.map(({ code }) => ({ tenant: TENANT_KEY, sku: code }));
  }

  #reader(): StockReader {
    return {
      allocations: async (ids) => ids.flatMap((id) => this.allocations.get(id) ?? []),
      skusWithBarcodes: async (barcodes) =>
        new Map(
          [...this.skus.values()].flatMap(({ code, details }) =>
            barcodeTexts(details).some((text) => barcodes.some((each) => barcodeForms(each).includes(text)))
              ? barcodeTexts(details).map((text): [string, string] => [text, code])
              : [],
          ),
        ),
      skus: async (codes) => codes.flatMap((code) => this.skus.get(code) ?? []),
      locations: async ({ ids, paths }) =>
        [...this.locations.values()].filter(({ id, path }) => ids.includes(id) || paths.includes(path)),
      waiting: async (wanted) => portion(this.#orders(), wanted, waitingFor),
      receipts: async (ids) => new Map([...this.receipts].filter(([id]) => ids.includes(id))),
      movedUnder: async (ids) => this.movements.filter(({ claim }) => claim && ids.includes(claim.id)),
      scanAnswers: async (ids) => ids.flatMap((id) => this.scanAnswers.get(id) ?? []),
      movedSince: async ({ sku, locationId, after, atMost }) => {
        const later = this.movements.filter((each) => each.sku === sku && each.at > after);
        const found = later.filter((each) => locationId === null || each.locationId === locationId);
        return found.toReversed().slice(0, atMost);
      },
      holding: async (wanted) => portion(this.#orders().toReversed(), wanted, looselyHeld),
    };
  }

  #orders(): Allocation[] {
    return [...this.allocations.values()].toSorted(olderFirst);
  }

  #apply({ skus, allocations, newLocations, movements, messages, receipts, newScanAnswers }: StockWrite): void {
    // What a record has and its document has not is of one transaction.
    for (const sku of skus) this.skus.set(sku.code, toSku(toSkuDocument(TENANT_KEY, sku, 1, () => [])));
    for (const allocation of allocations)
      this.allocations.set(allocation.orderId, toAllocation(toAllocationDocument(TENANT_KEY, allocation)));
    for (const place of newLocations) this.locations.set(place.id, place);
    this.movements.push(...movements);
    this.messages.push(...messages);
    for (const receipt of receipts) this.receipts.set(receipt.id, receipt);
    for (const answer of newScanAnswers) this.scanAnswers.set(answer.scanId, answer);
  }
}

function portion(
  orders: readonly Allocation[],
  { sku, units, atMost, atMostLines = Number.POSITIVE_INFINITY }: Wanted,
  unitsOf: (allocation: Allocation, sku: string) => number,
): FoundOrders {
  const concerned = orders.filter((allocation) => unitsOf(allocation, sku) > 0);
  const allocations: Allocation[] = [];
  let found = 0;
  let lines = 0;
  for (const allocation of concerned.slice(0, atMost)) {
    allocations.push(allocation);
    found += unitsOf(allocation, sku);
    lines += allocation.lines.length;
    if (found >= units || lines > atMostLines) return { allocations, complete: false };
  }
  return { allocations, complete: concerned.length < atMost };
}
