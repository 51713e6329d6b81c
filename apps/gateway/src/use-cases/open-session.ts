import { type Clock, newId } from '@fulfilment/kernel';
import { LIFETIME_MS } from '../domain/session-life.ts';
import { memberAudit } from './audit.ts';
import type { Member, Secrets, Session, SessionRequester, SessionStore, SignInMethod } from './member-ports.ts';

/** A session that was opened, and the text of `Set-Cookie` that gives it to the browser: it is shown this once. */
export interface OpenedSession {
  readonly session: Session;
  readonly cookie: string;
}

/** Opens a session for somebody who has proved to be this active member. Each has a secret of its own, which nobody knew before. */
export type OpenSession = (
  member: Pick<Member, 'id' | 'accountId'>,
  method: SignInMethod,
  requester: Omit<SessionRequester, 'actor'>,
) => Promise<OpenedSession>;

export interface OpenSessionParts {
  readonly sessions: Pick<SessionStore, 'add'>;
  readonly secrets: Secrets;
  readonly now: Clock;
}

export function makeOpenSession({ sessions, secrets, now }: OpenSessionParts): OpenSession {
  return async ({ id: memberId, accountId }, method, { address, userAgent, requestId }) => {
    const at = now();
    const { text, digest } = secrets.mint();
    const expiresAt = new Date(at.getTime() + LIFETIME_MS);
    const id = newId('ses', at.getTime());
    const session = { id, accountId, memberId, method, createdAt: at, lastUsedAt: at, expiresAt, address, userAgent };
    const by = { actor: memberId, address, requestId };
    const target = { type: 'session', id } as const;
    await sessions.add(session, digest, memberAudit('session.created', { accountId, target }, { by, at, details: { method } }));
    return { session, cookie: secrets.cookie(text, expiresAt) };
  };
}
