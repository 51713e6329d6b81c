import type { BoundRoute } from '@fulfilment/http';
import { makeSealedText } from '@fulfilment/identity';
import { type Progress, type Stoppable, systemClock as now } from '@fulfilment/kernel';
import { makeCursors, type Mongo } from '@fulfilment/mongo';
import type { Logger, Metrics, Tracing } from '@fulfilment/observability';
import { makeAccountCommands } from './accounts/account-commands.ts';
import type { AccountStore, AuditEntry } from './accounts/account-ports.ts';
import { accountRoutes, operatorAccountRoutes } from './accounts/account-routes.ts';
import { makeAccountStore, makeKeyStore } from './accounts/account-store.ts';
import { makeAuditLog, makeNoteInAuditLog, makeRevocations } from './accounts/audit-store.ts';
import { makeKeyCommands } from './accounts/key-commands.ts';
import { keyRoutes, operatorKeyRoutes } from './accounts/key-routes.ts';
import type { Application } from './application.ts';
import { makeLookUpSession } from './authentication/credential-store.ts';
import { makeDigestKey, makeMintKey } from './authentication/key-digest.ts';
import { makePasswords } from './authentication/passwords.ts';
import { secrets } from './authentication/session-text.ts';
import type { Settings } from './config.ts';
import { type ChangeMember, makeChangeMember, makeMemberCommands } from './members/member-commands.ts';
import type { MemberStore } from './members/member-ports.ts';
import { makeRemoveAccount } from './members/account-deletion-store.ts';
import { actorRoutes } from './members/actor-routes.ts';
import { memberRoutes, operatorMemberRoutes } from './members/member-routes.ts';
import { makeMemberStore } from './members/member-store.ts';
import { makePasswordCommands } from './members/password-commands.ts';
import { makeOpenSession, makeSessionCommands, type OpenSession } from './members/session-commands.ts';
import { sessionRoutes } from './members/session-routes.ts';
import { makeEndSessions, makeSessionStore } from './members/session-store.ts';
import { makeSignIn } from './members/sign-in.ts';
import { countPasswords } from './metrics.ts';
import { makeRemainingOfKeys } from './rate-limiting/buckets.ts';
import type { RateLimiter } from './rate-limiting/limiter.ts';
import { makeThrottlePasswords } from './rate-limiting/password-throttle.ts';
import { FlowCookie } from './single-sign-on/flow-cookie.ts';
import { IdentityProvider, ProviderDiscovery } from './single-sign-on/identity-provider.ts';
import { describeFailure } from './single-sign-on/provider-failures.ts';
import { providerSettingsOf } from './single-sign-on/provider-settings.ts';
import { makeFindSignedInMember, makeResolveMember } from './single-sign-on/resolve-member.ts';
import { makeSingleSignOn, type SingleSignOn } from './single-sign-on/single-sign-on-commands.ts';
import { singleSignOnRoutes } from './single-sign-on/single-sign-on-routes.ts';
import { FinishedFlows, LinkedIdentities } from './single-sign-on/single-sign-on-store.ts';

/** The parts that everything in the process shares. */
export interface AppContext {
  readonly settings: Settings;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Undefined where tracing is off. */
  readonly tracing: Tracing | undefined;
  /** Has parts replaced that own work and stand still. */
  readonly progress: Progress;
  /** Stops a part with the process; the last one that was started stops first. */
  readonly own: <Part extends Stoppable>(part: Part) => Part;
}

