import { z } from 'zod';
import { RECORD_EXAMPLES } from './examples.ts';
import { describeFields, type JsonObject, moveRefs } from './field-meanings.ts';

/** `input`: what a client may send, defaults left out. `output`: what it gets. */
type Direction = 'input' | 'output';

/** Turns zod schemas into JSON Schema (2020-12, the dialect of OpenAPI 3.1) and keeps those with an id for `components`. */
export interface SchemaCollection {
  /** @throws Error where one id stands for two shapes. */
  schemaOf(schema: z.ZodType, direction: Direction): JsonObject;
  /** Every schema with an id that was met so far, by id. */
  components(): JsonObject;
  /** The schema that a reference to a component leads to, and any other as it is. */
  resolve(shape: JsonObject): JsonObject;
}

const COMPONENTS = '#/components/schemas/';

/**
 * Starts without any.
 *
 * @param answered every schema that clients get. Answers gain fields and requests refuse unknown ones, so what is in both
 * is two schemas: as a client sends it, its name ends with `Input`.
 */
export function collectSchemas(answered: readonly z.ZodType[]): SchemaCollection {
  const components = new Map<string, JsonObject>();
  const answers = new Map(answered.flatMap((schema) => Object.entries(shapesOf(schema, 'output').definitions)));
  const nameOf = (id: string, direction: Direction, shape: object): string => {
    const answer = answers.get(id);
    const differs = direction === 'input' && answer !== undefined && JSON.stringify(answer) !== JSON.stringify(shape);
    return differs ? `${id}Input` : id;
  };
  const keep = (id: string, shape: JsonObject): void => {
    const known = components.get(id);
    if (known && JSON.stringify(known) !== JSON.stringify(shape)) throw new Error(`Two schemas have the id ${id}`);
    components.set(id, shape);
  };
  return {
    schemaOf: (schema, direction) => {
      const { shape, definitions } = shapesOf(schema, direction);
      const names = new Map(Object.entries(definitions).map(([id, each]) => [id, nameOf(id, direction, each)]));
      const toComponents = (each: object): JsonObject =>
        moveRefs(each, (ref) => ref.replace(/^#\/\$defs\/(.+)$/, (_all, id: string) => COMPONENTS + (names.get(id) ?? id)));
      for (const [id, each] of Object.entries(definitions))
        keep(names.get(id) ?? id, { ...toComponents(describeFields(id, each)), ...examplesOf(id) });
      return toComponents(describeFields('', shape));
    },
    components: () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    resolve: (shape) => {
      const { $ref } = shape;
      return (typeof $ref === 'string' ? components.get($ref.slice(COMPONENTS.length)) : undefined) ?? shape;
    },
  };
}

interface Shapes {
  readonly shape: JsonObject;
  readonly definitions: Readonly<Record<string, object>>;
}

function shapesOf(schema: z.ZodType, direction: Direction): Shapes {
  const override = direction === 'output' ? dropWhatAnswersMayGain : dropUnsaid;
  const { $schema: _dialect, $defs: definitions = {}, ...shape } = z.toJSONSchema(schema, { io: direction, override });
  return { shape, definitions };
}

function examplesOf(id: string): JsonObject {
  const examples = RECORD_EXAMPLES[id];
  return examples === undefined ? {} : { examples };
}

interface Overridden {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** The bounds of a safe integer and `additionalProperties: {}` say nothing to a reader. */
function dropUnsaid({ zodSchema, jsonSchema }: Overridden): void {
  keepExamples({ zodSchema, jsonSchema });
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  const { additionalProperties: others } = jsonSchema;
  if (typeof others === 'object' && Object.keys(others).length === 0) delete jsonSchema.additionalProperties;
}

/** A client that was made from the document has to go on when an answer gains a field. */
function dropWhatAnswersMayGain(overridden: Overridden): void {
  dropUnsaid(overridden);
  if (overridden.jsonSchema.additionalProperties === false) delete overridden.jsonSchema.additionalProperties;
}

/** The library leaves the examples out of what is sent wherever something in it is converted; ours are as they are sent. */
function keepExamples({ zodSchema, jsonSchema }: Overridden): void {
  const { id, examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (id !== undefined && Array.isArray(examples)) jsonSchema.examples = examples;
}
