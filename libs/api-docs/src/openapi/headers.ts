import type { JsonObject } from './json.ts';

const integer = { type: 'integer', minimum: 0 };
const text = { type: 'string' };

/** Headers that are said once, in `components`. */
export const HEADER_COMPONENTS = {
  'X-Request-Id': {
    description: "The request's id, in every log line, event and problem that it causes. A caller's own is kept.",
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
  'X-RateLimit-Limit': {
    description: 'Requests that are let through at once: the size of the bucket.',
    required: true,
    schema: integer,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests that would be let through right now.',
    required: true,
    schema: integer,
  },
  'X-RateLimit-Reset': {
    description: 'Unix seconds at which the bucket is full again.',
    required: true,
    schema: integer,
  },
  'RateLimit-Policy': {
    description:
      'Both buckets, that of the key and that of its account: requests at once (`q`) and the seconds (`w`) in which so many come back.',
    required: true,
    schema: { ...text, examples: ['"key";q=1000;w=10, "tenant";q=10000;w=10'] },
  },
  RateLimit: {
    description: 'What is left (`r`) of the bucket that has less, and the seconds (`t`) until it is full again.',
    required: true,
    schema: { ...text, examples: ['"key";r=998;t=1'] },
  },
  ETag: {
    description: 'The version of the record, quoted: for `If-Match` and `If-None-Match` (RFC 9110 section 8.8.3).',
    required: true,
    schema: { ...text, examples: ['"3"'] },
  },
  'Idempotency-Replayed': {
    description: '`true` where this is the answer that the first request with the same idempotency key got.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': {
    description: 'Seconds after which to try again, never early (RFC 9110 section 10.2.3).',
    required: true,
    schema: integer,
  },
  'WWW-Authenticate': {
    description: 'The scheme that is asked for (RFC 6750 section 3).',
    required: true,
    schema: { ...text, examples: ['Bearer'] },
  },
} as const satisfies Readonly<Record<string, JsonObject>>;

type HeaderName = keyof typeof HEADER_COMPONENTS;

const ON_EVERY_RESPONSE = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;

/** Headers of every response, whatever its status, and `more`. */
export function commonHeaders(...more: readonly HeaderName[]): JsonObject {
  return Object.fromEntries([...ON_EVERY_RESPONSE, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Headers as an operation declares them: all but `Link`, which only a page before the last has, are always there. */
export function declaredHeaders(declared: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(declared).map(([name, description]) => [
      name,
      { description, required: name !== 'Link', schema: name === 'Retry-After' ? integer : text },
    ]),
  );
}
