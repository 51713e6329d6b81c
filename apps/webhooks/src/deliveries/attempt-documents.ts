import { expiryFrom } from '../database/keeping-documents.ts';
import type { Attempt } from './attempt-ports.ts';
import type { AttemptDocument, AttemptsDocument } from './delivery-documents.ts';

/** Attempts that are written together, by tenant. @param record what their deliveries know them by. */
export function toAttemptsDocuments(made: readonly Attempt[], record: string): AttemptsDocument[] {
  const byTenant = Map.groupBy(made, ({ delivery }) => delivery.tenant);
  return Array.from(byTenant, ([tenant, attempts]) => ({
    _id: attemptsId(tenant, record),
    tenant,
    made: attempts.map(toDocument),
    expires_at: expiryFrom(latestOf(attempts)),
  }));
}

export const attemptsId = (tenant: string, record: string): string => `${tenant}/${record}`;

function latestOf(attempts: readonly Attempt[]): Date {
  return new Date(Math.max(...attempts.map(({ at }) => at.getTime())));
}

function toDocument(attempt: Attempt): AttemptDocument {
  const { delivery, n, at, latencyMs, status, error, errorDetail, signedWith, responseHeaders, excerpt, verdict } = attempt;
  return {
    delivery_id: delivery.id,
    endpoint_id: delivery.endpointId,
    n,
    at,
    latency_ms: latencyMs,
    status,
    error,
    error_detail: errorDetail,
    signed_with: signedWith,
    response_headers: responseHeaders,
    excerpt,
    outcome: verdict.type,
  };
}
