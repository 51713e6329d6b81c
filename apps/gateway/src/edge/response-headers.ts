import { errors, OPERATIONS } from '@fulfilment/contracts';
import { RATE_LIMIT_HEADERS } from '../rate-limiting/rate-limit-answer.ts';
import type { Exchange } from './exchange.ts';

/** The headers of every response: an API's response is never a page, nor part of one. */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    // No other site embeds a response; pages that CORS admits read it in another way.
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** The `Cache-Control` of the API: a response belongs to its caller. */
export const PRIVATE = 'private, no-cache';

/**
 * The `Cache-Control` of a response that the gateway gives: records of an account are stored nowhere, nor is what a session reads, as the
 * next who signs in at that browser may not read it.
 */
export function cachingOf({ request, principal }: Pick<Exchange, 'request' | 'principal'>): string {
  const isStored = principal?.type !== 'session' && request.url?.startsWith('/account/') !== true;
  return isStored ? PRIVATE : 'no-store';
}

const EXPOSED = [
  ...RATE_LIMIT_HEADERS,
  'X-Request-Id',
  'Retry-After',
  'Link',
  'Location',
  'ETag',
  'Idempotency-Replayed',
  // By its clock X-RateLimit-Reset counts.
  'Date',
  'Allow',
  'Deprecation',
  'Sunset',
].join(', ');
const METHODS = [...new Set(['HEAD', ...OPERATIONS.map(({ method }) => method)])].join(', ');
const REQUEST_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id, traceparent, tracestate';
/** Seconds that a browser keeps the answer to a preflight. */
const MAX_AGE = '600';

const NOT_PERMITTED =
  'Pages of this origin may not call the API: cross-origin access is off, except for origins that the operator names (CORS_ORIGINS). ' +
  'Call the API from a server, where the key stays secret.';

/** Cross-origin access from browsers, for the origins that the operator names and for no other. */
export interface Cors {
  /** Lets the page that asks read the response, if its origin is named. */
  permit(exchange: Exchange): void;
  /** True for a request by which a browser asks what a page of another origin may send. It carries no key. */
  isPreflight(exchange: Exchange): boolean;
  /** @throws AppError `cross_origin` for the page of an origin that is not named. */
  answerPreflight(exchange: Exchange): void;
}

/** @param origins `https://app.example.com`, as browsers send them; none switches it off. */
export function makeCors(origins: readonly string[]): Cors {
  const permitted = new Set(origins);
  const isPermitted = ({ request }: Exchange): boolean => permitted.has(request.headers.origin ?? '');
  return {
    permit: (exchange) => {
      if (permitted.size === 0) return;
      exchange.response.appendHeader('Vary', 'Origin');
      if (!isPermitted(exchange)) return;
      exchange.response.setHeader('Access-Control-Allow-Origin', exchange.request.headers.origin ?? '');
      exchange.response.setHeader('Access-Control-Expose-Headers', EXPOSED);
    },
    isPreflight: (exchange) => {
      const { method, headers } = exchange.request;
      return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
    },
    answerPreflight: (exchange) => {
      if (!isPermitted(exchange)) throw errors.crossOrigin(NOT_PERMITTED);
      const { response } = exchange;
      response.setHeader('Access-Control-Allow-Methods', METHODS);
      response.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS);
      response.setHeader('Access-Control-Max-Age', MAX_AGE);
      response.writeHead(204).end();
    },
  };
}
