import { chooseMembership } from '../domain/choose-membership.ts';
import { normalEmail } from '../domain/email.ts';
import type { Member, MemberStore } from './member-ports.ts';
import type { LinkedIdentities, ProvenIdentity } from './sso-ports.ts';
import { emailNotVerified, unknownMember } from './sso-refusals.ts';

/** Who an identity is here, and whether that is kept already. */
export interface RecognisedMember {
  readonly member: Member;
  readonly isLinked: boolean;
}

/**
 * Finds the member that an identity is: the one who signed in with it before, or else one with its verified address who is
 * linked to no identity. An address that the provider has given to somebody else opens nothing of its former holder's.
 *
 * @throws AppError `sso_email_not_verified`, `sso_unknown_member`.
 */
export type RecogniseMember = (identity: ProvenIdentity, accountId: string | undefined) => Promise<RecognisedMember>;

export interface RecogniseMemberParts {
  readonly members: Pick<MemberStore, 'find' | 'findByEmail'>;
  readonly identities: Pick<LinkedIdentities, 'membersOf' | 'linkedAmong'>;
}

export function makeRecogniseMember({ members, identities }: RecogniseMemberParts): RecogniseMember {
  const linkedTo = async (identity: ProvenIdentity): Promise<readonly Member[]> => {
    const ids = await identities.membersOf(identity);
    return (await Promise.all(ids.map((memberId) => members.find({ memberId })))).flatMap((member) => member ?? []);
  };
  const unlinkedAt = async ({ email, emailVerified }: ProvenIdentity): Promise<readonly Member[]> => {
    if (email === undefined || !emailVerified) return [];
    const found = await members.findByEmail(normalEmail(email));
    const linked = await identities.linkedAmong(found.map(({ id }) => id));
    return found.filter(({ id }) => !linked.has(id));
  };
  return async (identity, accountId) => {
    const linked = await linkedTo(identity);
    const all = [...linked, ...(await unlinkedAt(identity))].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const member = chooseMembership(all, accountId);
    if (member) return { member, isLinked: linked.some(({ id }) => id === member.id) };
    throw linked.length === 0 && !identity.emailVerified ? emailNotVerified() : unknownMember();
  };
}
