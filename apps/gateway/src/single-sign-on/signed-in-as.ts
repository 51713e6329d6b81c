import type { Clock } from '@fulfilment/kernel';
import { isLive } from '../members/domain/session-life.ts';
import type { SignedInAs } from './single-sign-on-ports.ts';
import { digestOfSecret, sessionTextOf } from '../authentication/session-text.ts';
import type { LookUpSession } from '../authentication/principal.ts';

export interface SignedInAsParts {
  readonly findSession: LookUpSession;
  readonly now: Clock;
}

/** Reads the session of a browser in the store: what was revoked counts nothing. */
export function makeSignedInAs({ findSession, now }: SignedInAsParts): SignedInAs {
  return async (cookies) => {
    const text = sessionTextOf(cookies);
    if (text === undefined) return undefined;
    const session = await findSession(digestOfSecret(text));
    return session && isLive(session, now()) ? session.member.id : undefined;
  };
}
