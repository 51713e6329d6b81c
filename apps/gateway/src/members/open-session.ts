import { type Clock, newId } from '@fulfilment/kernel';
import { LIFETIME_MS } from './domain/session-life.ts';
import { memberAudit } from '../accounts/audit.ts';
import type { Member, Secrets, Session, SessionRequester, SessionStore, SignInMethod } from './member-ports.ts';
import { invalidCredentials, invalidToken } from './member-refusals.ts';
import { unknownMember } from './single-sign-on-refusals.ts';

/** A session that was opened, and the text of `Set-Cookie` that gives it to the browser: it is shown this once. */
export interface OpenedSession {
  readonly session: Session;
  readonly cookie: string;
}

/**
 * Opens a session for somebody who has proved to be this active member. Each has a secret of its own, which nobody knew before.
 *
 * @param member as it was read when that was proved.
 * @throws AppError what the method answers to who is nobody, where the member was removed or has another password by now: that
 * ends all sessions, so none is opened after it by what was good before.
 */
export type OpenSession = (
  member: Pick<Member, 'id' | 'accountId' | 'passwordHash' | 'version'>,
  method: SignInMethod,
  requester: Omit<SessionRequester, 'actor'>,
) => Promise<OpenedSession>;

export interface OpenSessionParts {
  readonly sessions: Pick<SessionStore, 'add'>;
  readonly secrets: Secrets;
  readonly now: Clock;
}

const REFUSALS = {
  password: () => invalidCredentials({}),
  invitation: invalidToken,
  reset: invalidToken,
  single_sign_on: unknownMember,
} as const satisfies Record<SignInMethod, unknown>;

export function makeOpenSession({ sessions, secrets, now }: OpenSessionParts): OpenSession {
  return async (member, method, { address, userAgent, requestId }) => {
    const { id: memberId, accountId } = member;
    const at = now();
    const { text, digest } = secrets.mint();
    const expiresAt = new Date(at.getTime() + LIFETIME_MS);
    const id = newId('ses', at.getTime());
    const session = { id, accountId, memberId, method, createdAt: at, lastUsedAt: at, expiresAt, address, userAgent };
    const by = { actor: memberId, address, requestId };
    const target = { type: 'session', id } as const;
    const proof = { digest, password: method === 'single_sign_on' ? undefined : member };
    const entry = memberAudit('session.created', { accountId, target }, { by, at, details: { method } });
    if (!(await sessions.add(session, proof, entry))) throw REFUSALS[method]();
    return { session, cookie: secrets.cookie(text, expiresAt) };
  };
}
