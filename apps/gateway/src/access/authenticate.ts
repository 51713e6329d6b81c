import { AppError, type Clock } from '@fulfilment/kernel';
import { keyStatus } from '../domain/key-status.ts';
import { isKeyText } from '../domain/key-text.ts';
import type { DigestKey } from './key-digest.ts';
import type { KnownKey, LookUpKey } from '../use-cases/ports.ts';

/** RFC 6750 section 2.1; the scheme is case-insensitive (RFC 9110 section 11.1). */
const BEARER = /^bearer +([A-Za-z0-9_]+) *$/i;

/**
 * The key that a request brings in `Authorization`.
 *
 * @throws AppError `unauthenticated`, one and the same for a missing, malformed, unknown, revoked and expired key;
 * `upstream_unavailable` where that cannot be found out now.
 */
export type Authenticate = (authorization: string | undefined) => Promise<KnownKey>;

export interface AuthenticateParts {
  readonly digestKey: DigestKey;
  readonly find: LookUpKey;
  readonly now: Clock;
}

export function makeAuthenticate({ digestKey, find, now }: AuthenticateParts): Authenticate {
  return async (authorization) => {
    const text = BEARER.exec(authorization ?? '')?.[1];
    if (text === undefined || !isKeyText(text)) throw unauthenticated();
    const key = await find(digestKey(text).digest);
    if (!key || keyStatus(key, now()) !== 'active') throw unauthenticated();
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
