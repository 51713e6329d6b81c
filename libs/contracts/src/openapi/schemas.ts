import { z } from 'zod';
import {
  sampleLocation,
  sampleOrder,
  sampleOrderHistoryEntry,
  sampleScan,
  sampleSku,
  sampleTransfer,
} from '../samples/records.ts';
import { type JsonObject, moveRefs } from './json.ts';

/** `input`: what a client may send, defaults left out. `output`: what it gets. */
type Direction = 'input' | 'output';

/** Turns zod schemas into JSON Schema (2020-12, the dialect of OpenAPI 3.1) and keeps those with an id for `components`. */
export interface SchemaCollection {
  /** @throws Error where one id stands for two shapes. */
  schemaOf(schema: z.ZodType, direction: Direction): JsonObject;
  /** Every schema with an id that was met so far, by id. */
  components(): JsonObject;
}

const COMPONENTS = '#/components/schemas/';

/** What records look like, for the reference. */
const EXAMPLES: JsonObject = {
  Sku: sampleSku,
  Location: sampleLocation,
  Transfer: sampleTransfer,
  Order: sampleOrder,
  OrderHistoryEntry: sampleOrderHistoryEntry,
  Scan: sampleScan,
};

/** Starts without any. */
export function collectSchemas(): SchemaCollection {
  const components = new Map<string, JsonObject>();
  const keep = (id: string, shape: JsonObject): void => {
    const known = components.get(id);
    if (known && JSON.stringify(known) !== JSON.stringify(shape)) throw new Error(`Two schemas have the id ${id}`);
    components.set(id, shape);
  };
  return {
    schemaOf: (schema, direction) => {
      const { $schema: _dialect, $defs = {}, ...shape } = z.toJSONSchema(schema, { io: direction, override: dropUnsaid });
      for (const [id, definition] of Object.entries($defs)) keep(id, { ...toComponents(definition), ...examplesOf(id) });
      return toComponents(shape);
    },
    components: () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function toComponents(shape: object): JsonObject {
  return moveRefs(shape, (ref) => ref.replace('#/$defs/', COMPONENTS));
}

function examplesOf(id: string): JsonObject {
  const example = EXAMPLES[id];
  return example === undefined ? {} : { examples: [example] };
}

/** The bounds of a safe integer and `additionalProperties: {}` say nothing to a reader. */
function dropUnsaid({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  const { additionalProperties: others } = jsonSchema;
  if (typeof others === 'object' && Object.keys(others).length === 0) delete jsonSchema.additionalProperties;
}
