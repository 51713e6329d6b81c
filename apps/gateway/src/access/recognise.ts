import type { IncomingHttpHeaders } from 'node:http';
import { AppError, type Clock } from '@fulfilment/kernel';
import { isLive } from '../domain/session-life.ts';
import type { LookUpSession } from '../use-cases/member-ports.ts';
import type { Authenticate } from './authenticate.ts';
import type { Principal } from './principal.ts';
import { digestOfSecret, endedSessionCookie, sessionTextOf } from './session-text.ts';

/**
 * Who sends a request, by its key or its session. A key goes first: what a program names itself counts more than what a browser adds.
 *
 * @param address of the client, for keys that are good from some addresses only.
 * @throws AppError `unauthenticated`; `upstream_unavailable` where that cannot be found out now.
 */
export type Recognise = (headers: Pick<IncomingHttpHeaders, 'authorization' | 'cookie'>, address: string) => Promise<Principal>;

export interface RecogniseParts {
  readonly authenticate: Authenticate;
  readonly findSession: LookUpSession;
  readonly now: Clock;
}

export function makeRecognise({ authenticate, findSession, now }: RecogniseParts): Recognise {
  return async ({ authorization, cookie }, address) => {
    const text = authorization === undefined ? sessionTextOf(cookie) : undefined;
    if (text === undefined) return { type: 'key', key: await authenticate(authorization, address) };
    const session = await findSession(digestOfSecret(text));
    if (!session || !isLive(session, now())) throw sessionEnded();
    return { type: 'session', session };
  };
}

/** The same for a session that is unknown, revoked and over. The browser is told to forget it. */
function sessionEnded(): AppError {
  return new AppError({
    kind: 'unauthenticated',
    code: 'unauthenticated',
    message: 'The session has ended. Sign in again.',
    details: { headers: { 'set-cookie': endedSessionCookie() } },
  });
}
