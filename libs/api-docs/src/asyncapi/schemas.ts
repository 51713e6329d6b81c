import { z } from 'zod';
import { type JsonObject, moveRefs } from '../openapi/json.ts';

const COMPONENTS = '#/components/schemas/';

/** Schemas as draft 07 writes them, which is the dialect of AsyncAPI 3.0 (its section "Schema Object"). */
export interface SchemaCollection {
  /** A reference to the schema, which is kept under the id, and with it those that it refers to. */
  referTo(schema: z.ZodType, id: string): JsonObject;
  /** All that were met so far, by id. */
  components(): JsonObject;
}

const SETTINGS = { target: 'draft-7', override: dropUnsaid } as const;

/** Starts without any. */
export function collectSchemas(): SchemaCollection {
  const components = new Map<string, JsonObject>();
  return {
    referTo: (schema, id) => {
      const { $schema: _dialect, definitions, ...shape } = z.toJSONSchema(schema, SETTINGS);
      for (const [name, inner] of entriesOf(definitions)) components.set(name, asComponent(inner));
      // A schema with an id of its own is among the definitions already.
      if (shape.$ref !== undefined) return asComponent(shape);
      components.set(id, asComponent(shape));
      return { $ref: COMPONENTS + id };
    },
    components: () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function entriesOf(definitions: unknown): [string, unknown][] {
  return typeof definitions === 'object' && definitions !== null ? Object.entries(definitions) : [];
}

function asComponent(shape: unknown): JsonObject {
  if (typeof shape !== 'object' || shape === null) return {};
  return moveRefs(shape, (ref) => ref.replace('#/definitions/', COMPONENTS));
}

/** The bounds of a safe integer and `additionalProperties: {}` say nothing to a reader. */
function dropUnsaid({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  const { additionalProperties: others } = jsonSchema;
  if (typeof others === 'object' && Object.keys(others).length === 0) delete jsonSchema.additionalProperties;
}
