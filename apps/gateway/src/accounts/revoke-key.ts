import type { ChangeKey } from './change-key.ts';
import type { ApiKey, KeyName, Requester } from './account-ports.ts';

/** Ends a key for good; again changes nothing. @throws AppError `not_found`. */
export type RevokeKey = (name: KeyName, by: Requester) => Promise<ApiKey>;

export function makeRevokeKey({ changeKey }: { readonly changeKey: ChangeKey }): RevokeKey {
  return (name, by) =>
    changeKey(name, by, (key, at) => (key.revokedAt ? undefined : { key: { ...key, revokedAt: at }, action: 'key.revoked' }));
}
