import type { Asking, ChangeMember } from './change-member.ts';
import type { Member, MemberName } from './member-ports.ts';

/** Takes a member out of the account for good, with all sessions; again changes nothing. @throws AppError `not_found`, `last_owner`. */
export type RemoveMember = (name: MemberName, asking: Asking) => Promise<Member>;

export function makeRemoveMember({ changeMember }: { readonly changeMember: ChangeMember }): RemoveMember {
  return (name, asking) =>
    changeMember(name, asking, (member) => {
      if (member.status === 'removed') return undefined;
      const gone: Member = { ...member, status: 'removed', passwordHash: undefined, token: undefined };
      return { member: gone, action: 'member.removed', details: { email: member.email }, endsSessions: 'all' };
    });
}
