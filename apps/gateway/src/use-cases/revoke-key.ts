import type { Clock } from '@fulfilment/kernel';
import type { ApiKey, KeyStore } from './ports.ts';
import { noSuchKey } from './refusals.ts';

/** Ends a key for good; again changes nothing. @throws AppError `not_found`. */
export type RevokeKey = (command: { readonly keyId: string }) => Promise<ApiKey>;

export function makeRevokeKey({ keys, now }: { readonly keys: KeyStore; readonly now: Clock }): RevokeKey {
  return async ({ keyId }) => {
    const key = await keys.revoke(keyId, now());
    if (!key) throw noSuchKey();
    return key;
  };
}
