import type { IncomingMessage } from 'node:http';
import { crossOrigin } from '../request-refusals.ts';

/** Refuses what another site has a browser send. Where `isVouched`, a request that says nothing of its origin is refused too. */
export type CheckOrigin = (request: IncomingMessage, isVouched: boolean) => void;

/**
 * Browsers since 2023 say with `Sec-Fetch-Site` whose page sends a request, and no page can change it; older ones send `Origin`
 * with whatever changes something.
 *
 * @param publicUrl where browsers reach the gateway.
 * @see https://www.w3.org/TR/fetch-metadata/ and the OWASP Cross-Site Request Forgery Prevention Cheat Sheet.
 */
export function makeCheckOrigin(publicUrl: string): CheckOrigin {
  const own = new URL(publicUrl).origin;
  return ({ method, headers }, isVouched) => {
    if (method === 'GET' || method === 'HEAD') return;
    const { 'sec-fetch-site': site, origin } = headers;
    if (site !== undefined ? site !== 'same-origin' : origin !== undefined ? origin !== own : isVouched) throw crossOrigin();
  };
}
