import { systemClock as now } from '@fulfilment/kernel';
import type { Cursors, Mongo } from '@fulfilment/mongo';
import type { Limiter } from './rate-limiting/limiter.ts';
import { makeThrottlePasswords } from './rate-limiting/password-throttle.ts';
import { makePasswords } from './authentication/passwords.ts';
import { secrets } from './authentication/session-text.ts';
import type { House } from './house.ts';
import type { MemberUseCases } from './members/member-routes.ts';
import type { SessionUseCases } from './members/session-routes.ts';
import { countPasswords } from './metrics.ts';
import { makeNoteInAuditLog } from './accounts/audit-store.ts';
import { makeMemberStore } from './members/member-store.ts';
import { makeSessionStore } from './members/session-store.ts';
import { makeChangeMember } from './members/change-member.ts';
import { makeChangePassword } from './members/change-password.ts';
import { makeChoosePassword } from './members/choose-password.ts';
import { makeDescribeSession } from './members/describe-session.ts';
import { makeEndOtherSessions, makeEndSession } from './members/end-sessions.ts';
import { makeInviteMember } from './members/invite-member.ts';
import type { MemberStore } from './members/member-ports.ts';
import { makeIssueToken } from './members/one-time-tokens.ts';
import { makeOpenSession, type OpenSession } from './members/open-session.ts';
import type { AccountStore, AuditEntry } from './accounts/account-ports.ts';
import { makeRedeemToken } from './members/redeem-token.ts';
import { makeRemoveMember } from './members/remove-member.ts';
import { makeSetMemberRole } from './members/set-member-role.ts';
import { makeSignIn } from './members/sign-in.ts';

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
  const count = countPasswords(house.metrics);
  const told = makeTold(house, { client, db });
  const throttle = makeThrottlePasswords({
    limiter,
    onRefused: (attempt) => ('memberId' in attempt ? count.change('throttled') : count.signIn('throttled')),
  });
  const changeMember = makeChangeMember({ members, now });
  const choosePassword = makeChoosePassword({ members, passwords });
  const openSession = makeOpenSession({ sessions, secrets, now });
  return {
    members,
    sessions,
    openSession,
    publicUrl: house.publicUrl,
    inviteMember: makeInviteMember({ accounts, members, secrets, now }),
    issueToken: makeIssueToken({ changeMember, secrets }),
    setMemberRole: makeSetMemberRole({ changeMember }),
    removeMember: makeRemoveMember({ changeMember }),
    signIn: makeSignIn({ members, accounts, passwords, throttle, openSession, onOutcome: told(count.signIn), now }),
    redeemToken: makeRedeemToken({ members, changeMember, choosePassword, openSession, secrets, now }),
    changePassword: makeChangePassword({
      members,
      passwords,
      throttle,
      changeMember,
      choosePassword,
      secrets,
      onOutcome: told(count.change),
      now,
    }),
    describeSession: makeDescribeSession({ accounts, members, sessions, secrets, now }),
    endSession: makeEndSession({ sessions, now }),
    endOtherSessions: makeEndOtherSessions({ sessions, now }),
    endedCookie: secrets.endedCookie,
    now,
  };
}

type Told = <Outcome>(count: (outcome: Outcome) => void) => (outcome: Outcome, entries: readonly AuditEntry[]) => void;

/** Counts what came of passwords, and notes what is to be noted. */
function makeTold({ logger }: House, mongo: Pick<Mongo, 'client' | 'db'>): Told {
  const note = makeNoteInAuditLog(mongo);
  return (count) => (outcome, entries) => {
    count(outcome);
    // Nobody waits for it: the time of an answer must not tell whether somebody is known.
    for (const entry of entries)
      note(entry).catch((error: unknown) => logger.warn({ err: error }, 'a refused password was not noted'));
  };
}
