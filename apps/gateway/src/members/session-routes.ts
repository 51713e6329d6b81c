import { accountOperations as account, type SignedInRecord } from '@fulfilment/contracts';
import { type BoundRoute, route } from '@fulfilment/http';
import type { Clock, RequestContext } from '@fulfilment/kernel';
import type { ChangePassword } from './change-password.ts';
import type { DescribeSession } from './describe-session.ts';
import type { EndOtherSessions, EndSession } from './end-sessions.ts';
import type { SessionStore } from './member-ports.ts';
import { noSuchSession, sessionEnded } from './member-refusals.ts';
import type { OpenedSession } from './open-session.ts';
import type { RedeemToken } from './redeem-token.ts';
import type { SignIn } from './sign-in.ts';
import { presentPlans, presentSession, presentSignedIn } from './member-presentation.ts';
import { requesterOf } from '../accounts/requester-presentation.ts';

export interface SessionUseCases {
  readonly signIn: SignIn;
  readonly redeemToken: RedeemToken;
  readonly changePassword: ChangePassword;
  readonly describeSession: DescribeSession;
  readonly endSession: EndSession;
  readonly endOtherSessions: EndOtherSessions;
  readonly sessions: Pick<SessionStore, 'live'>;
  /** The text of `Set-Cookie` that takes a session from a browser. */
  readonly endedCookie: string;
  readonly now: Clock;
}

/** Signing in and out, and what a member sees of their own sessions. */
export function sessionRoutes(use: SessionUseCases): readonly BoundRoute[] {
  return [...openingRoutes(use), ...ownRoutes(use), ...endingRoutes(use)];
}

function openingRoutes({ signIn, redeemToken, describeSession }: SessionUseCases): BoundRoute[] {
  const opened = async ({ session: { id: sessionId, accountId, memberId }, cookie }: OpenedSession) => ({
    status: 201 as const,
    body: presentSignedIn(await describeSession({ accountId, memberId, sessionId })),
    headers: { 'Set-Cookie': cookie },
  });
  return [
    route(account.signIn, async ({ body: { email, password, account_id: accountId }, context }) => {
      const { left, ...session } = await signIn({ email, password, accountId }, openerOf(context));
      const { headers, ...answer } = await opened(session);
      return { ...answer, headers: { ...left, ...headers } };
    }),
    route(account.acceptInvitation, async ({ body, context }) =>
      opened(await redeemToken({ ...body, purpose: 'invitation' }, openerOf(context))),
    ),
    route(account.resetPassword, async ({ body, context }) =>
      opened(await redeemToken({ ...body, purpose: 'reset' }, openerOf(context))),
    ),
  ];
}

function ownRoutes({ changePassword, describeSession, sessions, endedCookie, now }: SessionUseCases): BoundRoute[] {
  const whoAsks = async (context: RequestContext): Promise<SignedInRecord> =>
    presentSignedIn(await describeSession(ownOf(context)));
  return [
    route(account.getSession, async ({ context }) => ok(await whoAsks(context))),
    route(account.listSessions, async ({ context }) => {
      const { memberId, sessionId } = ownOf(context);
      const live = await sessions.live(memberId, now());
      if (!live.some(({ id }) => id === sessionId)) throw sessionEnded(endedCookie);
      return ok({ data: live.map((session) => presentSession(session, sessionId)) });
    }),
    route(account.changePassword, async ({ body, context }) => {
      const { current_password: current, new_password: next } = body;
      await changePassword({ ...ownOf(context), current, next }, requesterOf(context));
      return ok(await whoAsks(context));
    }),
    route(account.listPlans, async () => ok(presentPlans())),
  ];
}

function endingRoutes({ endSession, endOtherSessions, endedCookie }: SessionUseCases): BoundRoute[] {
  return [
    route(account.signOut, async ({ context }) => {
      // Where it was ended a moment ago, the browser has to forget it all the same.
      const ended = await endSession(ownOf(context), requesterOf(context));
      return { ...ok({ ended: ended ? 1 : 0 }), headers: { 'Set-Cookie': endedCookie } };
    }),
    route(account.revokeSession, async ({ params, context }) => {
      const own = ownOf(context);
      const ended = await endSession({ ...own, sessionId: params.id }, requesterOf(context));
      if (!ended) throw noSuchSession();
      return ok(presentSession(ended, own.sessionId));
    }),
    route(account.revokeOtherSessions, async ({ context }) => {
      const { sessionId: exceptId, ...own } = ownOf(context);
      return ok({ ended: await endOtherSessions({ ...own, exceptId }, requesterOf(context)) });
    }),
  ];
}

/** @throws AppError `not_found` where no session asks, which the gateway has refused before. */
function ownOf({ actor: memberId, tenant: { accountId }, sessionId }: RequestContext) {
  if (sessionId === undefined) throw noSuchSession();
  return { accountId, memberId, sessionId };
}

function openerOf({ clientAddress: address, userAgent, requestId }: RequestContext) {
  return { address, userAgent, requestId };
}

const ok = <Body>(body: Body) => ({ status: 200 as const, body });
