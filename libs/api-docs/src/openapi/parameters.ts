import {
  type Condition,
  inEnvironment,
  isInEnvironment,
  namesEnvironment,
  type Operation,
  takesIdempotencyKey,
} from '@fulfilment/contracts';
import type { z } from 'zod';
import { pathExample } from '../samples/replies.ts';
import type { SchemaCollection } from './schemas.ts';
import type { JsonObject } from './json-shapes.ts';

/** Without the spaces at both ends, which HTTP takes off (RFC 9110 section 5.5); `""` names nothing. */
const BARE_KEY = '^(?!""$)[!-~]([ -~]*[!-~])?$';
const TAG = String.raw`(W/)?"[!#-+\--~\u0080-\u00FF]*"`;
const ENTITY_TAGS = `^(\\*|${TAG}([ \\t]*,[ \\t]*${TAG})*)$`;

/** Parameters that operations share, said once in `components`. */
export const PARAMETER_COMPONENTS = {
  Environment: {
    name: 'environment',
    in: 'query',
    description: inEnvironment.environment.description,
    schema: { type: 'string', enum: inEnvironment.environment.unwrap().options },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'The caller\'s own request id. Anything else than 1 to 128 of A-Z, a-z, 0-9, ".", "_" and "-" is replaced.',
    schema: { type: 'string' },
  },
  Traceparent: {
    name: 'traceparent',
    in: 'header',
    description: 'W3C Trace Context, carried through to the webhooks that the request causes.',
    schema: { type: 'string', examples: ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'] },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Names this request, so that it can be repeated without harm: a repeat within 24 hours gets the first answer again, with ' +
      '`Idempotency-Replayed: true`. 1 to 255 printable ASCII characters; the quoted form of the IETF draft is taken as well.',
    schema: { type: 'string', maxLength: 255, pattern: BARE_KEY, examples: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'] },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` that the record must still have, several with commas between them, or `*` (RFC 9110 section 13.1.1). ' +
      'Otherwise nothing is changed and the answer is 412 `version_conflict`.',
    schema: { type: 'string', pattern: ENTITY_TAGS, examples: ['"3"'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An `ETag` that the caller has already: 304 if the record still has it (RFC 9110 section 13.1.2).',
    schema: { type: 'string', pattern: ENTITY_TAGS, examples: ['"3"'] },
  },
} as const;

/** The header parameters of an operation. */
export function headerParametersOf(operation: Operation, conditions: readonly Condition[]): readonly JsonObject[] {
  const names: (keyof typeof PARAMETER_COMPONENTS)[] = ['RequestId', 'Traceparent'];
  if (takesIdempotencyKey(operation)) names.push('IdempotencyKey');
  if (conditions.includes('If-Match')) names.push('IfMatch');
  if (conditions.includes('If-None-Match')) names.push('IfNoneMatch');
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** Path parameters of an operation, each with an example. */
export function pathParametersOf({ params, path }: Operation, schemas: SchemaCollection): readonly JsonObject[] {
  return parametersOf('path', params, schemas).map((each) => {
    const example = pathExample(path, String(each['name']));
    return example === undefined ? each : { ...each, example };
  });
}

/** Query parameters of an operation. */
export function queryParametersOf(operation: Operation, schemas: SchemaCollection): readonly JsonObject[] {
  const own = parametersOf('query', operation.query, schemas);
  const isShared = isInEnvironment(operation) && !namesEnvironment(operation);
  return isShared ? [...own, { $ref: '#/components/parameters/Environment' }] : own;
}

/** The members of an object schema as parameters. */
function parametersOf(place: 'path' | 'query', schema: z.ZodType, schemas: SchemaCollection): readonly JsonObject[] {
  const { properties = {}, required } = schemas.schemaOf(schema, 'input');
  if (typeof properties !== 'object' || properties === null) return [];
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, shape]: [string, JsonObject]) => {
    const { description, ...rest } = shape;
    return {
      name,
      in: place,
      ...(description === undefined ? {} : { description }),
      ...(names.includes(name) ? { required: true } : {}),
      // Once for each value; the API takes them with commas between them as well.
      ...(rest['type'] === 'array' ? { style: 'form', explode: true } : {}),
      schema: rest,
    };
  });
}

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
      'The buckets of the key and of its account: burst size (`q`) and the seconds (`w`) in which an empty bucket refills. ' +
      'A 429 for too many requests in progress names the policy `in-flight` first, whose `q` is their number.',
    required: true,
    schema: { ...text, examples: ['"key";q=1000;w=10, "tenant";q=10000;w=10'] },
  },
  RateLimit: {
    description:
      'Remaining requests (`r`) of the bucket with fewer, and the seconds (`t`) until it is full again; before it `in-flight`, where that policy refuses.',
    required: true,
    schema: { ...text, examples: ['"key";r=998;t=1'] },
  },
  ETag: {
    description:
      'Quoted version of the record, for `If-Match` and `If-None-Match` (RFC 9110 section 8.8.3). An order that is answered without its ' +
      'address has another one, `"3-r"`.',
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
