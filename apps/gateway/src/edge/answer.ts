import { randomUUID } from 'node:crypto';
import { COST_HEADER, type Operation, type ServiceName } from '@fulfilment/contracts';
import { type EmbeddedApi, MAX_BODY_BYTES, traceparentFrom } from '@fulfilment/http';
import type { IdentityTokenFor } from '../authentication/identity-token.ts';
import type { AuthorisedCaller } from '../authentication/principal.ts';
import { type OutgoingRequest, payloadTooLarge } from '../proxy/attempt.ts';
import { fieldsForClient, fieldsForService } from '../proxy/header-rules.ts';
import { type Exchange, hasBody } from './exchange.ts';
import type { Gate } from './gate.ts';

/** An operation that a service answers. */
export type ProxiedOperation = Operation & { readonly service: ServiceName };

export interface AnswerParts {
  /** The API of accounts, keys and members, which the gateway answers itself. */
  readonly accountApi: EmbeddedApi;
  readonly identityTokenFor: IdentityTokenFor;
  readonly gate: Pick<Gate, 'charge'>;
  /** Sends a request to one of the service's instances. */
  readonly forwardTo: (service: ServiceName, request: OutgoingRequest) => Promise<void>;
  readonly isDraining: () => boolean;
}

/** Answers an admitted request in the gateway itself. @param caller undefined where the operation is open to everyone. */
export function answerHere({ accountApi }: AnswerParts, exchange: Exchange, caller: AuthorisedCaller | undefined): void {
  const { request, response, requestId, client } = exchange;
  if (hasBody(request) && request.headers.expect !== undefined) response.writeContinue();
  accountApi(request, response, {
    caller: caller ? { type: 'caller', claims: caller.claims } : { type: 'stranger' },
    requestId,
    traceparent: traceOf(exchange),
    clientAddress: client.address,
    sessionId: caller?.sessionId,
  });
}

/** Has a service answer an admitted request. @throws AppError where it does not. */
export async function answerByService(
  parts: AnswerParts,
  exchange: Exchange,
  caller: AuthorisedCaller,
  operation: ProxiedOperation,
): Promise<void> {
  const { request, response, requestId } = exchange;
  const { maxBodyBytes, answerMs } = boundsOf(exchange, operation);
  const identity = await parts.identityTokenFor(caller, operation.service);
  const withBody = hasBody(request);
  if (withBody && request.headers.expect !== undefined) response.writeContinue();
  await parts.forwardTo(operation.service, {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    fields: fieldsForService(request.rawHeaders, { identity, requestId, traceparent: traceOf(exchange) }),
    body: withBody ? request : undefined,
    maxBodyBytes,
    answerMs,
    response,
    begin: beginResponse(parts, exchange),
  });
}

/** @throws AppError `payload_too_large` where the request announces a body that is too large. */
function boundsOf({ request, deadline }: Exchange, { upload, withinSeconds }: Operation) {
  const maxBytes = upload?.maxBytes ?? MAX_BODY_BYTES;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw payloadTooLarge(maxBytes);
  const answerMs = withinSeconds === undefined ? undefined : withinSeconds * 1_000;
  if (answerMs !== undefined) deadline?.extend(answerMs);
  // A service counts an upload itself: its refusal says which part was done.
  return { maxBodyBytes: upload ? Number.POSITIVE_INFINITY : maxBytes, answerMs };
}

/** Charges the cost of the request before the headers go out, so that they include it. */
function beginResponse({ gate, isDraining }: AnswerParts, exchange: Exchange): OutgoingRequest['begin'] {
  const { response } = exchange;
  return (status, headers) => {
    const cost = Number(headers[COST_HEADER] ?? 0);
    const start = (): void => {
      for (const [name, value] of fieldsForClient(headers)) {
        // The gateway's own headers stay, except where both add to one.
        if (name === 'vary') response.appendHeader(name, value);
        else if (!response.hasHeader(name)) response.setHeader(name, value);
      }
      if (isDraining()) response.setHeader('Connection', 'close');
      response.writeHead(status);
    };
    // A cost that is not a number is none.
    if (!Number.isFinite(cost) || cost <= 0) return start();
    return gate.charge(exchange, Math.ceil(cost)).then(start);
  };
}

/** W3C Trace Context: the caller's, or one that begins here and is sampled. */
function traceOf({ request }: Exchange): string {
  const given = request.headers['traceparent'];
  const known = traceparentFrom(typeof given === 'string' ? given : undefined);
  return known ?? `00-${hexDigits()}-${hexDigits().slice(16)}-01`;
}

/** 32 digits, of which all but six bits are random. Unlike `randomBytes`, Node draws the bytes of many at once. */
function hexDigits(): string {
  return randomUUID().replaceAll('-', '');
}
