import { blanksOf } from '@fulfilment/contracts';
import { z } from 'zod';
import { type JsonObject, moveRefs, withMeanings } from './json-shapes.ts';
import { RECORD_EXAMPLES } from '../samples/replies.ts';

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
  const records = recordsOfSnapshots(answers);
  const nameOf = (id: string, direction: Direction, shape: object): string => {
    const record = records.get(id);
    if (record !== undefined) return record;
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
      for (const [id, each] of Object.entries(definitions)) {
        const name = names.get(id) ?? id;
        const told = tellApart(each, definitions, (member) => COMPONENTS + (names.get(member) ?? member));
        // A snapshot of a record comes with the record, which has the examples.
        if (records.has(id)) continue;
        keep(name, { ...toComponents(withMeanings(id, told)), ...examplesOf(id) });
      }
      return toComponents(withMeanings('A request', shape));
    },
    components: () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    resolve: (shape) => {
      const { $ref } = shape;
      return (typeof $ref === 'string' ? components.get($ref.slice(COMPONENTS.length)) : undefined) ?? shape;
    },
  };
}

const SNAPSHOT = 'Snapshot';

/** The records whose snapshots in events have the very same shape, by the id of the snapshot: one schema serves both. */
function recordsOfSnapshots(answers: ReadonlyMap<string, object>): ReadonlyMap<string, string> {
  const snapshots = [...answers.keys()].filter((id) => id.endsWith(SNAPSHOT));
  let same = new Map(snapshots.map((id) => [id, id.slice(0, -SNAPSHOT.length)] as const));
  // One differs as soon as anything in it does.
  for (let size = Infinity; same.size < size;) {
    size = same.size;
    const known = same;
    const text = (id: string): string => {
      const renamed = moveRefs(answers.get(id) ?? {}, (ref) => ref.replace(/\w+$/, (name) => known.get(name) ?? name));
      return JSON.stringify(renamed);
    };
    same = new Map([...known].filter(([id, record]) => answers.has(record) && text(id) === text(record)));
  }
  return same;
}

/**
 * Adds the property that tells the members of a union apart, with its value for each (OpenAPI 3.1.0 section 4.8.25). A member that
 * leaves it open is the fall-back for every other value, and stands last: generators take the first that fits. Without one exactly
 * one member fits, and only of `oneOf` do generators make a union that is closed.
 */
function tellApart(shape: object, definitions: Shapes['definitions'], refOf: (id: string) => string): object {
  const options = unionOptions.safeParse(shape).data?.anyOf.map(({ $ref }) => $ref.replace('#/$defs/', '')) ?? [];
  const members = options.map((id) => ({ id, shape: unionMember.safeParse(definitions[id]).data }));
  const tags = Object.keys(members[0]?.shape?.properties ?? {}).filter((name) =>
    members.every(({ shape: member }) => member?.required.includes(name)),
  );
  for (const propertyName of tags) {
    const mapping = members.flatMap(({ id, shape: member }) => {
      const value = member?.properties[propertyName]?.const;
      return typeof value === 'string' ? [[value, refOf(id)] as const] : [];
    });
    if (mapping.length < 2) continue;
    const discriminator = { propertyName, mapping: Object.fromEntries(mapping) };
    if (mapping.length < members.length) return { ...shape, discriminator };
    const { anyOf: oneOf, ...rest } = unionOptions.parse(shape);
    return { ...rest, oneOf, discriminator };
  }
  return shape;
}

const unionOptions = z.looseObject({ anyOf: z.array(z.looseObject({ $ref: z.string() })).min(2) });
const unionMember = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ const: z.unknown().optional() })),
  required: z.array(z.string()),
});

interface Shapes {
  readonly shape: JsonObject;
  readonly definitions: Readonly<Record<string, object>>;
}

const converted: Readonly<Record<Direction, WeakMap<z.ZodType, Shapes>>> = { input: new WeakMap(), output: new WeakMap() };

/** Most bodies are of several operations. */
function shapesOf(schema: z.ZodType, direction: Direction): Shapes {
  const shapes = converted[direction].get(schema) ?? convert(schema, direction);
  converted[direction].set(schema, shapes);
  return shapes;
}

