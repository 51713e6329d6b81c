import { systemClock as now } from '@fulfilment/kernel';
import type { Cursors, Mongo } from '@fulfilment/mongo';
import type { Limiter } from './access/limiter.ts';
import { makeThrottlePasswords } from './access/password-throttle.ts';
import { makePasswords } from './access/passwords.ts';
import { secrets } from './access/session-text.ts';
import type { House } from './house.ts';
import type { MemberUseCases } from './http/member-routes.ts';
import type { SessionUseCases } from './http/session-routes.ts';
import { countPasswords } from './metrics.ts';
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
import type { AccountStore, AuditEntry } from './use-cases/ports.ts';
import { makeRedeemToken } from './use-cases/redeem-token.ts';
import { makeRemoveMember } from './use-cases/remove-member.ts';
import { makeSetMemberRole } from './use-cases/set-member-role.ts';
import { makeSignIn } from './use-cases/sign-in.ts';

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
