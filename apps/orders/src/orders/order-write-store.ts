import type { Receipt } from '@fulfilment/idempotency';
import type { OutgoingMessage } from '@fulfilment/kernel';
import type { AnyBulkWriteOperation } from 'mongodb';
import type { AnsweredClaim, OrderChange } from './order-ports.ts';
import { type HistoryDocument, toHistoryDocuments } from './history-documents.ts';
import { type OrderDocument, toOrderDocument } from './order-documents.ts';

/** A change of one order, made ready before the transaction. */
export interface OrderWrite {
  /** The version that the order must still have; 0 for a new one. */
  readonly from: number;
  readonly document: OrderDocument;
  readonly history: readonly HistoryDocument[];
  readonly messages: readonly OutgoingMessage[];
  readonly receipt: Receipt | undefined;
  readonly answers: readonly AnsweredClaim[];
}

export function toOrderWrite({ from, order, history, messages, receipt, answers = [] }: OrderChange): OrderWrite {
  return { from, document: toOrderDocument(order), history: toHistoryDocuments(order, history), messages, receipt, answers };
}

export function isNew({ from }: OrderWrite): boolean {
  return from === 0;
}

export function toOperation(write: OrderWrite): AnyBulkWriteOperation<OrderDocument> {
  if (isNew(write)) return { insertOne: { document: write.document } };
  const { _id: id, ...replacement } = write.document;
  return { replaceOne: { filter: { tenant: replacement.tenant, _id: id, version: write.from }, replacement } };
}
