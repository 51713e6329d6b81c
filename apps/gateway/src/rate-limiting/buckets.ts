import { tenantKey } from '@fulfilment/kernel';
import { type Level, levelOf } from './domain/gcra.ts';
import { ACCOUNT_SESSIONS_LIMIT, ADDRESS_LIMIT, type Limit, SESSION_LIMIT } from '../accounts/domain/limits.ts';
import type { KnownKey, KnownSession, Principal } from '../authentication/principal.ts';

/** Those that tries of passwords draw from. */
type PasswordBucket = 'password-client' | 'password-mailbox' | 'password-mailbox-everywhere' | 'password-member';

/** One token bucket, as it is named to the client, and as it is found. */
export interface Bucket {
  readonly name: 'key' | 'tenant' | 'session' | 'account' | 'address' | PasswordBucket;
  /** Buckets that are asked together share what stands in braces, so that a Redis Cluster has them in one slot. */
  readonly id: string;
  readonly limit: Limit;
}

export type BucketLevel = Pick<Bucket, 'name' | 'limit'> & Level;

/** What came of asking for tokens: all buckets gave, or none did. */
export interface Verdict {
  readonly allowed: boolean;
  /** Unix microseconds. */
  readonly atMicros: number;
  readonly levels: readonly [BucketLevel, ...BucketLevel[]];
}

export type Buckets = readonly [Bucket, ...Bucket[]];

/** The buckets that a request of this principal draws from. */
export function bucketsOf(principal: Principal): Buckets {
  return principal.type === 'key' ? bucketsOfKey(principal.key) : bucketsOfSession(principal.session);
}

function bucketsOfSession({ id, accountId }: KnownSession): Buckets {
  const slot = `{${accountId}}`;
  return [
    { name: 'session', id: `rate:${slot}:${id}`, limit: SESSION_LIMIT },
    { name: 'account', id: `rate:${slot}`, limit: ACCOUNT_SESSIONS_LIMIT },
  ];
}

/** The buckets that a request with this key draws from. */
export function bucketsOfKey({ id, tenant, limit, tenantLimit }: KnownKey): Buckets {
  const slot = `{${tenantKey(tenant)}}`;
  return [
    { name: 'key', id: `rate:${slot}:${id}`, limit },
    { name: 'tenant', id: `rate:${slot}`, limit: tenantLimit },
  ];
}

/** The bucket of whoever sends no valid key from this address. */
export function bucketsOfAddress(address: string): Buckets {
  return [{ name: 'address', id: `rate:{${address}}`, limit: ADDRESS_LIMIT }];
}

/** @param fullInNanos of each bucket, in their order. */
export function levelsOf([first, ...others]: Buckets, [firstFull = 0, ...otherFull]: readonly number[]): Verdict['levels'] {
  return [levelOfBucket(first, firstFull), ...others.map((bucket, place) => levelOfBucket(bucket, otherFull[place] ?? 0))];
}

function levelOfBucket({ name, limit }: Bucket, fullInNanos: number): BucketLevel {
  return { name, limit, ...levelOf(limit, fullInNanos) };
}

/** The bucket that has less left: it is the one that will refuse first. */
export function bindingLevel([first, ...others]: Verdict['levels']): BucketLevel {
  return others.reduce((least, level) => (level.remaining < least.remaining ? level : least), first);
}

/** Seconds until all buckets would let the next request in; never early. */
export function retryAfterSeconds({ levels }: Verdict): number {
  const waitNanos = Math.max(...levels.map((level) => level.waitNanos));
  return Math.max(1, Math.ceil(waitNanos / 1_000_000_000));
}
