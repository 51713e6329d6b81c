import type { EmbeddedApi } from '@fulfilment/http';
import type { Caller } from '@fulfilment/identity';
import type { Acting } from '../authentication/principal.ts';
import { type Exchange, hasBody } from './exchange.ts';
import { traceOf } from './trace.ts';

/**
 * Has the gateway answer a request itself that was let in: it is about accounts, keys and members, which are the gateway's.
 *
 * @param acting undefined where the operation is open to whoever comes.
 */
export type AnswerHere = (exchange: Exchange, acting: Acting | undefined) => void;

export function makeAnswerHere(api: EmbeddedApi): AnswerHere {
  return (exchange, acting) => {
    const { request, response, requestId, client } = exchange;
    if (hasBody(request) && request.headers.expect !== undefined) response.writeContinue();
    const traceparent = traceOf(exchange);
    const from = { requestId, traceparent, clientAddress: client.address, sessionId: acting?.sessionId };
    api(request, response, { caller: callerOf(acting), ...from });
  };
}

function callerOf(acting: Acting | undefined): Caller {
  if (!acting) return { type: 'stranger' };
  const { id, tenant, role } = acting;
  return { type: 'caller', claims: { sub: id, acc: tenant.accountId, env: tenant.environment, role } };
}
