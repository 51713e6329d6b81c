import type { AttemptDocument, DeliveryDocument } from './delivery-documents.ts';
import type { AttemptFacts, DeliveryFacts } from './delivery-ports.ts';

export function toFacts(document: DeliveryDocument): DeliveryFacts {
  const { _id: id, endpoint_id: endpointId, event_id: eventId, event_type: eventType, state, attempts, members } = document;
  return {
    id,
    endpointId,
    eventId,
    eventType,
    state,
    batchId: document.batch_id ?? null,
    members: members?.map(({ event_id: member }) => member),
    attempts,
    nextAt: document.next_at ?? null,
    createdAt: document.created_at,
    endedAt: document.ended_at ?? null,
  };
}

export function toAttemptFacts(document: AttemptDocument): AttemptFacts {
  const { n, at, latency_ms: latencyMs, status, error, outcome, excerpt } = document;
  return {
    n,
    at,
    latencyMs,
    status,
    error,
    errorDetail: document.error_detail,
    outcome,
    signedWith: document.signed_with,
    responseHeaders: document.response_headers,
    excerpt,
  };
}
