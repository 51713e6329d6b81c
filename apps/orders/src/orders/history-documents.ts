import { tenantKey } from '@fulfilment/kernel';
import type { HistoryEntry, Order } from './domain/order.ts';
import { type AnswerDocument, toAnswer, toAnswerDocument } from './answer-documents.ts';

/** One entry of an order's history, as it is stored. */
export interface HistoryDocument {
  /** `‹order›:‹version›:‹n›`, the version with leading zeros: its order as text is the order of the entries. */
  readonly _id: string;
  readonly tenant: string;
  readonly order_id: string;
  readonly transition: HistoryEntry['transition'];
  readonly status: HistoryEntry['status'];
  readonly version: number;
  /** Place within the version, from 0. */
  readonly n: number;
  readonly reason: string | null;
  readonly actor: string;
  readonly request_id: string;
  readonly answer: AnswerDocument | null;
  readonly at: Date;
}

const VERSION_DIGITS = 10;

export function toHistoryDocuments({ id, tenant }: Order, history: readonly HistoryEntry[]): HistoryDocument[] {
  const versions = Map.groupBy(history, ({ version }) => version);
  return Array.from(versions.values(), (entries) =>
    entries.map(({ transition, status, version, reason, actor, requestId, answer, at }, n) => ({
      _id: `${id}:${String(version).padStart(VERSION_DIGITS, '0')}:${n}`,
      tenant: tenantKey(tenant),
      order_id: id,
      transition,
      status,
      version,
      n,
      reason,
      actor,
      request_id: requestId,
      answer: answer && toAnswerDocument(answer),
      at,
    })),
  ).flat();
}

export function toHistoryEntry(document: HistoryDocument): HistoryEntry {
  const { transition, status, version, reason, actor, request_id: requestId, answer, at } = document;
  return { transition, status, version, reason, actor, requestId, answer: answer && toAnswer(answer), at };
}
