import type { ServiceName } from '@fulfilment/contracts';
import type { SignIdentity } from '@fulfilment/identity';
import { LRUCache } from 'lru-cache';
import type { AuthorisedCaller } from './principal.ts';

/** Seconds that a token lives. */
export const TOKEN_LIFETIME_SECONDS = 60;
/** Milliseconds that a token is used again: signing costs more than the rest of a request (measured: 0.1 ms). */
const REUSE_MS = (TOKEN_LIFETIME_SECONDS * 1_000) / 2;
const MAX_TOKENS = 10_000;

/** The signed identity of a caller, for one service only. */
export type IdentityTokenFor = (caller: AuthorisedCaller, service: ServiceName) => Promise<string>;

/** @param nowMs milliseconds of a monotonic clock. */
export function makeIdentityTokenFor({
  sign,
  nowMs,
}: {
  readonly sign: SignIdentity;
  readonly nowMs: () => number;
}): IdentityTokenFor {
  const tokens = new LRUCache<string, Promise<string>>({
    max: MAX_TOKENS,
    ttl: REUSE_MS,
    ttlResolution: 0,
    perf: { now: nowMs },
  });
  return ({ claims, rev }, service) => {
    // A member works in both environments.
    const key = `${claims.sub} ${rev} ${claims.env} ${service}`;
    const known = tokens.get(key);
    if (known) return known;
    const token = sign(claims, service);
    tokens.set(key, token);
    token.catch(() => tokens.delete(key));
    return token;
  };
}