function convert(schema: z.ZodType, direction: Direction): Shapes {
  const override = direction === 'output' ? dropWhatAnswersMayGain : sayWhatRequestsMayHave;
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

/** Keywords that say nothing to a reader, or that generators take for more than they say. */
function dropUnsaid({ zodSchema, jsonSchema }: Overridden): void {
  keepExamples({ zodSchema, jsonSchema });
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  // A generated client holds the parsed time against the pattern of its text.
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  const { additionalProperties: others } = jsonSchema;
  if (typeof others === 'object' && Object.keys(others).length === 0) delete jsonSchema.additionalProperties;
  simplifyUnion({ zodSchema, jsonSchema });
}

/**
 * A list that lets in anything, so that an invalid item fails individually, has the valid ones in the document. Texts of several
 * formats are a text: generators make a class of their union.
 */
function simplifyUnion({ zodSchema, jsonSchema }: Overridden): void {
  if (!(zodSchema instanceof z.ZodUnion) || !jsonSchema.anyOf) return;
  if (jsonSchema.anyOf.every(({ type, format }) => type === 'string' && format !== undefined)) {
    delete jsonSchema.anyOf;
    jsonSchema.type = 'string';
    return;
  }
  const { options } = zodSchema;
  const valid = jsonSchema.anyOf.filter((_each, place) => !(options[place] instanceof z.ZodUnknown));
  const [only, ...more] = valid;
  if (more.length > 0) jsonSchema.anyOf = valid;
  else {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, only);
  }
}

function sayWhatRequestsMayHave(overridden: Overridden): void {
  dropUnsaid(overridden);
  const blanks = blanksOf(overridden.zodSchema);
  if (blanks) addBlanks(overridden.jsonSchema, blanks);
  foldNull(overridden.jsonSchema);
}

/** A list or map that may be null has two types: of a union of it and null, generators make what does not compile. */
function foldNull(jsonSchema: Schema): void {
  const [only, nothing, ...more] = jsonSchema.anyOf ?? [];
  if (nothing?.type !== 'null' || more.length > 0 || (only?.type !== 'array' && only?.type !== 'object')) return;
  delete jsonSchema.anyOf;
  const { type, ...rest } = only;
  Object.assign(jsonSchema, { ...rest, ...jsonSchema }, { type: [type, 'null'] });
}

type Schema = z.core.JSONSchema.BaseSchema;

/** Of an optional field: the empty text and, unless it has a meaning of its own there, null. */
function addBlanks(jsonSchema: Schema, blanks: 'null-and-empty' | 'empty'): void {
  const { description, default: byDefault, examples, ...own } = jsonSchema;
  const options = own.anyOf && Object.keys(own).length === 1 ? own.anyOf : [own];
  const others = options.filter(({ type }) => type !== 'null').map(withoutDescription);
  const said = description ?? options.find((each) => each.description !== undefined)?.description;
  // The default of a union with null becomes a value of no type in Java: beside one, null is left unsaid.
  const isChoice = byDefault !== undefined && others[0]?.enum !== undefined;
  const hasNull = !isChoice && (blanks === 'null-and-empty' || others.length < options.length);
  const all: readonly Schema[] = [...withEmptyText(others), ...(hasNull ? [{ type: 'null' as const }] : [])];
  for (const name of Object.keys(jsonSchema)) delete jsonSchema[name];
  Object.assign(
    jsonSchema,
    all.length === 1 ? all[0] : { anyOf: all },
    definedOf({ description: said, default: byDefault, examples }),
  );
}

function definedOf(keywords: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
}

/** One that has nothing else yet is filled in later, in place. */
function withoutDescription(option: Schema): Schema {
  const { description: _moved, ...each } = option;
  return Object.keys(each).length === 0 ? option : each;
}

/** A plain text takes the empty one in. Beside anything else it is left unsaid: generators make a type of its own of such a union. */
function withEmptyText(options: readonly Schema[]): readonly Schema[] {
  const [only, ...more] = options;
  if (!only || more.length > 0 || only.type !== 'string' || only.enum || only.format !== undefined) return options;
  const { minLength: _least, pattern, ...text } = only;
  if (pattern === undefined) return [text];
  const optional = new RegExp(pattern, 'u').test('') ? pattern : `^(?:${pattern.replace(/^\^|\$$/g, '')})?$`;
  return [{ ...text, pattern: optional }];
}

/**
 * A client that was made from the document has to go on when an answer gains a field, a value or a wider bound. Values that are
 * known today stand in `x-extensible-enum`: generators make a plain string of `anyOf` in no language.
 */
function dropWhatAnswersMayGain(overridden: Overridden): void {
  dropUnsaid(overridden);
  const { jsonSchema } = overridden;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  for (const bound of ['pattern', 'maxLength', 'maximum', 'maxItems', 'maxProperties', 'not'] as const) delete jsonSchema[bound];
  if (!jsonSchema.enum) return;
  jsonSchema['x-extensible-enum'] = jsonSchema.enum;
  delete jsonSchema.enum;
}

/** The library leaves the examples out of what is sent wherever something in it is converted; ours are as they are sent. */
function keepExamples({ zodSchema, jsonSchema }: Overridden): void {
  const { id, examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (id !== undefined && Array.isArray(examples)) jsonSchema.examples = examples;
}
