import type { Role } from '@fulfilment/contracts';
import { type Clock, type Environment, newId } from '@fulfilment/kernel';
import { shownParts } from '../domain/key-text.ts';
import { keyLimit } from '../domain/limits.ts';
import type { AccountStore, ApiKey, KeyStore, MintKey } from './ports.ts';
import { expiresInThePast, noSuchAccount, planRequired } from './refusals.ts';

export interface IssueKeyCommand {
  readonly accountId: string;
  readonly environment: Environment;
  readonly role: Role;
  readonly name?: string | undefined;
  readonly expiresAt?: Date | undefined;
  readonly burst?: number | undefined;
  readonly rate?: number | undefined;
}

/**
 * The new key with its text, which nobody can be shown again.
 *
 * @throws AppError `not_found` without such an account, `plan_required` for production on another plan than enterprise,
 * `validation_failed` if it has expired already.
 */
export type IssueKey = (command: IssueKeyCommand) => Promise<{ readonly key: ApiKey; readonly text: string }>;

export interface IssueKeyParts {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly mint: MintKey;
  readonly now: Clock;
}

export function makeIssueKey({ accounts, keys, mint, now }: IssueKeyParts): IssueKey {
  return async ({ accountId, environment, role, name, expiresAt, ...own }) => {
    const createdAt = now();
    if (expiresAt && expiresAt <= createdAt) throw expiresInThePast();
    const account = await accounts.find(accountId);
    if (!account) throw noSuchAccount();
    if (environment === 'production' && account.plan !== 'enterprise') throw planRequired();

    const { text, ...digest } = mint(environment);
    const facts = { id: newId('key'), accountId, environment, role, name, createdAt, expiresAt };
    const key: ApiKey = {
      ...facts,
      ...shownParts(text),
      limit: keyLimit(environment, own),
      revokedAt: undefined,
      lastUsedAt: undefined,
    };
    await keys.add(key, digest);
    return { key, text };
  };
}
