import type { EmbeddedApi } from '@fulfilment/http';
import type { KnownKey } from '../use-cases/ports.ts';
import { type Exchange, hasBody } from './exchange.ts';
import { traceOf } from './trace.ts';

/** Has the gateway answer a request itself that was let in: it is about accounts and keys, which are the gateway's. */
export type AnswerHere = (exchange: Exchange, key: KnownKey) => void;

export function makeAnswerHere(api: EmbeddedApi): AnswerHere {
  return (exchange, { id, tenant, role }) => {
    const { request, response, requestId, client } = exchange;
    if (hasBody(request) && request.headers.expect !== undefined) response.writeContinue();
    const claims = { sub: id, acc: tenant.accountId, env: tenant.environment, role };
    const traceparent = traceOf(exchange);
    api(request, response, { caller: { type: 'caller', claims }, requestId, traceparent, clientAddress: client.address });
  };
}
