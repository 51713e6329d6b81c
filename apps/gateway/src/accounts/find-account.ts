import type { Account, AccountStore } from './account-ports.ts';
import { noSuchAccount } from './account-refusals.ts';

/** @throws AppError `not_found`. */
export type FindAccount = (query: { readonly accountId: string }) => Promise<Account>;

export function makeFindAccount({ accounts }: { readonly accounts: Pick<AccountStore, 'find'> }): FindAccount {
  return async ({ accountId }) => {
    const account = await accounts.find(accountId);
    if (!account) throw noSuchAccount();
    return account;
  };
}
