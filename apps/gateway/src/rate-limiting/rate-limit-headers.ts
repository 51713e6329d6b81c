import { bindingLevel, type Verdict } from './buckets.ts';

/** Names of the headers, for browsers that are allowed to read them. */
export const RATE_LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;

const SECOND_MICROS = 1_000_000;
const SECOND_NANOS = 1_000_000_000;

/**
 * What a client is told of its limits: of the bucket that has less left.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ for the last two.
 */
export function rateLimitHeaders({ levels, atMicros }: Verdict): Readonly<Record<(typeof RATE_LIMIT_HEADERS)[number], string>> {
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
