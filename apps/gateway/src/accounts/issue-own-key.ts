import type { CreateKeyBody } from '@fulfilment/contracts';
import type { Tenant } from '@fulfilment/kernel';
import { keyLimit } from './domain/limits.ts';
import type { IssueKey } from './issue-key.ts';
import type { Requester } from './account-ports.ts';
import { limitsTooHigh } from './account-refusals.ts';

/**
 * Makes a key as its owner wishes: within what the environment allows, beyond which only the operator goes.
 *
 * @throws AppError as {@link IssueKey} does; `validation_failed` for a limit beyond that.
 */
export type IssueOwnKey = (tenant: Tenant, wish: CreateKeyBody, by: Requester) => ReturnType<IssueKey>;

export function makeIssueOwnKey({ issueKey }: { readonly issueKey: IssueKey }): IssueOwnKey {
  return async ({ accountId, environment }, { expires_at: expires, ip_allowlist: ipAllowlist, ...wish }, by) => {
    const most = keyLimit(environment, {});
    const own = keyLimit(environment, wish);
    const tooHigh = (['burst', 'rate'] as const).filter((field) => own[field] > most[field]);
    if (tooHigh.length > 0) throw limitsTooHigh(tooHigh.map((field) => ({ field, most: most[field] })));
    const expiresAt = expires === undefined ? undefined : new Date(expires);
    return issueKey({ ...wish, accountId, environment, expiresAt, ipAllowlist }, by);
  };
}
