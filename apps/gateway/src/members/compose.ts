import type { BoundRoute } from '@fulfilment/http';
import { systemClock as now } from '@fulfilment/kernel';
import type { Cursors, Mongo } from '@fulfilment/mongo';
import type { AccountStore, AuditEntry } from '../accounts/account-ports.ts';
import { makeNoteInAuditLog } from '../accounts/audit-store.ts';
import { makePasswords } from '../authentication/passwords.ts';
import { secrets } from '../authentication/session-text.ts';
import type { AppContext } from '../app-context.ts';
import { countPasswords } from '../metrics.ts';
import type { RateLimiter } from '../rate-limiting/limiter.ts';
import { makeThrottlePasswords } from '../rate-limiting/password-throttle.ts';
import { composeSingleSignOn } from '../single-sign-on/compose.ts';
import { singleSignOnRoutes } from '../single-sign-on/single-sign-on-routes.ts';
import { makeChangeMember, makeMemberCommands } from './member-commands.ts';
import { memberRoutes, operatorMemberRoutes } from './member-routes.ts';
import { makeMemberStore } from './member-store.ts';
import { makePasswordCommands } from './password-commands.ts';
import { makeOpenSession, makeSessionCommands } from './session-commands.ts';
import { sessionRoutes } from './session-routes.ts';
import { makeSessionStore } from './session-store.ts';
import { makeSignIn } from './sign-in.ts';

export interface MemberDependencies {
  readonly accounts: AccountStore;
  readonly cursors: Cursors;
  readonly limiter: RateLimiter;
}

/** The routes of members, sessions and sign-in. */
export interface MemberRoutes {
  readonly own: readonly BoundRoute[];
  readonly operator: readonly BoundRoute[];
}

export function composeMembers(
  context: AppContext,
  mongo: Mongo,
  { accounts, cursors, limiter }: MemberDependencies,
): MemberRoutes {
  const { publicUrl } = context;
  const members = makeMemberStore(mongo, cursors);
  const sessions = makeSessionStore(mongo);
  const passwords = makePasswords();
  const count = countPasswords(context.metrics);
  const recordOutcome = makeRecordOutcome(context, mongo);
  const throttle = makeThrottlePasswords({
    limiter,
    onRefused: (attempt) => ('memberId' in attempt ? count.change('throttled') : count.signIn('throttled')),
  });
  const changeMember = makeChangeMember(members, now);
  const openSession = makeOpenSession(sessions, secrets, now);
  const commands = makeMemberCommands({ accounts, members, changeMember, secrets, now });
  const onSignIn = recordOutcome(count.signIn);
  const signIn = makeSignIn({ members, accounts, passwords, throttle, openSession, onOutcome: onSignIn, now });
  const passwordCommands = makePasswordCommands({
    members,
    passwords,
    throttle,
    changeMember,
    openSession,
    secrets,
    onOutcome: recordOutcome(count.change),
    now,
  });
  const sessionCommands = makeSessionCommands({ accounts, members, sessions, secrets, now });
  const { endedCookie } = secrets;
  return {
    own: [
      ...memberRoutes(commands, members, publicUrl),
      ...sessionRoutes({ signIn, passwordCommands, sessionCommands, sessions, endedCookie, now }),
      ...singleSignOnRoutes(composeSingleSignOn(context, mongo, { accounts, members, changeMember, openSession })),
    ],
    operator: operatorMemberRoutes({ commands, members, accounts, publicUrl }),
  };
}

type RecordOutcome = <Outcome>(count: (outcome: Outcome) => void) => (outcome: Outcome, entries: readonly AuditEntry[]) => void;

/** Counts the outcome of a password attempt and writes its audit entries. */
function makeRecordOutcome({ logger }: AppContext, mongo: Mongo): RecordOutcome {
  const note = makeNoteInAuditLog(mongo);
  return (count) => (outcome, entries) => {
    count(outcome);
    // Not awaited: the time of an answer must not reveal whether the address has a member.
    for (const entry of entries)
      note(entry).catch((error: unknown) => logger.warn({ err: error }, 'a refused password was not noted'));
  };
}
