import type { MemberRole } from '@fulfilment/contracts';
import type { Asking, ChangeMember } from './change-member.ts';
import type { Member, MemberName } from './member-ports.ts';
import { memberNotActive } from './member-refusals.ts';

/** Changes what a member may do. @throws AppError `not_found`, `member_not_active`, `last_owner`, `version_conflict`. */
export type SetMemberRole = (command: MemberName & { readonly role: MemberRole }, asking: Asking) => Promise<Member>;

export function makeSetMemberRole({ changeMember }: { readonly changeMember: ChangeMember }): SetMemberRole {
  return ({ role, ...name }, asking) =>
    changeMember(name, asking, (member) => {
      if (member.status === 'removed') throw memberNotActive(member);
      if (member.role === role) return undefined;
      return { member: { ...member, role }, action: 'member.role_changed', details: { from: member.role, to: role } };
    });
}
