import { tenantKey } from '@fulfilment/kernel';
import { ACCOUNT_SESSIONS_LIMIT, ADDRESS_LIMIT, type Limit, SESSION_LIMIT } from '../accounts/domain/limits.ts';
import type { KnownKey, Principal } from '../authentication/principal.ts';
import { type Level, levelOf } from './gcra.ts';

type PasswordBucket = 'password-client' | 'password-mailbox' | 'password-mailbox-everywhere' | 'password-member';

/** One token bucket, by the name that clients see and the id that it is stored under. */
export interface Bucket {
  readonly name: 'key' | 'tenant' | 'session' | 'account' | 'address' | PasswordBucket;
  /** Buckets of one draw share the part in braces, so that a Redis Cluster has them in one slot. */
  readonly id: string;
  readonly limit: Limit;
}

export type Buckets = readonly [Bucket, ...Bucket[]];

export type BucketLevel = Pick<Bucket, 'name' | 'limit'> & Level;

/** The result of a draw: all buckets gave tokens, or none did. */
export interface Verdict {
  readonly allowed: boolean;
  /** Unix microseconds. */
  readonly atMicros: number;
  readonly levels: readonly [BucketLevel, ...BucketLevel[]];
}

/** The buckets that a request of this principal draws from. */
export function bucketsOf(principal: Principal): Buckets {
  if (principal.type === 'key') return bucketsOfKey(principal);
  const { id, accountId } = principal;
  return [
    { name: 'session', id: `rate:{${accountId}}:${id}`, limit: SESSION_LIMIT },
    { name: 'account', id: `rate:{${accountId}}`, limit: ACCOUNT_SESSIONS_LIMIT },
  ];
}

export function bucketsOfKey({ id, tenant, limit, tenantLimit }: KnownKey): Buckets {
  const slot = `{${tenantKey(tenant)}}`;
  return [
    { name: 'key', id: `rate:${slot}:${id}`, limit },
    { name: 'tenant', id: `rate:${slot}`, limit: tenantLimit },
  ];
}

/** The bucket of all requests without a valid key from this address. */
export function bucketsOfAddress(address: string): Buckets {
  return [{ name: 'address', id: `rate:{${address}}`, limit: ADDRESS_LIMIT }];
}

/** @param fullInNanos of each bucket, in order. */
export function levelsOf([first, ...others]: Buckets, [firstFullIn = 0, ...fullIn]: readonly number[]): Verdict['levels'] {
  return [levelIn(first, firstFullIn), ...others.map((bucket, index) => levelIn(bucket, fullIn[index] ?? 0))];
}

function levelIn({ name, limit }: Bucket, fullInNanos: number): BucketLevel {
  return { name, limit, ...levelOf(limit, fullInNanos) };
}

/** The bucket with the least left: it is the first that will refuse. */
export function bindingLevel([first, ...others]: Verdict['levels']): BucketLevel {
  return others.reduce((least, level) => (level.remaining < least.remaining ? level : least), first);
}

/** Seconds until all buckets would admit the next request; never early. */
export function retryAfterSeconds({ levels }: Verdict): number {
  return Math.max(1, Math.ceil(Math.max(...levels.map(({ waitNanos }) => waitNanos)) / 1_000_000_000));
}
