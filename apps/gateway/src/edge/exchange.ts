import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdFrom } from '@fulfilment/http';
import type { Principal } from '../authentication/principal.ts';
import type { Verdict } from '../rate-limiting/buckets.ts';
import type { Client, ClientAddress } from '../rate-limiting/client-address.ts';

/** One request and its response, with the facts that are established on the way. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly client: Client;
  principal?: Principal;
  isRefused?: boolean;
  deadline?: BodyDeadline;
  /** Ends an answer that has no end of its own. */
  ending?: AbortSignal | undefined;
  /** Set once a bucket was asked: from then on the rate limit headers are there. */
  verdict?: Verdict;
}

export function beginExchange(request: IncomingMessage, response: ServerResponse, clientAddress: ClientAddress): Exchange {
  const given = request.headers['x-request-id'];
  const requestId = requestIdFrom(typeof given === 'string' ? given : undefined);
  return { request, response, requestId, client: clientAddress(request) };
}

/** True where the request announces a body (RFC 9112 section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The time in which a body must arrive. */
export interface BodyDeadline {
  /** Moves it to so many milliseconds from now. */
  extend(ms: number): void;
}

/**
 * Calls `onLate` if the request is not complete in time. Node has one such limit for a whole server; ours depends on the
 * operation, which is known after the header.
 */
export function startBodyDeadline(request: IncomingMessage, ms: number, onLate: () => void): BodyDeadline {
  const expire = (): void => {
    if (!request.complete && !request.destroyed) onLate();
  };
  let timer = setTimeout(expire, ms);
  const end = (): void => clearTimeout(timer);
  request.once('end', end).once('close', end);
  return {
    extend: (more) => {
      clearTimeout(timer);
      timer = setTimeout(expire, more);
    },
  };
}
