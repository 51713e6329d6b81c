import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdFrom } from '@fulfilment/http';
import type { Verdict } from '../rate-limiting/buckets.ts';
import type { Principal } from '../authentication/principal.ts';
import type { BodyDeadline } from './body-deadline.ts';
import type { Client, ClientAddress } from '../rate-limiting/client-address.ts';

/** One request and its answer, with what is found out on the way. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Where it came from. */
  readonly client: Client;
  /** Once the key or session is known to be valid. */
  principal?: Principal;
  /** Once a refusal is on its way. */
  isRefused?: boolean;
  /** Where a body comes with it. */
  deadline?: BodyDeadline;
  /** Once a bucket was asked: from then on the rate limit headers are set. */
  verdict?: Verdict;
}

export function beginExchange(request: IncomingMessage, response: ServerResponse, clientAddress: ClientAddress): Exchange {
  const given = request.headers['x-request-id'];
  const requestId = requestIdFrom(typeof given === 'string' ? given : undefined);
  return { request, response, requestId, client: clientAddress(request) };
}

/** Whether the request says that a body comes with it (RFC 9112 section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