/** Wires the use cases of accounts, keys, members and sessions. */
export function composeApplication(context: AppContext, mongo: Mongo, limiter: RateLimiter): Application {
  const { settings } = context;
  const cursors = makeCursors(settings.CURSOR_SECRET);
  const accounts = makeAccountStore(mongo);
  const keys = makeKeyStore(mongo, cursors);
  const members = makeMemberStore(mongo, cursors);
  const sessions = makeSessionStore(mongo);
  const passwords = makePasswords();
  const mint = makeMintKey(makeDigestKey(settings.KEY_PEPPER));
  const count = countPasswords(context.metrics);
  const recordOutcome = makeRecordOutcome(context, mongo);
  const throttle = makeThrottlePasswords({
    limiter,
    onRefused: (attempt) => ('memberId' in attempt ? count.change('throttled') : count.signIn('throttled')),
  });
  const changeMember = makeChangeMember(members, now);
  const openSession = makeOpenSession(sessions, secrets, now);
  const remainingOf = makeRemainingOfKeys((buckets, tokens) => limiter.charge(buckets, tokens));
  return {
    commands: {
      accounts: makeAccountCommands({
        noteInAuditLog: makeNoteInAuditLog(mongo),
        accounts,
        removeAccount: makeRemoveAccount(mongo),
        now,
        graceDays: settings.ACCOUNT_DELETION_DAYS,
      }),
      keys: makeKeyCommands({ accounts, keys, mint, now }),
      members: makeMemberCommands({ accounts, members, changeMember, secrets, now }),
      passwords: makePasswordCommands({
        members,
        passwords,
        throttle,
        changeMember,
        sessions,
        openSession,
        secrets,
        onOutcome: recordOutcome(count.change),
        now,
      }),
      signIn: makeSignIn({
        members,
        accounts,
        passwords,
        throttle,
        openSession,
        onOutcome: recordOutcome(count.signIn),
        now,
      }),
      singleSignOn: composeSingleSignOn(context, mongo, { accounts, members, changeMember, openSession }),
      endSessions: makeEndSessions(mongo.db),
      sessions: makeSessionCommands({ accounts, members, sessions, secrets, now }),
    },
    queries: {
      accounts,
      keys,
      remainingOf,
      members,
      sessions,
      auditLog: makeAuditLog(mongo.db, cursors),
      revocations: makeRevocations(mongo.db),
    },
  };
}

/** The routes of the account API, for account owners and for the operator. */
export interface AccountApi {
  readonly own: readonly BoundRoute[];
  readonly operator: readonly BoundRoute[];
}

export function accountApiOf({ commands, queries }: Application, publicUrl: string): AccountApi {
  const { accounts, keys, remainingOf, members, sessions, auditLog } = queries;
  return {
    own: [
      ...accountRoutes(accounts, auditLog),
      ...keyRoutes(commands.keys, keys, remainingOf, now),
      ...memberRoutes(commands.members, members, publicUrl),
      ...actorRoutes(keys, members),
      ...sessionRoutes({
        signIn: commands.signIn,
        passwordCommands: commands.passwords,
        sessionCommands: commands.sessions,
        sessions,
        endedCookie: secrets.endedCookie,
        now,
      }),
      ...singleSignOnRoutes(commands.singleSignOn),
    ],
    operator: [
      ...operatorAccountRoutes(commands.accounts, accounts, queries),
      ...operatorKeyRoutes(commands.keys, keys, now),
      ...operatorMemberRoutes({ commands: commands.members, members, accounts, endSessions: commands.endSessions, publicUrl }),
    ],
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
      note(entry).catch((error: unknown) => logger.warn({ err: error }, 'a refused password was not recorded'));
  };
}

interface SignOnParts {
  readonly accounts: AccountStore;
  readonly members: MemberStore;
  readonly changeMember: ChangeMember;
  readonly openSession: OpenSession;
}

/** @returns undefined where the settings have no identity provider. */
function composeSingleSignOn({ settings, logger }: AppContext, mongo: Mongo, parts: SignOnParts): SingleSignOn | undefined {
  const providerSettings = providerSettingsOf(settings);
  if (!providerSettings) return undefined;
  const { accounts, members, changeMember, openSession } = parts;
  const onFailure = (error: unknown, requestId?: string): void =>
    logger.warn({ ...describeFailure(error), requestId }, 'the identity provider failed a sign-in');
  const discovery = new ProviderDiscovery(providerSettings, { nowMs: () => performance.now(), onFailure });
  const identities = new LinkedIdentities(mongo);
  return makeSingleSignOn({
    name: settings.OIDC_NAME,
    flowCookie: new FlowCookie(makeSealedText({ secret: settings.KEY_PEPPER, purpose: 'single sign-on' })),
    provider: new IdentityProvider(providerSettings, { discovery, onFailure }),
    finished: new FinishedFlows(mongo.db),
    findSignedInMember: makeFindSignedInMember(makeLookUpSession(mongo.db), now),
    resolveMember: makeResolveMember({ members, accounts, identities }),
    identities,
    changeMember,
    openSession,
    now,
  });
}
