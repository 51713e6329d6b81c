import type { Clock } from '@fulfilment/kernel';
import { memberAudit } from '../accounts/audit.ts';
import type { Session, SessionStore } from './member-ports.ts';
import type { Requester } from '../accounts/account-ports.ts';

/** The sessions of one member. */
export interface OwnSessions {
  readonly accountId: string;
  readonly memberId: string;
}

/** Ends a session of a member. @returns it as it was; undefined where the member has none such. */
export type EndSession = (name: OwnSessions & { readonly sessionId: string }, by: Requester) => Promise<Session | undefined>;

/** Ends all sessions of a member but one. @returns how many. */
export type EndOtherSessions = (name: OwnSessions & { readonly exceptId: string }, by: Requester) => Promise<number>;

export interface EndSessionParts {
  readonly sessions: Pick<SessionStore, 'end' | 'endOthers'>;
  readonly now: Clock;
}

export function makeEndSession({ sessions, now }: EndSessionParts): EndSession {
  return ({ accountId, memberId, sessionId }, by) => {
    const target = { type: 'session', id: sessionId } as const;
    return sessions.end({ memberId, sessionId }, memberAudit('session.revoked', { accountId, target }, { by, at: now() }));
  };
}

export function makeEndOtherSessions({ sessions, now }: EndSessionParts): EndOtherSessions {
  return ({ accountId, memberId, exceptId }, by) => {
    const target = { type: 'member', id: memberId } as const;
    const details = { all_but: exceptId };
    return sessions.endOthers(
      { memberId, exceptId },
      memberAudit('session.revoked', { accountId, target }, { by, at: now(), details }),
    );
  };
}
