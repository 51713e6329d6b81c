import { type FindKnown, type KnownCopiesOptions, makeKnownCopies } from './known-copies.ts';
import type { KnownKey, LookUpKey } from './principal.ts';

/** Finds a key by the digests of its text. */
export type FindKey = FindKnown<Parameters<LookUpKey>[0], KnownKey>;

export type KeyCacheOptions = Omit<KnownCopiesOptions<Parameters<LookUpKey>[0], KnownKey>, 'nameOf'>;

/** Finds keys by digest, each copy believed for half a second. @throws AppError `upstream_unavailable` while the store is away. */
export function makeKeyCache(options: KeyCacheOptions): FindKey {
  return makeKnownCopies({ ...options, nameOf: ([{ digest }]) => digest });
}
