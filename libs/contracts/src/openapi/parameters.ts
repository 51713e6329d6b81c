import type { z } from 'zod';
import type { JsonObject } from './json.ts';
import type { SchemaCollection } from './schemas.ts';

/** Parameters that every operation takes, said once in `components`. */
export const PARAMETER_COMPONENTS = {
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
} as const;

export const commonParameters: readonly JsonObject[] = Object.keys(PARAMETER_COMPONENTS).map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));

/** The members of an object schema as parameters in the path or the query. */
export function parametersOf(place: 'path' | 'query', schema: z.ZodType, schemas: SchemaCollection): readonly JsonObject[] {
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
      schema: rest,
    };
  });
}
