import type { CallerClaims, ServiceName } from '@fulfilment/contracts';
import type { SignIdentity } from '@fulfilment/identity';
import { BoundedMap } from './bounded-map.ts';
import type { Acting } from './principal.ts';

/** Seconds that a token lives. */
export const TOKEN_LIFETIME_SECONDS = 60;
/** Milliseconds that a token is used again. Signing one costs more than the rest of the way (measured: 0.1 ms). */
const REUSED_MS = (TOKEN_LIFETIME_SECONDS * 1_000) / 2;
const REMEMBERED = 10_000;

/** The signed identity of whoever acts, for one service and no other. */
export type IdentityFor = (acting: Acting, service: ServiceName) => Promise<string>;

/** @param nowMs milliseconds of a clock that never goes back. */
export function makeIdentityFor({ sign, nowMs }: { readonly sign: SignIdentity; readonly nowMs: () => number }): IdentityFor {
  const signed = new BoundedMap<{ readonly token: Promise<string>; readonly sinceMs: number }>(REMEMBERED);
  return ({ id, rev, tenant, role }, service) => {
    const { accountId, environment } = tenant;
    // A member works in both environments.
    const slot = `${id} ${rev} ${environment} ${service}`;
    const known = signed.get(slot);
    if (known && nowMs() - known.sinceMs < REUSED_MS) return known.token;
    const claims: CallerClaims = { sub: id, acc: accountId, env: environment, role };
    const token = sign(claims, service);
    signed.set(slot, { token, sinceMs: nowMs() });
    token.catch(() => signed.delete(slot));
    return token;
  };
}
