import type { Plan } from '@fulfilment/contracts';
import type { Clock } from '@fulfilment/kernel';
import { accountAudit } from './audit.ts';
import type { Account, AccountStore, Requester } from './account-ports.ts';
import { noSuchAccount } from './account-refusals.ts';

/** @throws AppError `not_found`. */
export type SetPlan = (command: { readonly accountId: string; readonly plan: Plan }, by: Requester) => Promise<Account>;

export function makeSetPlan({ accounts, now }: { readonly accounts: AccountStore; readonly now: Clock }): SetPlan {
  return async ({ accountId: id, plan }, by) => {
    const entry = accountAudit('account.plan_changed', { id }, { by, at: now(), details: { plan } });
    const account = await accounts.setPlan(id, plan, entry);
    if (!account) throw noSuchAccount();
    return account;
  };
}
