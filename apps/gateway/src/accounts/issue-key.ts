import type { Role } from '@fulfilment/contracts';
import { type Clock, type Environment, newId } from '@fulfilment/kernel';
import { shownParts } from './domain/key-text.ts';
import { keyLimit } from './domain/limits.ts';
import { detailsOf, keyAudit } from './audit.ts';
import type { AccountStore, ApiKey, KeyStore, MintKey, Requester } from './account-ports.ts';
import { expiresInThePast, noSuchAccount, planRequired } from './account-refusals.ts';

export interface IssueKeyCommand {
  readonly accountId: string;
  readonly environment: Environment;
  readonly role: Role;
  readonly name?: string | undefined;
  readonly expiresAt?: Date | undefined;
  readonly ipAllowlist?: readonly string[] | undefined;
  readonly burst?: number | undefined;
  readonly rate?: number | undefined;
}

/**
 * The new key with its text, which nobody can be shown again.
 *
 * @throws AppError `not_found` without such an account, `plan_required` for production on another plan than enterprise,
 * `validation_failed` if it has expired already, or where a customer asks for more than the environment's limit.
 */
export type IssueKey = (command: IssueKeyCommand, by: Requester) => Promise<{ readonly key: ApiKey; readonly text: string }>;

export interface IssueKeyParts {
  readonly accounts: Pick<AccountStore, 'find'>;
  readonly keys: Pick<KeyStore, 'add'>;
  readonly mint: MintKey;
  readonly now: Clock;
}

export function makeIssueKey({ accounts, keys, mint, now }: IssueKeyParts): IssueKey {
  return async ({ accountId, environment, role, name, expiresAt, ipAllowlist = [], ...own }, by) => {
    const at = now();
    if (expiresAt && expiresAt <= at) throw expiresInThePast();
    const account = await accounts.find(accountId);
    if (!account) throw noSuchAccount();
    if (environment === 'production' && account.plan !== 'enterprise') throw planRequired();

    const { text, digest, pepperId } = mint(environment);
    const key: ApiKey = {
      id: newId('key', at.getTime()),
      accountId,
      environment,
      role,
      name,
      secrets: [{ digest, pepperId, ...shownParts(text), createdAt: at, endsAt: undefined }],
      ipAllowlist,
      limit: keyLimit(environment, own),
      createdAt: at,
      expiresAt,
      revokedAt: undefined,
      lastUsedAt: undefined,
      rev: 1,
    };
    await keys.add(key, keyAudit('key.created', key, { by, at, details: { role, ...key.limit, ...detailsOf(key) } }));
    return { key, text };
  };
}
