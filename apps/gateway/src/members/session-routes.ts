import {
  accountOperations as account,
  actingRole,
  mayDo,
  PERMISSIONS,
  type PlanRecord,
  type SessionRecord,
  type SignedInRecord,
} from '@fulfilment/contracts';
import { type BoundRoute, ok, route } from '@fulfilment/http';
import { type Clock, type Environment, ENVIRONMENTS, type RequestContext } from '@fulfilment/kernel';
import { presentAccount, authorOf } from '../accounts/account-routes.ts';
import { keyLimit } from '../accounts/domain/limits.ts';
import { recentUntil } from './domain/session-life.ts';
import { memberRecordOf } from './member-commands.ts';
import type { Session, SessionOpener, SessionStore } from './member-ports.ts';
import { noSuchSession, sessionEnded } from './member-refusals.ts';
import type { PasswordCommands } from './password-commands.ts';
import type { OpenedSession, SessionCommands, SessionDescription } from './session-commands.ts';
import type { SignIn } from './sign-in.ts';

export interface SessionRouteParts {
  readonly signIn: SignIn;
  readonly passwordCommands: PasswordCommands;
  readonly sessionCommands: SessionCommands;
  readonly sessions: Pick<SessionStore, 'live'>;
  readonly endedCookie: string;
  readonly now: Clock;
}

/** The next member at this browser finds nothing of the session in its cache (W3C Clear Site Data section 3.1). */
const FORGET = { 'Clear-Site-Data': '"cache"' };

/** Sign-in, sign-out, and the sessions and password of the signed-in member. */
export function sessionRoutes(parts: SessionRouteParts): readonly BoundRoute[] {
  return [...signInRoutes(parts), ...ownSessionRoutes(parts)];
}

function signInRoutes({ signIn, passwordCommands, sessionCommands }: SessionRouteParts): BoundRoute[] {
  const opened = async ({ session: { id: sessionId, accountId, memberId }, cookie }: OpenedSession) => ({
    status: 201 as const,
    body: presentSignedIn(await sessionCommands.describe({ accountId, memberId, sessionId })),
    headers: { 'Set-Cookie': cookie },
  });
  return [
    route(account.signIn, async ({ body: { email, password, account_id: accountId }, context }) => {
      const { limitHeaders, ...session } = await signIn({ email, password, accountId }, openerOf(context));
      const { headers, ...answer } = await opened(session);
      return { ...answer, headers: { ...limitHeaders, ...headers } };
    }),
    route(account.acceptInvitation, async ({ body, context }) =>
      opened(await passwordCommands.redeemToken({ ...body, purpose: 'invitation' }, openerOf(context))),
    ),
    route(account.resetPassword, async ({ body, context }) =>
      opened(await passwordCommands.redeemToken({ ...body, purpose: 'reset' }, openerOf(context))),
    ),
    route(account.redeemSignInLink, async ({ body: { token }, context }) =>
      opened(await passwordCommands.redeemLink(token, openerOf(context))),
    ),
  ];
}

function ownSessionRoutes({ passwordCommands, sessionCommands, sessions, endedCookie, now }: SessionRouteParts): BoundRoute[] {
  const describe = async (context: RequestContext): Promise<SignedInRecord> =>
    presentSignedIn(await sessionCommands.describe(ownOf(context)));
  return [
    route(account.getSession, async ({ context }) => ok(await describe(context))),
    route(account.listSessions, async ({ context }) => {
      const { memberId, sessionId } = ownOf(context);
      const live = await sessions.live(memberId, now());
      if (!live.some(({ id }) => id === sessionId)) throw sessionEnded(endedCookie);
      return ok({ data: live.map((session) => presentSession(session, sessionId)) });
    }),
    route(account.changePassword, async ({ body: { current_password: current, new_password: next }, context }) => {
      await passwordCommands.change({ ...ownOf(context), current, next }, authorOf(context));
      return ok(await describe(context));
    }),
    route(account.confirmSession, async ({ body: { password }, context }) => {
      await passwordCommands.confirm({ ...ownOf(context), password }, authorOf(context));
      return ok(await describe(context));
    }),
    route(account.listPlans, async () => ok(presentPlans())),
    route(account.signOut, async ({ context }) => {
      const ended = await sessionCommands.end(ownOf(context), authorOf(context));
      // The browser deletes the cookie also where the session ended concurrently.
      return { ...ok({ ended: ended ? 1 : 0 }), headers: { 'Set-Cookie': endedCookie, ...FORGET } };
    }),
    route(account.revokeSession, async ({ params, context }) => {
      const own = ownOf(context);
      const ended = await sessionCommands.end({ ...own, sessionId: params.id }, authorOf(context));
      if (!ended) throw noSuchSession();
      return ok(presentSession(ended, own.sessionId));
    }),
    route(account.revokeOtherSessions, async ({ context }) => {
      const { sessionId: exceptId, ...own } = ownOf(context);
      return ok({ ended: await sessionCommands.endOthers({ ...own, exceptId }, authorOf(context)) });
    }),
  ];
}

/** @throws AppError `not_found` for a request without a session, which the gateway refuses earlier. */
function ownOf({ actor: memberId, tenant: { accountId }, sessionId }: RequestContext) {
  if (sessionId === undefined) throw noSuchSession();
  return { accountId, memberId, sessionId };
}

function openerOf({ clientAddress: address, userAgent, requestId }: RequestContext): SessionOpener {
  return { address, userAgent, requestId };
}

/** @param currentId the session of the request. */
function presentSession(session: Session, currentId: string): SessionRecord {
  const { id, method, address = null, userAgent = null } = session;
  return {
    id,
    current: id === currentId,
    method,
    address,
    user_agent: userAgent,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    recent_until: recentUntil(session).toISOString(),
  };
}

function presentSignedIn({ session, member, account: its }: SessionDescription): SignedInRecord {
  const role = actingRole(member.role);
  return {
    session: presentSession(session, session.id),
    member: memberRecordOf(member),
    has_password: member.passwordHash !== undefined,
    account: presentAccount(its),
    permissions: PERMISSIONS.filter((permission) => mayDo(role, permission)),
  };
}

/** The environments of each plan with their default key limits. */
function presentPlans(): { data: PlanRecord[] } {
  return {
    data: [
      { plan: 'evaluation', environments: [presentEnvironment('sandbox')] },
      { plan: 'enterprise', environments: ENVIRONMENTS.map(presentEnvironment) },
    ],
  };
}

function presentEnvironment(environment: Environment): PlanRecord['environments'][number] {
  return { environment, key_limit: keyLimit(environment, {}) };
}
