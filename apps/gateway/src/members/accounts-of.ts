import type { Member } from './member-ports.ts';
import type { Account, AccountStore } from '../accounts/account-ports.ts';

/** The accounts of members, in their order: what somebody known in several has to choose from. */
export async function accountsOf(
  accounts: Pick<AccountStore, 'find'>,
  members: readonly Pick<Member, 'accountId'>[],
): Promise<readonly Account[]> {
  const found = await Promise.all(members.map(({ accountId }) => accounts.find(accountId)));
  return found.flatMap((account) => account ?? []);
}
