import type { JsonObject } from './json.ts';

const integer = { type: 'integer', minimum: 0 };
const text = { type: 'string' };

/** Headers that are said once, in `components`. */
export const HEADER_COMPONENTS = {
  'X-Request-Id': {
    description: "Id of the request, also in its log lines, events and problems. A caller's own id is kept.",
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
  'X-RateLimit-Limit': {
    description: 'Burst size: the capacity of the bucket.',
    required: true,
    schema: integer,
  },
  'X-RateLimit-Remaining': {
    description: 'Requests that would be accepted now.',
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
      'The buckets of the key and of its account: burst size (`q`) and the seconds (`w`) in which an empty bucket refills.',
    required: true,
    schema: { ...text, examples: ['"key";q=1000;w=10, "tenant";q=10000;w=10'] },
  },
  RateLimit: {
    description: 'Remaining requests (`r`) of the bucket with fewer, and the seconds (`t`) until it is full again.',
    required: true,
    schema: { ...text, examples: ['"key";r=998;t=1'] },
  },
  ETag: {
    description: 'Quoted version of the record, for `If-Match` and `If-None-Match` (RFC 9110 section 8.8.3).',
    required: true,
    schema: { ...text, examples: ['"3"'] },
  },
  'Idempotency-Replayed': {
    description: '`true` if this repeats the answer to the first request with the same idempotency key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before a retry, rounded up (RFC 9110 section 10.2.3).',
    required: true,
    schema: integer,
  },
  'WWW-Authenticate': {
    description: 'Requested authentication scheme (RFC 6750 section 3).',
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
