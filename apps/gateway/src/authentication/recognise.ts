import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '@fulfilment/kernel';
import { isLive } from '../members/domain/session-life.ts';
import { sessionEnded } from '../members/member-refusals.ts';
import type { Authenticate } from './authenticate.ts';
import type { FindKnown } from './known-copies.ts';
import type { KnownSession, Principal } from './principal.ts';
import { digestOfSecret, endedSessionCookie, sessionTextOf } from './session-text.ts';

/**
 * Who sends a request, by its key or its session. A key goes first: what a program names itself counts more than what a browser adds.
 *
 * @param address of the client, for keys that are good from some addresses only.
 * @param beforeReading is asked before a key or session is read that there is no copy of, and may throw.
 * @throws AppError `unauthenticated`; `upstream_unavailable` where that cannot be found out now.
 */
export type Recognise = (
  headers: Pick<IncomingHttpHeaders, 'authorization' | 'cookie'>,
  address: string,
  beforeReading?: () => void,
) => Promise<Principal>;

export interface RecogniseParts {
  readonly authenticate: Authenticate;
  readonly findSession: FindKnown<string, KnownSession>;
  readonly now: Clock;
}

export function makeRecognise({ authenticate, findSession, now }: RecogniseParts): Recognise {
  return async ({ authorization, cookie }, address, beforeReading) => {
    const text = authorization === undefined ? sessionTextOf(cookie) : undefined;
    if (text === undefined) return { type: 'key', key: await authenticate(authorization, address, beforeReading) };
    const session = await findSession(digestOfSecret(text), beforeReading);
    if (!session || !isLive(session, now())) throw sessionEnded(endedSessionCookie());
    return { type: 'session', session };
  };
}
