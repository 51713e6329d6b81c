import type { Plan } from '@fulfilment/contracts';
import { type Clock, newId } from '@fulfilment/kernel';
import { accountAudit } from './audit.ts';
import type { Account, AccountStore, Requester } from './account-ports.ts';

export type CreateAccount = (command: { readonly name: string; readonly plan: Plan }, by: Requester) => Promise<Account>;

export function makeCreateAccount({ accounts, now }: { readonly accounts: AccountStore; readonly now: Clock }): CreateAccount {
  return async ({ name, plan }, by) => {
    const at = now();
    const account = { id: newId('acc'), name, plan, createdAt: at };
    await accounts.add(account, accountAudit('account.created', account, { by, at, details: { name, plan } }));
    return account;
  };
}
