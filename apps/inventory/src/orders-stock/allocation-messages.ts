import { type CommandAnswer, type StockOutcome, TOPICS } from '@fulfilment/contracts';
import { type OutgoingMessage, parseTenantKey } from '@fulfilment/kernel';
import type { Allocation } from './domain/allocation.ts';
import type { AllocationChange } from '../stock/domain/run-commands.ts';

/** The allocation document of an order, whole, for orders to take over. */
export function allocationOutcome(
  { allocation, cause }: AllocationChange,
  { tenant, id }: { tenant: string; id: string },
): OutgoingMessage {
  const { orderId, version, updatedAt } = allocation;
  const { requestId, traceparent } = cause.origin;
  return {
    id,
    topic: TOPICS.stockOutcomes,
    key: `${tenant}|${orderId}`,
    type: 'allocation',
    tenant,
    subject: orderId,
    at: updatedAt,
    version,
    part: 0,
    value: JSON.stringify(bodyOf(allocation, cause, tenant)),
    requestId,
    traceparent,
  };
}

function bodyOf(allocation: Allocation, { origin }: AllocationChange['cause'], tenant: string): StockOutcome {
  const { accountId, environment } = parseTenantKey(tenant);
  return {
    type: 'allocation',
    account_id: accountId,
    environment,
    order_id: allocation.orderId,
    version: allocation.version,
    state: allocation.state,
    lines: allocation.lines.map((line) => ({ ...line })),
    last_answer: answerOf(allocation.lastAnswer),
    actor: origin.actor,
    request_id: origin.requestId,
    at: allocation.updatedAt.toISOString(),
  };
}

function answerOf({ commandId, type, refusal }: Allocation['lastAnswer']): CommandAnswer {
  if (refusal === null) return { command_id: commandId, type, accepted: true };
  const { code, message, errors } = refusal;
  return { command_id: commandId, type, accepted: false, code, detail: message, errors: [...errors] };
}
