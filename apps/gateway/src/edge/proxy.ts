import { COST_HEADER, type Operation, type ServiceName } from '@fulfilment/contracts';
import { MAX_BODY_BYTES } from '@fulfilment/http';
import type { IdentityFor } from '../authentication/identity-token.ts';
import type { Acting } from '../authentication/principal.ts';
import { payloadTooLarge } from '../request-refusals.ts';
import type { OutgoingRequest } from '../proxy/attempt.ts';
import { fieldsForClient, fieldsForService } from '../proxy/header-rules.ts';
import { type Exchange, hasBody } from './exchange.ts';
import type { Gate } from './gate.ts';
import { traceOf } from './trace.ts';

/** What a service answers. */
export type ProxiedOperation = Operation & { readonly service: ServiceName };

/** Has a service answer a request that was let in. @throws AppError where it does not. */
export type Proxy = (exchange: Exchange, acting: Acting, operation: ProxiedOperation) => Promise<void>;

export interface ProxyParts {
  readonly identityFor: IdentityFor;
  readonly charge: Gate['charge'];
  /** Sends it to one of the service's instances. */
  readonly forwardTo: (service: ServiceName, request: OutgoingRequest) => Promise<void>;
  readonly isDraining: () => boolean;
}

export function makeProxy(parts: ProxyParts): Proxy {
  const { identityFor, forwardTo } = parts;
  return async (exchange, acting, operation) => {
    const { request, response, requestId } = exchange;
    const { maxBodyBytes, answerMs } = boundsOf(exchange, operation);
    const identity = await identityFor(acting, operation.service);
    const withBody = hasBody(request);
    if (withBody && request.headers.expect !== undefined) response.writeContinue();
    await forwardTo(operation.service, {
      method: request.method ?? 'GET',
      target: request.url ?? '/',
      fields: fieldsForService(request.rawHeaders, { identity, requestId, traceparent: traceOf(exchange) }),
      body: withBody ? request : undefined,
      maxBodyBytes,
      answerMs,
      response,
      begin: beginAnswer(exchange, parts),
    });
  };
}

/**
 * How large a body may be, and how long it and its answer may take.
 *
 * @throws AppError `payload_too_large` where the request says that it is larger.
 */
function boundsOf(exchange: Exchange, { upload, withinSeconds }: Operation) {
  const maxBytes = upload?.maxBytes ?? MAX_BODY_BYTES;
  if (Number(exchange.request.headers['content-length'] ?? 0) > maxBytes) throw payloadTooLarge(maxBytes);
  // A service that takes an upload counts it itself: its refusal says what was done before.
  const maxBodyBytes = upload ? Number.POSITIVE_INFINITY : maxBytes;
  return { maxBodyBytes, answerMs: withinSeconds === undefined ? undefined : allow(exchange, withinSeconds) };
}

/** @returns milliseconds. */
function allow({ deadline }: Exchange, seconds: number): number {
  const ms = seconds * 1_000;
  deadline?.extend(ms);
  return ms;
}

/** Takes the cost of the request before its headers go out. */
function beginAnswer(exchange: Exchange, { charge, isDraining }: ProxyParts): OutgoingRequest['begin'] {
  const { response } = exchange;
  return (status, headers) => {
    const cost = Number(headers[COST_HEADER] ?? 0);
    const start = (): void => {
      for (const [name, value] of fieldsForClient(headers)) setField(exchange, name, value);
      if (isDraining()) response.setHeader('Connection', 'close');
      response.writeHead(status);
    };
    // Number.isFinite: what is no number is no cost.
    if (!Number.isFinite(cost) || cost <= 0) return start();
    return charge(exchange, Math.ceil(cost)).then(start);
  };
}

/** What the gateway has said already stands, but for what both add to. */
function setField({ response }: Exchange, name: string, value: string | string[]): void {
  if (name === 'vary') response.appendHeader(name, value);
  else if (!response.hasHeader(name)) response.setHeader(name, value);
}
