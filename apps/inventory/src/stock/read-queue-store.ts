import type { ClientSession, Collection, FindCursor } from 'mongodb';
import type { AllocationDocument } from '../database/allocation-documents.ts';
import { HELD_INDEX, RANKED_HELD_INDEX, RANKED_WAITING_INDEX, WAITING_INDEX } from '../database/inventory-indexes.ts';
import type { Allocation } from '../model/allocation.ts';
import { byRank, nearestKey, type QueueEnd } from '../model/queue.ts';
import { type FoundOrders, QueueStretch, type Wanted } from './domain/queue-stretch.ts';

interface Reading {
  readonly allocations: Collection<AllocationDocument>;
  readonly session: ClientSession;
  readonly tenant: string;
  readonly end: QueueEnd;
  readonly toAllocation: (document: AllocationDocument) => Allocation;
}

/**
 * Reads orders from one end of a SKU's queue until they make up the units that are wanted, or are as many as may be. Those that stand
 * where their creation puts them have an index of their own, and most queues have no others.
 */
export async function readQueue(reading: Reading, wanted: Wanted): Promise<FoundOrders> {
  const stretch = new QueueStretch(wanted, reading.end);
  const batch = Math.min(wanted.atMost, 100);
  const plain = plainOrders(reading, wanted.sku).batchSize(batch);
  const ranked = wanted.ranked ? rankedOrders(reading, wanted.sku).batchSize(batch) : undefined;
  try {
    for await (const allocation of ranked ? merged(reading, [plain, ranked]) : mapped(reading, plain))
      if (stretch.add(allocation)) return stretch.found(false);
    return stretch.found(true);
  } finally {
    await plain.close();
    await ranked?.close();
  }
}

function plainOrders({ allocations, session, tenant, end }: Reading, sku: string): FindCursor<AllocationDocument> {
  if (end === 'waiting')
    return allocations
      .find({ tenant, waiting_skus: sku }, { session })
      .sort({ order_created_at: 1, order_id: 1 })
      .hint(WAITING_INDEX);
  return allocations.find({ tenant, held_skus: sku }, { session }).sort({ order_created_at: -1, order_id: -1 }).hint(HELD_INDEX);
}

function rankedOrders({ allocations, session, tenant, end }: Reading, sku: string): FindCursor<AllocationDocument> {
  if (end === 'waiting')
    return allocations
      .find({ tenant, ranked_waiting_skus: sku }, { session })
      .sort({ waiting_rank: 1 })
      .hint(RANKED_WAITING_INDEX);
  return allocations.find({ tenant, ranked_held_skus: sku }, { session }).sort({ held_rank: -1 }).hint(RANKED_HELD_INDEX);
}

async function* mapped({ toAllocation }: Reading, cursor: FindCursor<AllocationDocument>): AsyncGenerator<Allocation> {
  for await (const document of cursor) yield toAllocation(document);
}

/** The orders of two sorted cursors, sorted. */
async function* merged(
  { end, toAllocation }: Reading,
  [plain, ranked]: readonly [FindCursor<AllocationDocument>, FindCursor<AllocationDocument>],
): AsyncGenerator<Allocation> {
  const nextOf = async (cursor: FindCursor<AllocationDocument>): Promise<Allocation | undefined> => {
    const document = await cursor.next();
    return document ? toAllocation(document) : undefined;
  };
  const isFirst = (one: Allocation, other: Allocation): boolean => {
    const order = byRank(nearestKey(one, end) ?? one, nearestKey(other, end) ?? other);
    return end === 'waiting' ? order <= 0 : order >= 0;
  };
  let [one, other] = [await nextOf(plain), await nextOf(ranked)];
  while (one ?? other) {
    if (one && (!other || isFirst(one, other))) {
      yield one;
      one = await nextOf(plain);
    } else if (other) {
      yield other;
      other = await nextOf(ranked);
    }
  }
}
