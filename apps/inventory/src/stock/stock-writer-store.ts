import type { Receipts } from '@fulfilment/idempotency';
import type { OutgoingMessage } from '@fulfilment/kernel';
import type { AnyBulkWriteOperation, ClientSession, Collection, Document } from 'mongodb';
import type { StockWrite } from './stock-ports.ts';
import { type AllocationDocument, allocationKey, toAllocationDocument } from '../orders-stock/allocation-documents.ts';
import { toMovementDocument } from '../ledger/movement-documents.ts';
import { type LocationDocument, toLocationDocument } from '../locations/location-documents.ts';
import { toScanAnswerDocument } from '../scans-stock/scan-answer-documents.ts';
import { skuKey, type SkuDocument, toSkuDocument } from '../skus/sku-documents.ts';
import type { StockCollections } from './stock-collections-store.ts';

export interface WriterTerms {
  readonly session: ClientSession;
  readonly tenant: string;
  /** The revision of a SKU, or version of an allocation, that was read; undefined for one that is new. */
  readonly readRevision: (id: string) => number | undefined;
  readonly receipts: Pick<Receipts, 'add'>;
  readonly addToOutbox: (session: ClientSession, messages: readonly OutgoingMessage[]) => Promise<void>;
}

/** Ends a transaction that was decided on what is not like that any more: it is to be decided again. */
export class StockMoved extends Error {}

/** @throws StockMoved, or the duplicate key's error, where another process was first. */
export async function writeStock(collections: StockCollections, changes: StockWrite, terms: WriterTerms): Promise<void> {
  const { session, tenant, receipts, addToOutbox } = terms;
  await relyOn(collections.places, changes.reliedPlaces, session);
  const places = changes.newPlaces.map((place) => toLocationDocument(tenant, place));
  if (places.length > 0) await collections.places.insertMany(places, { session });
  await writeAll(collections.skus, skuWrites(changes, terms), session);
  await writeAll(collections.allocations, allocationWrites(changes, terms), session);
  const movements = changes.movements.map((movement) => toMovementDocument(tenant, movement));
  if (movements.length > 0) await collections.movements.insertMany(movements, { session });
  const answers = changes.scanAnswers.map((answer) => toScanAnswerDocument(tenant, answer));
  if (answers.length > 0) await collections.scanAnswers.insertMany(answers, { session });
  await receipts.add(session, tenant, changes.receipts);
  await addToOutbox(session, changes.messages);
}

function skuWrites({ skus, lineageOf }: StockWrite, { tenant, readRevision }: WriterTerms): AnyBulkWriteOperation<SkuDocument>[] {
  return skus.map((sku) => {
    const read = readRevision(skuKey(tenant, sku.code));
    const document = toSkuDocument(tenant, sku, { revision: (read ?? 0) + 1, lineageOf });
    if (read === undefined) return { insertOne: { document } };
    const { _id, ...replacement } = document;
    return { replaceOne: { filter: { _id, revision: read }, replacement } };
  });
}

function allocationWrites(
  { allocations }: StockWrite,
  { tenant, readRevision }: WriterTerms,
): AnyBulkWriteOperation<AllocationDocument>[] {
  return allocations.map((allocation) => {
    const document = toAllocationDocument(tenant, allocation);
    const read = readRevision(allocationKey(tenant, allocation.orderId));
    if (read === undefined) return { insertOne: { document } };
    const { _id, ...replacement } = document;
    return { replaceOne: { filter: { _id, version: read }, replacement } };
  });
}

/** Has a transaction that archives or renames one of these places lose to this one, or this one to it. */
async function relyOn(places: Collection<LocationDocument>, ids: readonly string[], session: ClientSession): Promise<void> {
  if (ids.length === 0) return;
  const stillThere = { _id: { $in: [...ids] }, status: 'active' as const };
  const { matchedCount } = await places.updateMany(stillThere, { $inc: { relied_on: 1 } }, { session });
  if (matchedCount !== ids.length) throw new StockMoved('A place is archived');
}

async function writeAll<Doc extends Document>(
  collection: Collection<Doc>,
  writes: readonly AnyBulkWriteOperation<Doc>[],
  session: ClientSession,
): Promise<void> {
  if (writes.length === 0) return;
  const { insertedCount, matchedCount } = await collection.bulkWrite(writes, { session });
  if (insertedCount + matchedCount !== writes.length) throw new StockMoved(`${collection.collectionName} moved on`);
}
