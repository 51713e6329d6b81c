import type { Plan } from '@fulfilment/contracts';
import type { Account, AccountStore } from './ports.ts';
import { noSuchAccount } from './refusals.ts';

/** @throws AppError `not_found`. */
export type SetPlan = (command: { readonly accountId: string; readonly plan: Plan }) => Promise<Account>;

export function makeSetPlan({ accounts }: { readonly accounts: AccountStore }): SetPlan {
  return async ({ accountId, plan }) => {
    const account = await accounts.setPlan(accountId, plan);
    if (!account) throw noSuchAccount();
    return account;
  };
}
