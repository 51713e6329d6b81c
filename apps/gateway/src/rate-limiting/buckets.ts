import { type Environment, ENVIRONMENTS, type Tenant, tenantKey } from '@fulfilment/kernel';
import { ACCOUNT_SESSIONS_LIMIT, ADDRESS_LIMIT, FILES_LIMIT, type Limit, SESSION_LIMIT } from '../accounts/domain/limits.ts';
import { environmentsIn } from '../authentication/authorise.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Networks } from '../authentication/client-address.ts';

/** Counted for each network that a client is in. */
type NetworkBucket = 'address' | 'files' | 'password-client';
type PasswordBucket = 'password-mailbox' | 'password-mailbox-everywhere' | 'password-member';

/** One token bucket, by the name that clients see and the id that it is stored under. */
export interface Bucket {
  readonly name:
    | 'key'
    | 'tenant'
    | 'session'
    | 'account'
    | NetworkBucket
    | `${NetworkBucket}-56`
    | `${NetworkBucket}-48`
    | PasswordBucket;
  /** Buckets of one draw share the part in braces, so that a Redis Cluster has them in one slot. */
  readonly id: string;
  readonly limit: Limit;
}

export type Buckets = readonly [Bucket, ...Bucket[]];

/**
 * The buckets that a request of this principal draws from. Under /v1 a session has others than under /account, for each environment.
 *
 * @param url of the request.
 */
export function bucketsOf(principal: Principal, url = ''): Buckets {
  if (principal.type === 'session') {
    const [slot, scope] = [`rate:{${principal.accountId}}`, scopeOf(url)];
    return [
      { name: 'session', id: `${slot}:${principal.id}${scope}`, limit: SESSION_LIMIT },
      { name: 'account', id: `${slot}${scope}`, limit: ACCOUNT_SESSIONS_LIMIT },
    ];
  }
  const known = ofKeys.get(principal);
  if (known) return known;
  const buckets: Buckets = [
    bucketOfKey(principal),
    { name: 'tenant', id: slotOf(principal.tenant), limit: principal.tenantLimit },
  ];
  ofKeys.set(principal, buckets);
  return buckets;
}

/** The buckets of keys as they were read last: requests that have the same ones are decided together. */
const ofKeys = new WeakMap<Principal, Buckets>();

const slotOf = (tenant: Tenant): string => `rate:{${tenantKey(tenant)}}`;

/** The bucket that all requests with a key draw from. */
function bucketOfKey({ id, tenant, limit }: { readonly id: string; readonly tenant: Tenant; readonly limit: Limit }): Bucket {
  return { name: 'key', id: `${slotOf(tenant)}:${id}`, limit };
}

/** Reads how many requests the limits of keys of one tenant admit now, in the order of the keys, in one round trip. */
export function makeRemainingOfKeys(charge: (buckets: Buckets, tokens: number) => Promise<Pick<LimitDecision, 'levels'>>) {
  return async (keys: ReadonlyArray<Tenant & { readonly id: string; readonly limit: Limit }>): Promise<readonly number[]> => {
    const [first, ...others] = keys.map(({ id, limit, ...tenant }) => bucketOfKey({ id, limit, tenant }));
    if (first === undefined) return [];
    // A draw of nothing tells the levels, also of a bucket in debt, and of this gateway's share while Redis is away.
    const { levels } = await charge([first, ...others], 0);
    return levels.map(({ remaining }) => remaining);
  };
}

/** The part of a session's budget that a request counts in: one for each environment of /v1, one for the rest. */
function scopeOf(url: string): '' | `:${Environment}` {
  if (!url.startsWith('/v1/')) return '';
  const named = environmentsIn(url);
  const environment = ENVIRONMENTS.find((each) => named.includes(each));
  return environment ? `:${environment}` : '';
}

/** Limits of the wider networks of an IPv6 client, as multiples of its own: a home has few clients, a site some. */
const WIDER_SHARES = { '-56': 2, '-48': 8 } as const;

