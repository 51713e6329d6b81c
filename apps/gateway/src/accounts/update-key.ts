import type { ChangeKey } from './change-key.ts';
import { detailsOf } from './audit.ts';
import type { ApiKey, KeyName, Requester } from './account-ports.ts';
import { expiresInThePast, keyNotActive } from './account-refusals.ts';

export interface UpdateKeyCommand extends KeyName {
  readonly name?: string | undefined;
  readonly ipAllowlist?: readonly string[] | undefined;
  /** Null: it does not expire. */
  readonly expiresAt?: Date | null | undefined;
}

/**
 * Changes what may be changed of a key: its name, where it is good from, when it expires.
 *
 * @throws AppError `not_found`; `key_not_active` where it was revoked; `validation_failed` for an end in the past.
 */
export type UpdateKey = (command: UpdateKeyCommand, by: Requester) => Promise<ApiKey>;

export function makeUpdateKey({ changeKey }: { readonly changeKey: ChangeKey }): UpdateKey {
  return ({ keyId, accountId, environment, ...changes }, by) =>
    changeKey({ keyId, accountId, environment }, by, (key, at) => {
      if (key.revokedAt) throw keyNotActive('revoked');
      if (changes.expiresAt && changes.expiresAt <= at) throw expiresInThePast();
      const { name = key.name, ipAllowlist = key.ipAllowlist } = changes;
      const changed = { ...key, name, ipAllowlist, expiresAt: endOf(key, changes) };
      return { key: changed, action: 'key.updated', details: detailsOf(changed) };
    });
}

function endOf(key: ApiKey, { expiresAt }: Pick<UpdateKeyCommand, 'expiresAt'>): Date | undefined {
  return expiresAt === undefined ? key.expiresAt : (expiresAt ?? undefined);
}
