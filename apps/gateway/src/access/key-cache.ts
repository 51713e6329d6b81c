import { type KnownCopiesOptions, makeKnownCopies } from './known-copies.ts';
import type { KnownKey, LookUpKey } from '../use-cases/ports.ts';

export type KeyCacheOptions = Omit<KnownCopiesOptions<Parameters<LookUpKey>[0], KnownKey>, 'nameOf'>;

/** Finds keys by digest, each copy believed for half a second. @throws AppError `upstream_unavailable` while the store is away. */
export function makeKeyCache(options: KeyCacheOptions): LookUpKey {
  return makeKnownCopies({ ...options, nameOf: ([{ digest }]) => digest });
}
