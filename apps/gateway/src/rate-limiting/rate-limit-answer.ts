import { errors } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';
import type { Bucket, Level, LimitDecision } from './buckets.ts';

/** The names of the headers, which browsers may read. */
export const RATE_LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;

type RateLimitHeaders = Readonly<Record<(typeof RATE_LIMIT_HEADERS)[number], string>>;

const SECOND_MICROS = 1_000_000;
const SECOND_NANOS = 1_000_000_000;

/**
 * The rate limit headers, of the bucket with the least left.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ for the last two.
 */
export function rateLimitHeaders({ levels, atMicros }: LimitDecision): RateLimitHeaders {
  const { name, limit, remaining, fullInNanos } = bindingLevel(levels);
  const policies = levels.map(
    (each) => `"${each.name}";q=${each.limit.burst};w=${Math.ceil(each.limit.burst / each.limit.rate)}`,
  );
  return {
    'X-RateLimit-Limit': String(limit.burst),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil((atMicros + fullInNanos / 1_000) / SECOND_MICROS)),
    'RateLimit-Policy': policies.join(', '),
    RateLimit: `"${name}";r=${remaining};t=${Math.ceil(fullInNanos / SECOND_NANOS)}`,
  };
}

/** The bucket with the least left: it is the first that will refuse. */
function bindingLevel([first, ...others]: LimitDecision['levels']): Level {
  return others.reduce((least, level) => (level.remaining < least.remaining ? level : least), first);
}

/** Seconds until all buckets would admit the next request; never early. */
export function retryAfterSeconds({ levels }: LimitDecision): number {
  return Math.max(1, Math.ceil(Math.max(...levels.map(({ waitNanos }) => waitNanos)) / SECOND_NANOS));
}

const OWNERS: Readonly<Record<Bucket['name'], string>> = {
  key: 'This key',
  tenant: 'The account in this environment',
  session: 'This session',
  account: 'All sessions of the account together',
  address: 'This address, without a valid key,',
  'address-56': 'The /56 of this address, without a valid key,',
  'address-48': 'The /48 of this address, without a valid key,',
  files: 'This address, for files of the console,',
  'files-56': 'The /56 of this address, for files of the console,',
  'files-48': 'The /48 of this address, for files of the console,',
  'password-client': 'This client',
  'password-client-56': 'The /56 of this client',
  'password-client-48': 'The /48 of this client',
  'password-mailbox': 'This client with this e-mail address',
  'password-mailbox-everywhere': 'All clients with this e-mail address',
  'password-member': 'The sessions of this member',
};

/** The bound of what an account may have in progress: so many requests, or bytes of their bodies. */
export interface Share {
  readonly most: number;
  readonly of: 'requests' | 'bytes';
}

/** The units of the draft on rate limit headers. */
const UNITS = { requests: 'concurrent-requests', bytes: 'content-bytes' } as const;

/**
 * The refusal of a request beyond the account's share of what is in progress. Its policy comes before those of the buckets, which stay
 * true.
 *
 * @param headers those of the buckets.
 */
export function beyondShare({ most, of }: Share, headers: Partial<RateLimitHeaders> = {}): AppError {
  const { 'RateLimit-Policy': policies, RateLimit: limits } = headers;
  const bound =
    of === 'requests'
      ? `The account may have ${most} of these requests in progress at once.`
      : `The bodies of the account's requests in progress may have ${most} bytes together.`;
  return errors.rateLimited(`${bound} Try again when one of them has ended.`, {
    facts: { limit: 'in-flight', retry_after: 1 },
    headers: {
      'RateLimit-Policy': [`"in-flight";q=${most};qu="${UNITS[of]}"`, ...(policies ? [policies] : [])].join(', '),
      RateLimit: ['"in-flight";r=0;t=1', ...(limits ? [limits] : [])].join(', '),
      'retry-after': '1',
    },
  });
}

/** @param headers the rate limit headers, where no other part sets them. */
export function rateLimited(decision: LimitDecision, headers: Readonly<Record<string, string>> = {}): AppError {
  const seconds = retryAfterSeconds(decision);
  const { name, limit } = bindingLevel(decision.levels);
  return errors.rateLimited(
    `${OWNERS[name]} may send ${limit.burst} requests at once. The next request is admitted in ${seconds} s.`,
    { facts: { limit: name, retry_after: seconds }, headers: { ...headers, 'retry-after': String(seconds) } },
  );
}
