import { type CommandAnswer, type MoveOutcome, type StockOutcome, TOPICS } from '@fulfilment/contracts';
import { type OutgoingMessage, parseTenantKey } from '@fulfilment/kernel';
import type { Allocation } from '../allocations/domain/allocation.ts';
import type { ScanAnswer } from './domain/working-set.ts';
import { type EventTerms, skuEvents } from '../skus/sku-messages.ts';
import type { Origin } from './domain/command.ts';
import type { AllocationChange, BatchChanges, GivenScanAnswer } from './domain/stock-batch.ts';

/**
 * The messages of a batch: events of SKUs for subscribers, allocations for orders, answers for scans. Their ids are made in the same order
 * for the same changes.
 */
export function messagesOf(
  { skuChanges, allocationChanges, scanAnswers, locations }: BatchChanges,
  tenant: string,
  newId: EventTerms['newId'],
): readonly OutgoingMessage[] {
  return [
    ...skuChanges.flatMap((change) => skuEvents(change, { tenant, locations, newId })),
    ...allocationChanges.map((change) => allocationOutcome(change, tenant, newId('evt'))),
    ...scanAnswers.map((given) => moveOutcome(given, tenant, newId('evt'))),
  ];
}

/** The allocation of an order, whole: orders takes over a newer version. */
function allocationOutcome({ allocation, cause }: AllocationChange, tenant: string, id: string): OutgoingMessage {
  const { orderId, version, updatedAt: at } = allocation;
  const outcome: StockOutcome = {
    type: 'allocation',
    ...tenantFacts(tenant),
    order_id: orderId,
    version,
    state: allocation.state,
    lines: allocation.lines.map((line) => ({ ...line })),
    last_answer: answerOf(allocation.lastAnswer),
    actor: cause.origin.actor,
    request_id: cause.origin.requestId,
    at: at.toISOString(),
  };
  return outcomeMessage(outcome, cause.origin, { id, tenant, subject: orderId, at, version });
}

function answerOf({ commandId, type, refusal }: Allocation['lastAnswer']): CommandAnswer {
  if (refusal === null) return { command_id: commandId, type, accepted: true };
  const { code, message, errors } = refusal;
  return { command_id: commandId, type, accepted: false, code, detail: message, errors: [...errors] };
}

/** The answer to a scan. A scan has one answer, however often it is given. */
function moveOutcome({ answer, origin }: GivenScanAnswer, tenant: string, id: string): OutgoingMessage {
  const { scanId, at } = answer;
  return outcomeMessage(moveBody(answer, origin, tenant), origin, { id, tenant, subject: scanId, at, version: 1 });
}

function moveBody({ scanId, commandId, refusal, at }: ScanAnswer, { requestId }: Origin, tenant: string): MoveOutcome {
  const common = {
    type: 'move' as const,
    ...tenantFacts(tenant),
    scan_id: scanId,
    command_id: commandId,
    request_id: requestId,
    at: at.toISOString(),
  };
  if (refusal === null) return { ...common, accepted: true };
  const { code, message, errors } = refusal;
  return { ...common, accepted: false, code, detail: message, errors: [...errors] };
}

function tenantFacts(tenant: string) {
  const { accountId, environment } = parseTenantKey(tenant);
  return { account_id: accountId, environment };
}

function outcomeMessage(
  outcome: StockOutcome | MoveOutcome,
  { requestId, traceparent }: Origin,
  message: Pick<OutgoingMessage, 'id' | 'tenant' | 'subject' | 'at' | 'version'>,
): OutgoingMessage {
  return {
    ...message,
    topic: TOPICS.stockOutcomes,
    key: `${message.tenant}|${message.subject}`,
    type: outcome.type,
    part: 0,
    value: JSON.stringify(outcome),
    requestId,
    traceparent,
  };
}
