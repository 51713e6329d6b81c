import { systemClock as now } from '@fulfilment/kernel';
import type { Cursors, Mongo } from '@fulfilment/mongo';
import type { Limiter } from './access/limiter.ts';
import { makeThrottlePasswords } from './access/password-throttle.ts';
import { makePasswords } from './access/passwords.ts';
import { secrets } from './access/session-text.ts';
import type { House } from './house.ts';
import type { MemberUseCases } from './http/member-routes.ts';
import type { SessionUseCases } from './http/session-routes.ts';
import { countSignIns } from './metrics.ts';
import { makeNoteInAuditLog } from './store/audit-log.ts';
import { makeMemberStore } from './store/member-store.ts';
import { makeSessionStore } from './store/session-store.ts';
import { makeChangeMember } from './use-cases/change-member.ts';
import { makeChangePassword } from './use-cases/change-password.ts';
import { makeChoosePassword } from './use-cases/choose-password.ts';
import { makeDescribeSession } from './use-cases/describe-session.ts';
import { makeEndOtherSessions, makeEndSession } from './use-cases/end-sessions.ts';
import { makeInviteMember } from './use-cases/invite-member.ts';
import type { MemberStore } from './use-cases/member-ports.ts';
import { makeIssueToken } from './use-cases/one-time-tokens.ts';
import { makeOpenSession, type OpenSession } from './use-cases/open-session.ts';
import type { AccountStore } from './use-cases/ports.ts';
import { makeRedeemToken } from './use-cases/redeem-token.ts';
import { makeRemoveMember } from './use-cases/remove-member.ts';
import { makeSetMemberRole } from './use-cases/set-member-role.ts';
import { makeSignIn, type SignInParts } from './use-cases/sign-in.ts';

export interface MemberParts {
  readonly accounts: AccountStore;
  readonly cursors: Cursors;
  readonly limiter: Limiter;
}

/** What is done with members and their sessions, and what other ways to sign in stand on. */
export interface Members extends MemberUseCases, SessionUseCases {
  readonly members: MemberStore;
  readonly openSession: OpenSession;
}

export function composeMembers(house: House, { client, db }: Mongo, { accounts, cursors, limiter }: MemberParts): Members {
  const members = makeMemberStore({ client, db, cursors });
  const sessions = makeSessionStore({ client, db });
  const passwords = makePasswords();
  const throttle = makeThrottlePasswords({ limiter });
  const changeMember = makeChangeMember({ members, now });
  const choosePassword = makeChoosePassword({ members, passwords });
  const openSession = makeOpenSession({ sessions, secrets, now });
  const onOutcome = makeNoteSignIns(house, { client, db });
  return {
    members,
    sessions,
    openSession,
    publicUrl: house.publicUrl,
    inviteMember: makeInviteMember({ accounts, members, secrets, now }),
    issueToken: makeIssueToken({ changeMember, secrets }),
    setMemberRole: makeSetMemberRole({ changeMember }),
    removeMember: makeRemoveMember({ changeMember }),
    signIn: makeSignIn({ members, accounts, passwords, throttle, openSession, onOutcome, now }),
    redeemToken: makeRedeemToken({ members, changeMember, choosePassword, openSession, secrets, now }),
    changePassword: makeChangePassword({ members, passwords, throttle, changeMember, choosePassword }),
    describeSession: makeDescribeSession({ accounts, members, sessions, now }),
    endSession: makeEndSession({ sessions, now }),
    endOtherSessions: makeEndOtherSessions({ sessions, now }),
    endedCookie: secrets.endedCookie,
    now,
  };
}

function makeNoteSignIns({ logger, metrics }: House, mongo: Pick<Mongo, 'client' | 'db'>): SignInParts['onOutcome'] {
  const count = countSignIns(metrics);
  const note = makeNoteInAuditLog(mongo);
  return (outcome, entries) => {
    count(outcome);
    // Nobody waits for it: the time of an answer must not tell whether somebody is known.
    for (const entry of entries)
      note(entry).catch((error: unknown) => logger.warn({ err: error }, 'a refused sign-in was not noted'));
  };
}
