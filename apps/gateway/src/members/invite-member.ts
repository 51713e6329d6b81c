import type { MemberRole } from '@fulfilment/contracts';
import { type Clock, newId } from '@fulfilment/kernel';
import { normalEmail } from './domain/email.ts';
import { memberAudit } from '../accounts/audit.ts';
import type { Member, MemberStore, Secrets } from './member-ports.ts';
import { memberExists } from './member-refusals.ts';
import type { AccountStore, Requester } from '../accounts/account-ports.ts';
import { noSuchAccount } from '../accounts/account-refusals.ts';
import { type MemberWithText, newToken } from './one-time-tokens.ts';

export interface InviteMemberCommand {
  readonly accountId: string;
  readonly email: string;
  readonly role: MemberRole;
}

/**
 * The invited member with a token, which nobody can be shown again.
 *
 * @throws AppError `not_found` without such an account; `member_exists` where somebody has the address there already.
 */
export type InviteMember = (command: InviteMemberCommand, by: Requester) => Promise<MemberWithText>;

export interface InviteMemberParts {
  readonly accounts: Pick<AccountStore, 'find'>;
  readonly members: Pick<MemberStore, 'add' | 'findByEmail'>;
  readonly secrets: Secrets;
  readonly now: Clock;
}

export function makeInviteMember({ accounts, members, secrets, now }: InviteMemberParts): InviteMember {
  return async ({ accountId, email: given, role }, by) => {
    const at = now();
    const email = normalEmail(given);
    if (!(await accounts.find(accountId))) throw noSuchAccount();
    const { token, text } = newToken(secrets, 'invitation', at);
    const member: Member = {
      id: newId('mem', at.getTime()),
      accountId,
      email,
      role,
      status: 'invited',
      passwordHash: undefined,
      token,
      version: 1,
      createdAt: at,
      updatedAt: at,
      lastSeenAt: undefined,
    };
    const target = { type: 'member', id: member.id } as const;
    const added = await members.add(
      member,
      memberAudit('member.invited', { accountId, target }, { by, at, details: { email, role } }),
    );
    if (added) return { member, token, text };
    const others = await members.findByEmail(email);
    throw memberExists(others.find((other) => other.accountId === accountId) ?? member);
  };
}
