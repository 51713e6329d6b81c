import { AppError, type Clock } from '@fulfilment/kernel';
import { isKeyText, keyStatus } from '../accounts/domain/api-key.ts';
import { type AddressList, makeAddressList } from './address-list.ts';
import type { FindKey } from './key-cache.ts';
import type { DigestsOfKey } from './key-digest.ts';
import type { KnownKey } from './principal.ts';

/** RFC 6750 section 2.1; the scheme is case-insensitive (RFC 9110 section 11.1). */
const BEARER = /^bearer +([A-Za-z0-9_]+) *$/i;

/**
 * The key that a request brings in `Authorization`.
 *
 * @param address of the client, for keys that are good from some addresses only.
 * @param beforeReading is asked before a key is read that there is no copy of, and may throw.
 * @throws AppError `unauthenticated`, one and the same for a missing, malformed, unknown, revoked and expired key, and for one
 * that is not good from there; `upstream_unavailable` where that cannot be found out now.
 */
export type Authenticate = (authorization: string | undefined, address: string, beforeReading?: () => void) => Promise<KnownKey>;

export interface AuthenticateParts {
  readonly digestsOf: DigestsOfKey;
  readonly find: FindKey;
  readonly now: Clock;
}

export function makeAuthenticate({ digestsOf, find, now }: AuthenticateParts): Authenticate {
  const lists = new WeakMap<KnownKey, AddressList>();
  const isGoodFrom = (key: KnownKey, address: string): boolean => {
    const list = lists.get(key) ?? makeAddressList(key.ipAllowlist);
    lists.set(key, list);
    return list(address);
  };
  return async (authorization, address, beforeReading) => {
    const text = BEARER.exec(authorization ?? '')?.[1];
    if (text === undefined || !isKeyText(text)) throw unauthenticated();
    const key = await find(digestsOf(text), beforeReading);
    if (!key || keyStatus(key, now()) !== 'active' || !isGoodFrom(key, address)) throw unauthenticated();
    return key;
  };
}

function unauthenticated(): AppError {
  return new AppError({
    kind: 'unauthenticated',
    code: 'unauthenticated',
    message: 'Send a valid API key: Authorization: Bearer <API_KEY>.',
  });
}
