import { AppError, type Clock } from '@fulfilment/kernel';
import { memberAudit } from '../accounts/audit.ts';
import type { ChangeMember } from '../members/change-member.ts';
import type { Member, SessionRequester } from '../members/member-ports.ts';
import type { OpenedSession, OpenSession } from '../members/open-session.ts';
import type { RecogniseMember } from './recognise-member.ts';
import type {
  FinishedFlows,
  FlowKeeper,
  IdentityProvider,
  LinkedIdentities,
  ProvenIdentity,
  ProviderAnswer,
  SignedInAs,
  SignInFlow,
} from './single-sign-on-ports.ts';
import { noSuchFlow, unknownMember } from '../members/single-sign-on-refusals.ts';

export interface FinishSingleSignOnCommand {
  readonly answer: ProviderAnswer;
  /** The text of `Cookie`. */
  readonly cookies: string | undefined;
}

/** A session that was opened, with where the browser goes now. */
export interface FinishedSignOn extends OpenedSession {
  readonly returnTo: string;
}

/**
 * Opens a session for whoever the identity provider has signed in. Somebody who was invited has joined by it.
 *
 * @throws AppError `sso_expired`, `sso_denied`, `sso_not_trusted`, `sso_email_not_verified`, `sso_unknown_member`,
 * `several_accounts`, `upstream_unavailable`.
 */
export type FinishSingleSignOn = (
  command: FinishSingleSignOnCommand,
  by: Omit<SessionRequester, 'actor'>,
) => Promise<FinishedSignOn>;

export interface FinishSingleSignOnParts {
  readonly keeper: Pick<FlowKeeper, 'recall'>;
  readonly provider: Pick<IdentityProvider, 'identify'>;
  readonly finished: FinishedFlows;
  readonly signedInAs: SignedInAs;
  readonly recogniseMember: RecogniseMember;
  readonly identities: Pick<LinkedIdentities, 'link'>;
  readonly changeMember: ChangeMember;
  readonly openSession: OpenSession;
  readonly now: Clock;
}

export function makeFinishSingleSignOn(parts: FinishSingleSignOnParts): FinishSingleSignOn {
  const { keeper, finished, signedInAs, recogniseMember, openSession, now } = parts;
  return async ({ answer, cookies }, by) => {
    const flow = await keeper.recall(cookies, now());
    // Another site can send a browser here with an answer of its own, but not with the state that this browser keeps.
    if (!flow || answer['state'] !== flow.state) throw noSuchFlow();
    if (!(await finished.finish(flow))) throw noSuchFlow();
    const identity = await identify(parts, { answer, flow, requestId: by.requestId });
    const { member, isLinked } = await recogniseMember(identity, {
      accountId: flow.accountId,
      signedInAs: await signedInAs(cookies),
    });
    if (!isLinked) await link(parts, { member, identity, by });
    const joined = member.status === 'invited' ? await join(parts, member, by) : member;
    return { ...(await openSession(joined, 'single_sign_on', by)), returnTo: flow.returnTo };
  };
}

interface Brought {
  readonly answer: ProviderAnswer;
  readonly flow: SignInFlow;
  readonly requestId: string;
}

/** As long as the provider cannot be reached, the same answer can be brought again. */
async function identify(
  { provider, finished }: FinishSingleSignOnParts,
  { answer, flow, requestId }: Brought,
): Promise<ProvenIdentity> {
  try {
    return await provider.identify(answer, flow, requestId);
  } catch (error) {
    if (error instanceof AppError && error.mayPass) await finished.reopen(flow);
    throw error;
  }
}

interface Linking {
  readonly member: Member;
  readonly identity: ProvenIdentity;
  readonly by: Omit<SessionRequester, 'actor'>;
}

async function link({ identities, now }: FinishSingleSignOnParts, { member, identity, by }: Linking): Promise<void> {
  const { id: memberId, accountId } = member;
  const { issuer, subject } = identity;
  const { address, requestId } = by;
  const told = { by: { actor: memberId, address, requestId }, at: now(), details: { issuer } };
  const entry = memberAudit('member.identity_linked', { accountId, target: { type: 'member', id: memberId } }, told);
  // Somebody else with this address was faster.
  if (!(await identities.link({ memberId, issuer, subject }, entry))) throw unknownMember();
}

function join({ changeMember }: FinishSingleSignOnParts, { id }: Member, by: Linking['by']): Promise<Member> {
  return changeMember({ memberId: id }, { ...by, actor: id }, (current) => {
    if (current.status === 'removed') throw unknownMember();
    if (current.status === 'active') return undefined;
    const joined: Member = { ...current, status: 'active', token: undefined };
    return { member: joined, action: 'member.joined', details: { by: 'single_sign_on' } };
  });
}
