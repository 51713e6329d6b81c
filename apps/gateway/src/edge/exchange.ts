import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Operation, pathOf } from '@fulfilment/contracts';
import { requestIdFrom, traceparentFrom } from '@fulfilment/http';
import type { AppError } from '@fulfilment/kernel';
import type { Span, Tracing } from '@fulfilment/observability';
import type { Principal } from '../authentication/principal.ts';
import type { BatchItems } from '../rate-limiting/batch-items.ts';
import { LEAST_BYTES_A_SECOND, tooSlow } from '../proxy/rate-guard.ts';
import type { LimitDecision } from '../rate-limiting/buckets.ts';
import type { RowMeter } from '../rate-limiting/row-meter.ts';
import type { Client, ClientAddress } from '../authentication/client-address.ts';
import { notInTime } from './framing.ts';

/** One request and its response, with the facts that are established on the way. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly client: Client;
  /** Undefined where the trace is not sampled, or tracing is off. */
  readonly span?: Span | undefined;
  /** W3C Trace Context: of the span, else the caller's, if it sent one. */
  readonly traceparent?: string | undefined;
  /** Once its path is known to be one. */
  operation?: Operation;
  principal?: Principal;
  isRefused?: boolean;
  deadline?: BodyDeadline;
  /** Once it has arrived whole. */
  body?: Buffer | undefined;
  /** Of a batch, once they are counted. */
  items?: BatchItems;
  /** Tokens of its cost that were paid before the service had it. */
  prepaidTokens?: number;
  /** Counts the rows of the answer, where they are charged. */
  answerMeter?: RowMeter | undefined;
  /** Orders of the answer that are shown with their address. */
  shownAddresses?: number;
  /** Ends an answer that has no end of its own. */
  ending?: AbortSignal | undefined;
  /** Set once a bucket was asked: from then on the rate limit headers are there. */
  decision?: LimitDecision;
}

export function beginExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { clientAddress, tracing }: { readonly clientAddress: ClientAddress; readonly tracing?: Tracing | undefined },
): Exchange {
  const given = request.headers['x-request-id'];
  const requestId = requestIdFrom(typeof given === 'string' ? given : undefined);
  const { traceparent: parent } = request.headers;
  const sent = traceparentFrom(typeof parent === 'string' ? parent : undefined);
  const span = tracing && startSpan(tracing, { request, response, requestId, parent: sent });
  return { request, response, requestId, client: clientAddress(request), span, traceparent: span?.traceparent ?? sent };
}

interface Begun extends Pick<Exchange, 'request' | 'response' | 'requestId'> {
  readonly parent: string | undefined;
}

/** The span of a request; it has the method for its name until its operation is known. */
function startSpan(tracing: Tracing, { request, response, requestId, parent }: Begun): Span | undefined {
  const method = request.method ?? '';
  const attributes = { 'http.request.method': method, 'fulfilment.request_id': requestId };
  const span = tracing.start(method, { kind: 'server', parent, mayBegin: true, attributes });
  response.once('close', () => {
    const { headersSent, statusCode: status } = response;
    span?.set({ 'http.response.status_code': headersSent ? status : undefined });
    span?.end(headersSent && status >= 500 ? String(status) : undefined);
  });
  return span;
}

/** Keeps the operation of a request for its metrics, and names its span after it. */
export function noteOperation(exchange: Exchange, operation: Operation): void {
  const { span } = exchange;
  exchange.operation = operation;
  const route = pathOf(operation);
  span?.rename(`${operation.method} ${route}`);
  span?.set({ 'http.route': route, 'fulfilment.operation': operation.id });
}

/** True where the request announces a body (RFC 9112 section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The time in which a body must arrive. */
export interface BodyDeadline {
  /** Moves it to so many milliseconds from now, for a body that may take long: its rate is watched by its own measure. */
  extend(ms: number): void;
}

/** Milliseconds. */
interface BodyTimes {
  /** For the whole body. */
  readonly requestMs: number;
  /** In each of which it must bring {@link LEAST_BYTES_A_SECOND}, or end. */
  readonly bodyMs: number;
}

/** True while a body is read, by events or by iteration. */
function isRead(request: IncomingMessage): boolean {
  return request.readableFlowing === true || request.listenerCount('readable') > 0;
}

/**
 * Calls `onLate` if the request is not complete in time, or comes too slowly. Node has one such limit for a whole server; ours depends
 * on the operation, which is known after the header.
 */
export function startBodyDeadline(
  request: IncomingMessage,
  { requestMs, bodyMs }: BodyTimes,
  onLate: (error: AppError) => void,
): BodyDeadline {
  const { socket } = request;
  let endsAtMs = performance.now() + requestMs;
  let leastBytes = (LEAST_BYTES_A_SECOND * bodyMs) / 1_000;
  let bytesBefore = socket.bytesRead;
  const judge = (): void => {
    if (request.complete || request.destroyed) return;
    const isSlow = socket.bytesRead - bytesBefore < leastBytes;
    // A timer may be a millisecond early.
    if (performance.now() > endsAtMs - 2) onLate(notInTime());
    // Where nothing reads it yet, it is not the client that keeps us waiting.
    else if (isSlow && isRead(request)) onLate(tooSlow());
    else timer = watch();
  };
  const watch = (): NodeJS.Timeout => {
    bytesBefore = socket.bytesRead;
    return setTimeout(judge, Math.min(bodyMs, Math.max(1, endsAtMs - performance.now())));
  };
  let timer = watch();
  const end = (): void => clearTimeout(timer);
  request.once('end', end).once('close', end);
  return {
    extend: (more) => {
      clearTimeout(timer);
      leastBytes = 0;
      endsAtMs = performance.now() + more;
      timer = watch();
    },
  };
}
