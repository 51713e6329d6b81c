import { loggedPath } from '@fulfilment/http';
import { tenantKey } from '@fulfilment/kernel';
import { type Logger, type Metrics, observeRequests, traceFields } from '@fulfilment/observability';
import type { Exchange } from './exchange.ts';
import { observeAnswers } from './request-metrics.ts';

/** The status of a response that the client did not wait for, as in nginx. */
const CLIENT_LEFT = 499;

/** Logs one line and observes the duration of each response. */
export type LogAccess = (exchange: Exchange) => void;

export function makeLogAccess({ logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics }): LogAccess {
  const observe = observeRequests(metrics);
  const observeAnswer = observeAnswers(metrics);
  return (exchange) => {
    const { request, response, requestId } = exchange;
    const startedAt = performance.now();
    response.once('close', () => {
      const elapsedMs = performance.now() - startedAt;
      const status = response.headersSent ? response.statusCode : CLIENT_LEFT;
      observe({ method: request.method ?? '', status: String(status) }, elapsedMs / 1_000, exchange.span?.traceparent);
      observeAnswer(exchange, status, elapsedMs / 1_000);
      logger.info(
        {
          requestId,
          ...traceFields(exchange.traceparent),
          method: request.method,
          path: loggedPath(request.url ?? ''),
          status,
          elapsedMs: Math.round(elapsedMs * 10) / 10,
          ...senderOf(exchange),
        },
        'request',
      );
    });
  };
}

function senderOf({ principal }: Exchange): Readonly<Record<string, string>> {
  if (!principal) return {};
  if (principal.type === 'key') return { keyId: principal.id, tenant: tenantKey(principal.tenant) };
  const { id, accountId, member } = principal;
  return { sessionId: id, memberId: member.id, account: accountId };
}
