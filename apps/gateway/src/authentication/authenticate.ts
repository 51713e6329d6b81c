import type { IncomingHttpHeaders } from 'node:http';
import { errors } from '@fulfilment/contracts';
import type { AppError, Clock } from '@fulfilment/kernel';
import { type AddressList, makeAddressList } from '../accounts/domain/address-list.ts';
import { isKeyText, keyStatus } from '../accounts/domain/api-key.ts';
import { isLive } from '../members/domain/session-life.ts';
import { sessionEnded } from '../members/member-refusals.ts';
import type { DigestsOfKey } from './key-digest.ts';
import type { KeyDigests, KnownKey, KnownSession, Principal } from './principal.ts';
import type { ReadThroughCache } from './read-through-cache.ts';
import { digestOfSecret, endedSessionCookie, sessionTextOf } from './session-text.ts';

/** RFC 6750 section 2.1; the scheme is case-insensitive (RFC 9110 section 11.1). */
const BEARER = /^bearer +([A-Za-z0-9_]+) *$/i;

/** A request as far as its sender is established by it. */
export interface Credentials {
  readonly headers: IncomingHttpHeaders;
  /** Of the client, for keys with an allowlist. */
  readonly address: string;
  /** Called before a key or session is read that the cache does not hold; may throw to prevent that. */
  readonly beforeRead?: () => void;
  /** True to read a session from the store: what its member has just changed counts. */
  readonly isAfresh?: boolean;
}

/**
 * Establishes the sender of a request by its key or session. A key takes precedence: a program names it, a browser adds its cookie.
 *
 * @throws AppError `unauthenticated`, the same for a missing, malformed, unknown, revoked and expired key, and for an address that is
 * not on its allowlist; `upstream_unavailable` where the store cannot tell.
 */
export type Authenticate = (credentials: Credentials) => Promise<Principal>;

export interface AuthenticateParts {
  readonly digestsOf: DigestsOfKey;
  readonly keys: Pick<ReadThroughCache<KeyDigests, KnownKey>, 'get'>;
  readonly sessions: Pick<ReadThroughCache<string, KnownSession>, 'get' | 'forget'>;
  readonly now: Clock;
}

export function makeAuthenticate({ digestsOf, keys, sessions, now }: AuthenticateParts): Authenticate {
  const allowlists = new WeakMap<KnownKey, AddressList>();
  const allows = (key: KnownKey, address: string): boolean => {
    const list = allowlists.get(key) ?? makeAddressList(key.ipAllowlist);
    allowlists.set(key, list);
    return list(address);
  };
  const liveSession = async (digest: string, beforeRead: Credentials['beforeRead']): Promise<KnownSession> => {
    const session = await sessions.get(digest, beforeRead);
    if (!session || !isLive(session, now())) throw sessionEnded(endedSessionCookie());
    return session;
  };
  return async ({ headers: { authorization, cookie }, address, beforeRead, isAfresh }) => {
    const sessionText = authorization === undefined ? sessionTextOf(cookie) : undefined;
    if (sessionText !== undefined) {
      const digest = digestOfSecret(sessionText);
      if (isAfresh) sessions.forget(digest);
      return liveSession(digest, beforeRead);
    }
    const text = BEARER.exec(authorization ?? '')?.[1];
    if (text === undefined || !isKeyText(text)) throw unauthenticated();
    const key = await keys.get(digestsOf(text), beforeRead);
    if (!key || keyStatus(key, now()) !== 'active' || !allows(key, address)) throw unauthenticated();
    return key;
  };
}

function unauthenticated(): AppError {
  return errors.unauthenticated('Send a valid API key: Authorization: Bearer <API_KEY>.');
}
