import { errors, type Plan } from '@fulfilment/contracts';
import { type AppError, type Clock, newId } from '@fulfilment/kernel';
import { accountAudit } from './audit.ts';
import type { Account, AccountStore, Requester } from './account-ports.ts';

/** Commands on accounts. */
export interface AccountCommands {
  create(wish: { readonly name: string; readonly plan: Plan }, by: Requester): Promise<Account>;
  /** @throws AppError `not_found`. */
  setPlan(command: { readonly accountId: string; readonly plan: Plan }, by: Requester): Promise<Account>;
}

export function makeAccountCommands(accounts: Pick<AccountStore, 'add' | 'setPlan'>, now: Clock): AccountCommands {
  return {
    create: async ({ name, plan }, by) => {
      const account = { id: newId('acc'), name, plan, createdAt: now() };
      const entry = accountAudit('account.created', account, { by, at: account.createdAt, details: { name, plan } });
      await accounts.add(account, entry);
      return account;
    },
    setPlan: async ({ accountId, plan }, by) => {
      const entry = accountAudit('account.plan_changed', { id: accountId }, { by, at: now(), details: { plan } });
      const account = await accounts.setPlan(accountId, plan, entry);
      if (!account) throw noSuchAccount();
      return account;
    },
  };
}

/** The account of that id. @throws AppError `not_found`. */
export async function findAccount(accounts: Pick<AccountStore, 'find'>, accountId: string): Promise<Account> {
  const account = await accounts.find(accountId);
  if (!account) throw noSuchAccount();
  return account;
}

/** The accounts of `members`, in their order. */
export async function accountsOf(
  accounts: Pick<AccountStore, 'find'>,
  members: ReadonlyArray<{ readonly accountId: string }>,
): Promise<readonly Account[]> {
  const found = await Promise.all(members.map(({ accountId }) => accounts.find(accountId)));
  return found.flatMap((account) => account ?? []);
}

const noSuchAccount = (): AppError => errors.notFound('There is no such account.');
