import type { Clock } from '@fulfilment/kernel';
import { isLive } from '../domain/session-life.ts';
import type { LookUpSession } from '../use-cases/member-ports.ts';
import type { SignedInAs } from '../use-cases/sso-ports.ts';
import { digestOfSecret, sessionTextOf } from './session-text.ts';

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
