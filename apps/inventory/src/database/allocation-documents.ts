import { type KnownFields, unknownFieldsOf, withUnknownFields } from '@fulfilment/kernel';
import {
  type Allocation,
  type AllocationLine,
  type AllocationState,
  type CommandAnswer,
  lackOf,
  type OrderCommandType,
} from '../model/allocation.ts';
import type { Refusal } from '../model/refusal.ts';

/** The units that an order holds, as they are stored. */
export interface AllocationDocument {
  /** `<tenant>/<order id>` */
  readonly _id: string;
  readonly tenant: string;
  readonly order_id: string;
  readonly order_created_at: Date;
  readonly lines: readonly AllocationLine[];
  readonly state: AllocationState;
  readonly last_attempt: number;
  readonly last_answer: AnswerDocument;
  readonly version: number;
  readonly updated_at: Date;
  /** SKUs that an open order lacks units of; not there where it lacks none. */
  readonly waiting_skus?: readonly string[] | undefined;
  /** SKUs that an open order holds units of; not there where it holds none. */
  readonly held_skus?: readonly string[] | undefined;
  /** Raised by migrations alone; not there before the first that changed it. */
  readonly revision?: number;
}

interface AnswerDocument {
  readonly command_id: string;
  readonly type: OrderCommandType;
  readonly refusal: Refusal | null;
}

/** The id of an order's allocation document. */
export const allocationKey = (tenant: string, orderId: string): string => `${tenant}/${orderId}`;

export function toAllocationDocument(tenant: string, allocation: Allocation): AllocationDocument {
  const { orderId, orderCreatedAt, lines, state, lastAttempt, lastAnswer, version, updatedAt } = allocation;
  const { commandId, type, refusal } = lastAnswer;
  return {
    ...unknownFieldsOf(allocation),
    _id: allocationKey(tenant, orderId),
    tenant,
    order_id: orderId,
    order_created_at: orderCreatedAt,
    lines,
    state,
    last_attempt: lastAttempt,
    last_answer: { ...unknownFieldsOf(lastAnswer), command_id: commandId, type, refusal },
    version,
    updated_at: updatedAt,
    waiting_skus: codesOf(allocation, (line) => lackOf(line) > 0),
    held_skus: codesOf(allocation, ({ allocated }) => allocated > 0),
  };
}

/** `revision` stays with an allocation as a field that nothing here knows. */
const ALLOCATION_FIELDS: KnownFields<Omit<AllocationDocument, 'revision'>> = {
  _id: true,
  tenant: true,
  order_id: true,
  order_created_at: true,
  lines: true,
  state: true,
  last_attempt: true,
  last_answer: true,
  version: true,
  updated_at: true,
  waiting_skus: true,
  held_skus: true,
};
const ANSWER_FIELDS: KnownFields<AnswerDocument> = { command_id: true, type: true, refusal: true };

/**
 * Reads an allocation. Its lines are taken as they are stored.
 *
 * @throws Error where a quantity is no whole number: nothing could be decided on it, and a decision would store it again.
 */
export function toAllocation(document: AllocationDocument): Allocation {
  const { _id: id, lines, last_attempt: lastAttempt, version } = document;
  const isWhole = lines.every(({ quantity, allocated, shipped }) => Number.isSafeInteger(quantity + allocated + shipped));
  if (!isWhole || !Number.isSafeInteger(lastAttempt + version))
    throw new Error(`The allocation ${id} lacks a quantity, its attempt or its version`);
  const allocation: Allocation = {
    orderId: document.order_id,
    orderCreatedAt: document.order_created_at,
    lines,
    state: document.state,
    lastAttempt,
    lastAnswer: toAnswer(document.last_answer),
    version,
    updatedAt: document.updated_at,
  };
  return withUnknownFields(allocation, document, ALLOCATION_FIELDS);
}

function toAnswer(document: AnswerDocument): CommandAnswer {
  const { command_id: commandId, type, refusal } = document;
  return withUnknownFields({ commandId, type, refusal }, document, ANSWER_FIELDS);
}

function codesOf({ state, lines }: Allocation, isMeant: (line: AllocationLine) => boolean): string[] | undefined {
  const codes = state === 'open' ? new Set(lines.filter(isMeant).map(({ sku }) => sku)) : [];
  const list = [...codes];
  return list.length > 0 ? list : undefined;
}
