import { membershipsMeant, type SignInWish } from './domain/choose-membership.ts';
import { normalEmail } from '../members/domain/email.ts';
import { accountsOf } from '../members/accounts-of.ts';
import type { Member, MemberStore } from '../members/member-ports.ts';
import { severalAccounts } from '../members/member-refusals.ts';
import type { AccountStore } from '../accounts/account-ports.ts';
import type { LinkedIdentities, ProvenIdentity } from './single-sign-on-ports.ts';
import { emailNotVerified, unknownMember } from '../members/single-sign-on-refusals.ts';

/** Who an identity is here, and whether that is kept already. */
export interface RecognisedMember {
  readonly member: Member;
  readonly isLinked: boolean;
}

/**
 * Finds the member that an identity is: the one who signed in with it before, or else one with its verified address who is
 * linked to no identity. An address that the provider has given to somebody else opens nothing of its former holder's.
 *
 * @throws AppError `sso_email_not_verified`, `sso_unknown_member`, `several_accounts`.
 */
export type RecogniseMember = (identity: ProvenIdentity, wish: SignInWish) => Promise<RecognisedMember>;

export interface RecogniseMemberParts {
  readonly members: Pick<MemberStore, 'find' | 'findByEmail'>;
  readonly accounts: Pick<AccountStore, 'find'>;
  readonly identities: Pick<LinkedIdentities, 'membersOf' | 'linkedAmong'>;
}

export function makeRecogniseMember({ members, accounts, identities }: RecogniseMemberParts): RecogniseMember {
  const linkedTo = async (identity: ProvenIdentity): Promise<readonly Member[]> => {
    const ids = await identities.membersOf(identity);
    return (await Promise.all(ids.map((memberId) => members.find({ memberId })))).flatMap((member) => member ?? []);
  };
  const unlinkedAt = async ({ issuer, email, emailVerified }: ProvenIdentity): Promise<readonly Member[]> => {
    if (email === undefined || !emailVerified) return [];
    const found = await members.findByEmail(normalEmail(email));
    const linked = await identities.linkedAmong(
      found.map(({ id }) => id),
      issuer,
    );
    return found.filter(({ id }) => !linked.has(id));
  };
  return async (identity, wish) => {
    const linked = await linkedTo(identity);
    const [member, ...more] = membershipsMeant({ linked, byAddress: await unlinkedAt(identity) }, wish);
    if (!member) throw linked.length === 0 && !identity.emailVerified ? emailNotVerified() : unknownMember();
    if (more.length === 0) return { member, isLinked: linked.some(({ id }) => id === member.id) };
    throw severalAccounts(await accountsOf(accounts, [member, ...more]), {});
  };
}
