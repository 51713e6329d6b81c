import { errors } from '@fulfilment/contracts';
import type { Clock } from '@fulfilment/kernel';
import { accountsOf } from '../accounts/account-commands.ts';
import type { AccountStore } from '../accounts/account-ports.ts';
import type { LookUpSession } from '../authentication/principal.ts';
import { digestOfSecret, sessionTextOf } from '../authentication/session-text.ts';
import { normalEmail } from '../members/domain/credentials.ts';
import { isLive } from '../members/domain/session-life.ts';
import type { Member, MemberStore } from '../members/member-ports.ts';
import { severalAccounts, unknownMember } from '../members/member-refusals.ts';
import { membershipsMeant, type SignInWish } from './domain/choose-membership.ts';
import type { ProvenIdentity } from './single-sign-on-ports.ts';
import type { LinkedIdentities } from './single-sign-on-store.ts';

/** The member of an identity, and whether the two are linked already. */
export interface ResolvedMember {
  readonly member: Member;
  readonly isLinked: boolean;
}

/**
 * Finds the member of an identity: the member linked to it, or else a member with its verified address and no link. An address
 * that the provider has given to another person gives no access to the member of its former holder.
 *
 * @throws AppError `sso_email_not_verified`, `sso_unknown_member`, `several_accounts`.
 */
export type ResolveMember = (identity: ProvenIdentity, wish: SignInWish) => Promise<ResolvedMember>;

export interface ResolveMemberParts {
  readonly members: Pick<MemberStore, 'find' | 'findByEmail'>;
  readonly accounts: Pick<AccountStore, 'find'>;
  readonly identities: Pick<LinkedIdentities, 'membersOf' | 'linkedAmong'>;
}

export function makeResolveMember({ members, accounts, identities }: ResolveMemberParts): ResolveMember {
  const linkedTo = async (identity: ProvenIdentity): Promise<readonly Member[]> => {
    const ids = await identities.membersOf(identity);
    return (await Promise.all(ids.map((memberId) => members.find({ memberId })))).flatMap((member) => member ?? []);
  };
  const unlinkedAt = async ({ issuer, email, emailVerified }: ProvenIdentity): Promise<readonly Member[]> => {
    if (email === undefined || !emailVerified) return [];
    const found = await members.findByEmail(normalEmail(email));
    const ids = found.map(({ id }) => id);
    const linked = await identities.linkedAmong(ids, issuer);
    return found.filter(({ id }) => !linked.has(id));
  };
  return async (identity, wish) => {
    const linked = await linkedTo(identity);
    const [member, ...more] = membershipsMeant({ linked, byAddress: await unlinkedAt(identity) }, wish);
    if (!member) throw linked.length === 0 && !identity.emailVerified ? emailNotVerified() : unknownMember();
    if (more.length > 0) throw severalAccounts(await accountsOf(accounts, [member, ...more]), {});
    return { member, isLinked: linked.some(({ id }) => id === member.id) };
  };
}

const emailNotVerified = () => errors.ssoEmailNotVerified('The identity provider has not verified your e-mail address.');

/**
 * Finds the member who is signed in with a browser.
 *
 * @param cookies the text of `Cookie`.
 * @returns undefined without a live session.
 */
export type FindSignedInMember = (cookies: string | undefined) => Promise<string | undefined>;

/** Reads the session of a browser from the store, so that a revoked session never counts. */
export function makeFindSignedInMember(findSession: LookUpSession, now: Clock): FindSignedInMember {
  return async (cookies) => {
    const text = sessionTextOf(cookies);
    if (text === undefined) return undefined;
    const session = await findSession(digestOfSecret(text));
    return session && isLive(session, now()) ? session.member.id : undefined;
  };
}
