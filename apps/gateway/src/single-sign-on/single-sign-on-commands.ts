import { errors } from '@fulfilment/contracts';
import { type AppError, type Clock, isRetryable } from '@fulfilment/kernel';
import { auditEntry } from '../accounts/account-commands.ts';
import type { ChangeMember } from '../members/member-commands.ts';
import type { Member, SessionOpener } from '../members/member-ports.ts';
import { unknownMember } from '../members/member-refusals.ts';
import type { OpenedSession, OpenSession } from '../members/session-commands.ts';
import type { FlowCookie } from './flow-cookie.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { FindSignedInMember, ResolveMember } from './resolve-member.ts';
import type { ProvenIdentity, ProviderAnswer, SignInFlow } from './single-sign-on-ports.ts';
import type { FinishedFlows, LinkedIdentities } from './single-sign-on-store.ts';

/** Sign-in at the identity provider of the installation. */
export interface SingleSignOn {
  readonly name: string;
  /** The `Set-Cookie` that deletes the cookie of a flow. */
  readonly endedFlowCookie: string;
  /** @returns the address at the provider, and the cookie of the flow. @throws AppError `upstream_unavailable`. */
  begin(wish: Pick<SignInFlow, 'returnTo' | 'accountId'>): Promise<{ readonly url: string; readonly cookie: string }>;
  /**
   * Opens a session for the person whom the provider has signed in, and accepts a pending invitation.
   *
   * @param cookies the text of `Cookie`.
   * @returns the session, and the path that the browser returns to.
   * @throws AppError `sso_expired`, `sso_denied`, `sso_not_trusted`, `sso_email_not_verified`, `sso_unknown_member`,
   * `several_accounts`, `upstream_unavailable`.
   */
  finish(
    answer: ProviderAnswer,
    cookies: string | undefined,
    by: SessionOpener,
  ): Promise<OpenedSession & Pick<SignInFlow, 'returnTo'>>;
}

export interface SingleSignOnParts {
  readonly name: string;
  readonly flowCookie: FlowCookie;
  readonly provider: IdentityProvider;
  readonly finished: FinishedFlows;
  readonly findSignedInMember: FindSignedInMember;
  readonly resolveMember: ResolveMember;
  readonly identities: Pick<LinkedIdentities, 'link'>;
  readonly changeMember: ChangeMember;
  readonly openSession: OpenSession;
  readonly now: Clock;
}

/** Long enough to find a telephone and type a code; short enough that a forgotten flow in a browser opens nothing. */
const FLOW_LIFETIME_MS = 10 * 60_000;

export function makeSingleSignOn(parts: SingleSignOnParts): SingleSignOn {
  const { name, flowCookie, provider, finished, findSignedInMember, resolveMember, openSession, now } = parts;
  return {
    name,
    endedFlowCookie: flowCookie.ended,
    begin: async (wish) => {
      const at = now();
      const { flow, url } = await provider.begin({ ...wish, endsAt: new Date(at.getTime() + FLOW_LIFETIME_MS) });
      return { url, cookie: await flowCookie.seal(flow, at) };
    },
    finish: async (answer, cookies, by) => {
      const flow = await flowCookie.open(cookies, now());
      // Another site can send a browser here with an answer of its own, but not with the state in the cookie.
      if (!flow || answer['state'] !== flow.state) throw noSuchFlow();
      if (!(await finished.finish(flow))) throw noSuchFlow();
      const identity = await provider.identify(answer, flow, by.requestId).catch(async (error: unknown) => {
        // The same answer can be sent again once the provider can be reached.
        if (isRetryable(error)) await finished.reopen(flow);
        throw error;
      });
      const signedInAs = await findSignedInMember(cookies);
      const { member, isLinked } = await resolveMember(identity, { accountId: flow.accountId, signedInAs });
      if (!isLinked) await link(parts, member, identity, by);
      const joined = member.status === 'invited' ? await join(parts, member, by) : member;
      return { ...(await openSession(joined, 'single_sign_on', by, identity)), returnTo: flow.returnTo };
    },
  };
}

async function link(
  { identities, now }: SingleSignOnParts,
  { id: memberId, accountId }: Member,
  { issuer, subject }: ProvenIdentity,
  { address, requestId }: SessionOpener,
): Promise<void> {
  const context = { by: { actor: memberId, address, requestId }, at: now(), details: { issuer } };
  const entry = auditEntry('member.identity_linked', { accountId, target: { type: 'member', id: memberId } }, context);
  // Another identity with this address was linked first.
  if (!(await identities.link({ memberId, issuer, subject }, entry))) throw unknownMember();
}

function join({ changeMember }: SingleSignOnParts, { id }: Member, by: SessionOpener): Promise<Member> {
  return changeMember({ memberId: id }, { ...by, actor: id }, (current) => {
    if (current.status === 'removed') throw unknownMember();
    if (current.status === 'active') return undefined;
    const joined: Member = { ...current, status: 'active', token: undefined };
    return { member: joined, action: 'member.joined', details: { by: 'single_sign_on' } };
  });
}

const noSuchFlow = (): AppError =>
  errors.ssoExpired('The sign-in was not started in this browser, took too long, or is finished already. Start it again.');
