import type { Receipts } from '@fulfilment/idempotency';
import type { ClientSession, Filter, FindCursor } from 'mongodb';
import { type Allocation, looselyHeld, waitingFor } from '../orders-stock/domain/allocation.ts';
import type { FoundOrders, StockReader, Wanted } from './stock-ports.ts';
import { type AllocationDocument, allocationKey, toAllocation } from '../orders-stock/allocation-documents.ts';
import { HELD_INDEX, MOVED_UNDER_INDEX, WAITING_INDEX } from './inventory-indexes.ts';
import { toMovement } from '../ledger/movement-documents.ts';
import { type LocationDocument, toLocation } from '../locations/location-documents.ts';
import { readScanAnswers } from '../scans-stock/scan-answer-documents.ts';
import { skuKey, toSku } from '../skus/sku-documents.ts';
import type { StockCollections } from './stock-collections-store.ts';

export interface ReaderTerms {
  readonly session: ClientSession;
  readonly tenant: string;
  readonly receipts: Pick<Receipts, 'find'>;
  /** Told the revision of every SKU, and the version of every allocation: they must still have it when they are written. */
  readonly onRead: (id: string, revision: number) => void;
}

export function makeStockReader(collections: StockCollections, terms: ReaderTerms): StockReader {
  const { skus, places, allocations, movements, scanAnswers } = collections;
  const { session, tenant, receipts, onRead } = terms;
  const toReadAllocation = (document: AllocationDocument): Allocation => {
    const allocation = toAllocation(document);
    onRead(allocationKey(tenant, allocation.orderId), allocation.version);
    return allocation;
  };
  return {
    allocations: async (orderIds) => {
      if (orderIds.length === 0) return [];
      const ids = orderIds.map((orderId) => allocationKey(tenant, orderId));
      return allocations
        .find({ _id: { $in: ids } }, { session })
        .map(toReadAllocation)
        .toArray();
    },
    skus: async (codes) => {
      if (codes.length === 0) return [];
      const found = await skus.find({ _id: { $in: codes.map((code) => skuKey(tenant, code)) } }, { session }).toArray();
      for (const { _id, revision } of found) onRead(_id, revision);
      return found.map(toSku);
    },
    locations: async ({ ids, paths }) => {
      const named: Filter<LocationDocument>[] = [];
      if (ids.length > 0) named.push({ tenant, _id: { $in: [...ids] } });
      if (paths.length > 0) named.push({ tenant, path: { $in: [...paths] } });
      return named.length === 0 ? [] : places.find({ $or: named }, { session }).map(toLocation).toArray();
    },
    receipts: (claimIds) => receipts.find(tenant, claimIds, session),
    movedUnder: (claimIds) =>
      movements
        .find({ tenant, 'claim.id': { $in: [...claimIds] } }, { session })
        .hint(MOVED_UNDER_INDEX)
        .sort({ sku: 1, version: 1, line: 1 })
        .map(toMovement)
        .toArray(),
    scanAnswers: (scanIds) => readScanAnswers(scanAnswers, scanIds, { session, tenant }),
    ...queueReader(allocations, { tenant, session, toReadAllocation }),
  };
}

interface QueueTerms extends Pick<ReaderTerms, 'tenant' | 'session'> {
  readonly toReadAllocation: (document: AllocationDocument) => Allocation;
}

function queueReader(
  allocations: StockCollections['allocations'],
  { tenant, session, toReadAllocation }: QueueTerms,
): Pick<StockReader, 'waiting' | 'holding'> {
  return {
    waiting: (wanted) => {
      const found = allocations
        .find({ tenant, waiting_skus: wanted.sku }, { session })
        .sort({ order_created_at: 1, order_id: 1 })
        .hint(WAITING_INDEX)
        .limit(wanted.atMost)
        .map(toReadAllocation);
      return readOrders(found, wanted, waitingFor);
    },
    holding: (wanted) => {
      const found = allocations
        .find({ tenant, held_skus: wanted.sku }, { session })
        .sort({ order_created_at: -1, order_id: -1 })
        .hint(HELD_INDEX)
        .limit(wanted.atMost)
        .map(toReadAllocation);
      return readOrders(found, wanted, looselyHeld);
    },
  };
}

/** Reads orders until they make up the units that are wanted, or are as many as may be. */
async function readOrders(
  cursor: FindCursor<Allocation>,
  { sku, units, atMost }: Wanted,
  unitsOf: (allocation: Allocation, sku: string) => number,
): Promise<FoundOrders> {
  const allocations: Allocation[] = [];
  let found = 0;
  // Breaking off closes the cursor.
  for await (const allocation of cursor.batchSize(Math.min(atMost, 100))) {
    allocations.push(allocation);
    found += unitsOf(allocation, sku);
    if (found >= units) return { allocations, complete: false };
  }
  return { allocations, complete: allocations.length < atMost };
}
