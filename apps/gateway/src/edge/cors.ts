import { OPERATIONS } from '@fulfilment/contracts';
import type { Exchange } from './exchange.ts';
import { RATE_LIMIT_HEADERS } from '../rate-limiting/rate-limit-headers.ts';

const EXPOSED = [...RATE_LIMIT_HEADERS, 'X-Request-Id', 'Retry-After', 'Link', 'Location', 'ETag', 'Idempotency-Replayed'].join(
  ', ',
);
const METHODS = [...new Set(['HEAD', ...OPERATIONS.map(({ method }) => method)])].join(', ');
const REQUEST_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id, traceparent, tracestate';
/** Seconds that a browser need not ask again. */
const MAX_AGE = '600';

/** Cross-origin access from browsers, for the origins that the operator names and for no other. */
export interface Cors {
  /** Lets the page that asks read the answer, if its origin is named. */
  permit(exchange: Exchange): void;
  /** Whether the browser only asks what it may send. Such a request carries no key. */
  isPreflight(exchange: Exchange): boolean;
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
      return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined && isPermitted(exchange);
    },
    answerPreflight: ({ response }) => {
      response.setHeader('Access-Control-Allow-Methods', METHODS);
      response.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS);
      response.setHeader('Access-Control-Max-Age', MAX_AGE);
      response.writeHead(204).end();
    },
  };
}
