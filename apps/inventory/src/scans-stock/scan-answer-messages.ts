import { type MoveOutcome, TOPICS } from '@fulfilment/contracts';
import { type OutgoingMessage, parseTenantKey } from '@fulfilment/kernel';
import type { GivenAnswer } from './domain/scan-answer.ts';

/** What a scan is answered, for scans to note. */
export function moveOutcomeMessage(given: GivenAnswer, { tenant, id }: { tenant: string; id: string }): OutgoingMessage {
  const { scanId, at } = given.answer;
  const { requestId, traceparent } = given.origin;
  return {
    id,
    topic: TOPICS.stockOutcomes,
    key: `${tenant}|${scanId}`,
    type: 'move',
    tenant,
    subject: scanId,
    at,
    // A scan has one answer, however often it is given.
    version: 1,
    part: 0,
    value: JSON.stringify(bodyOf(given, tenant)),
    requestId,
    traceparent,
  };
}

function bodyOf({ answer, origin }: GivenAnswer, tenant: string): MoveOutcome {
  const { accountId, environment } = parseTenantKey(tenant);
  const { scanId, commandId, refusal, at } = answer;
  const common = {
    type: 'move' as const,
    account_id: accountId,
    environment,
    scan_id: scanId,
    command_id: commandId,
    request_id: origin.requestId,
    at: at.toISOString(),
  };
  if (refusal === null) return { ...common, accepted: true };
  const { code, message, errors } = refusal;
  return { ...common, accepted: false, code, detail: message, errors: [...errors] };
}
