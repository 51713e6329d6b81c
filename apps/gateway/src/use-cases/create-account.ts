import type { Plan } from '@fulfilment/contracts';
import { type Clock, newId } from '@fulfilment/kernel';
import type { Account, AccountStore } from './ports.ts';

export type CreateAccount = (command: { readonly name: string; readonly plan: Plan }) => Promise<Account>;

export function makeCreateAccount({ accounts, now }: { readonly accounts: AccountStore; readonly now: Clock }): CreateAccount {
  return async ({ name, plan }) => {
    const account = { id: newId('acc'), name, plan, createdAt: now() };
    await accounts.add(account);
    return account;
  };
}
