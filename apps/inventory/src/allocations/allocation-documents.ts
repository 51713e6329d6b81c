import type { Refusal } from '../stock/domain/refusal.ts';
import {
  type Allocation,
  type AllocationLine,
  type AllocationState,
  lackOf,
  type OrderCommandType,
} from './domain/allocation.ts';

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
  readonly last_answer: { readonly command_id: string; readonly type: OrderCommandType; readonly refusal: Refusal | null };
  readonly version: number;
  readonly updated_at: Date;
  /** SKUs that an open order lacks units of; not there where it lacks none. */
  readonly waiting_skus?: readonly string[] | undefined;
  /** SKUs that an open order holds units of; not there where it holds none. */
  readonly held_skus?: readonly string[] | undefined;
}

/** The id of an order's allocation document. */
export const allocationKey = (tenant: string, orderId: string): string => `${tenant}/${orderId}`;

export function toAllocationDocument(tenant: string, allocation: Allocation): AllocationDocument {
  const { orderId, orderCreatedAt, lines, state, lastAttempt, lastAnswer, version, updatedAt } = allocation;
  const { commandId, type, refusal } = lastAnswer;
  return {
    _id: allocationKey(tenant, orderId),
    tenant,
    order_id: orderId,
    order_created_at: orderCreatedAt,
    lines,
    state,
    last_attempt: lastAttempt,
    last_answer: { command_id: commandId, type, refusal },
    version,
    updated_at: updatedAt,
    waiting_skus: codesOf(allocation, (line) => lackOf(line) > 0),
    held_skus: codesOf(allocation, ({ allocated }) => allocated > 0),
  };
}

export function toAllocation(document: AllocationDocument): Allocation {
  const { command_id: commandId, type, refusal } = document.last_answer;
  return {
    orderId: document.order_id,
    orderCreatedAt: document.order_created_at,
    lines: document.lines,
    state: document.state,
    lastAttempt: document.last_attempt,
    lastAnswer: { commandId, type, refusal },
    version: document.version,
    updatedAt: document.updated_at,
  };
}

function codesOf({ state, lines }: Allocation, isMeant: (line: AllocationLine) => boolean): string[] | undefined {
  const codes = state === 'open' ? new Set(lines.filter(isMeant).map(({ sku }) => sku)) : [];
  const list = [...codes];
  return list.length > 0 ? list : undefined;
}
