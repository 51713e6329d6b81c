import type { DeliveryDetailsRecord, DeliveryRecord, ReplayRecord } from '@fulfilment/contracts';
import type { Replay } from '../replays/domain/replay.ts';
import type { AttemptFacts } from './delivery-ports.ts';
import type { DeliveryDetails, SeenDelivery } from './read-deliveries.ts';

/** Derives the headers that an attempt sent, without its signatures. */
export type SentHeaders = (
  sent: {
    readonly delivery: { readonly id: string; readonly eventId: string };
    readonly event: { readonly type: string; readonly traceparent: string | null };
    readonly attempt: number;
  },
  at: Date,
) => Readonly<Record<string, string>>;

export function deliveryRecord({ delivery, status }: SeenDelivery): DeliveryRecord {
  const { id, endpointId, eventId, eventType, batchId, members, attempts, nextAt, createdAt, endedAt } = delivery;
  return {
    id,
    webhook_id: endpointId,
    event_id: eventId,
    event_type: eventType,
    status,
    batch_id: batchId,
    events: members?.length ?? 1,
    attempts,
    next_attempt_at: status === 'pending' ? (nextAt?.toISOString() ?? null) : null,
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  };
}

export function deliveryDetailsRecord(details: DeliveryDetails, sentHeaders: SentHeaders): DeliveryDetailsRecord {
  const { content, attempts } = details;
  return {
    ...deliveryRecord(details),
    request_body: content?.body ?? null,
    attempt_log: attempts.map((attempt) => attemptRecord(attempt, details, sentHeaders)),
  };
}

function attemptRecord(attempt: AttemptFacts, { delivery, content }: DeliveryDetails, sentHeaders: SentHeaders) {
  const { n, at, latencyMs, status, error, errorDetail, outcome, signedWith, responseHeaders, excerpt } = attempt;
  const event = { type: delivery.eventType, traceparent: content?.traceparent ?? null };
  return {
    number: n,
    at: at.toISOString(),
    latency_ms: Math.round(latencyMs),
    status,
    error,
    error_detail: errorDetail,
    outcome,
    signed_with: [...signedWith],
    request_headers: { ...sentHeaders({ delivery, event, attempt: n }, at) },
    response_headers: { ...responseHeaders },
    response_excerpt: excerpt,
  };
}

export function replayRecord(replay: Replay): ReplayRecord {
  const { id, endpointId, since, until, selection, rate, status, examined, resent, createdAt, endedAt } = replay;
  return {
    id,
    webhook_id: endpointId,
    since: since.toISOString(),
    until: until.toISOString(),
    selection,
    rate,
    status,
    examined,
    resent,
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  };
}