/** The buckets of all requests without a valid key from this client. */
export function bucketsOfAddress(networks: Networks): Buckets {
  return bucketsOfNetworks({ name: 'address', id: 'rate:', limit: ADDRESS_LIMIT }, networks);
}

/** The buckets of this client's requests for files that are named by their content. */
export function bucketsOfFiles(networks: Networks): Buckets {
  return bucketsOfNetworks({ name: 'files', id: 'rate:files:', limit: FILES_LIMIT }, networks);
}

/** One bucket for each network of a client, with a limit of its own. @param own of the narrowest; its id is a prefix. */
export function bucketsOfNetworks(own: Bucket & { readonly name: NetworkBucket }, [network, ...wider]: Networks): Buckets {
  if (wider.length === 0) return [{ ...own, id: `${own.id}{${network}}` }];
  const [middle = '', widest = ''] = wider;
  const bucket = (suffix: keyof typeof WIDER_SHARES, its: string): Bucket => {
    const { burst, rate } = own.limit;
    const share = WIDER_SHARES[suffix];
    return {
      name: `${own.name}${suffix}`,
      id: `${own.id}{${widest}}:${its}`,
      limit: { burst: share * burst, rate: share * rate },
    };
  };
  return [{ ...own, id: `${own.id}{${widest}}:${network}` }, bucket('-56', middle), bucket('-48', widest)];
}

/**
 * The level of a bucket, kept as one number, the time until it is full again: GCRA, the generic cell rate algorithm of ITU-T I.371.
 * Whole nanoseconds, so that rounding admits nothing extra and slows a limit of a million a second by a thousandth at most.
 */
export interface Level extends Pick<Bucket, 'name' | 'limit'> {
  /** Requests that would be admitted now. */
  readonly remaining: number;
  readonly fullInNanos: number;
  /** Until the next request is admitted; 0 if it would be now. */
  readonly waitNanos: number;
}

/** The result of a draw: all buckets gave tokens, or none did. */
export interface LimitDecision {
  readonly allowed: boolean;
  /** Unix microseconds. */
  readonly atMicros: number;
  readonly levels: readonly [Level, ...Level[]];
}

/** The time that one token costs, rounded up: a limit may be slightly slower than stated, never faster. */
export function intervalNanos({ rate }: Limit): number {
  return Math.ceil(1_000_000_000 / rate);
}

/** The time in which an empty bucket fills. */
export function roomNanos(limit: Limit): number {
  return limit.burst * intervalNanos(limit);
}

/** The level of a bucket that is full in `fullInNanos`. In debt it has no token left and the wait is longer. */
export function levelOf({ name, limit }: Pick<Bucket, 'name' | 'limit'>, fullInNanos: number): Level {
  const interval = intervalNanos(limit);
  const free = roomNanos(limit) - fullInNanos;
  const remaining = Math.max(0, Math.floor(free / interval));
  return { name, limit, remaining, fullInNanos, waitNanos: Math.max(0, interval - free) };
}

/** Milliseconds until none of the buckets is in debt. */
export function debtMs({ levels }: LimitDecision): number {
  return Math.max(0, ...levels.map(({ limit, fullInNanos }) => fullInNanos - roomNanos(limit))) / 1_000_000;
}

/** The part of a limit that each of `gateways` may spend alone; at least one request at a time. */
export function shareOf({ burst, rate }: Limit, gateways: number): Limit {
  return { burst: Math.max(1, Math.floor(burst / gateways)), rate: rate / gateways };
}

/** @param fullInNanos of each bucket, in order. @param gateways that the limits are shared by; 1 for the whole limits. */
export function levelsOf([first, ...others]: Buckets, fullInNanos: readonly number[], gateways = 1): LimitDecision['levels'] {
  const levelAt = ({ name, limit }: Bucket, at: number): Level =>
    levelOf({ name, limit: shareOf(limit, gateways) }, fullInNanos[at] ?? 0);
  return [levelAt(first, 0), ...others.map((bucket, at) => levelAt(bucket, at + 1))];
}
