import { nothing, type Operation } from '@fulfilment/contracts';
import { z } from 'zod';
import { anything, choice, flag, form, line, list, object, pairs, type Shape, text, whole } from './bad-values.fixture.ts';

/** The body of an operation, by its bounds in the reference. */
export interface BodyTable {
  /** Its id, and which kind of its bodies. */
  readonly operation: string;
  /** A right body, with an item in each list. */
  readonly sample: object;
  readonly shape: Shape;
}

/** Shapes of members by name, wherever they are in a body, in place of those that follow from its schema; `name/0` is an item of a list. */
export type Forms = Readonly<Record<string, Shape>>;

/** Keywords of JSON Schema from which bad values follow. */
const described = z.looseObject({
  $ref: z.string().optional(),
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  readOnly: z.boolean().default(false),
  pattern: z.string().optional(),
  format: z.string().optional(),
  minLength: z.int().default(0),
  maxLength: z.int().default(Infinity),
  minimum: z.number().default(Number.MIN_SAFE_INTEGER),
  maximum: z.number().default(Number.MAX_SAFE_INTEGER),
  minItems: z.int().default(0),
  maxItems: z.int().default(Infinity),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  anyOf: z.array(z.unknown()).default([]),
});

const examples = z.object({ examples: z.tuple([z.looseObject({})], z.unknown()) });

/**
 * The table of a body by its schema: every value beyond the bounds that it says.
 *
 * @param own a right body, by default the first example of the schema, and what does not follow from the schema.
 */
export function bodyTableOf({ id, body }: Operation, own: { readonly sample?: object; readonly forms?: Forms } = {}): BodyTable {
  const sample = own.sample ?? (body === nothing ? {} : examples.parse(body.meta()).examples[0]);
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  return { operation: id, sample, shape: new Shapes(schema.$defs ?? {}, own.forms ?? {}).of(schema) };
}

type Described = z.output<typeof described>;

/** The shapes that schemas describe. */
class Shapes {
  readonly #named: Readonly<Record<string, unknown>>;

  readonly #forms: Forms;

  /** @param named the schemas with a name, to which others refer. */
  constructor(named: Readonly<Record<string, unknown>>, forms: Forms) {
    this.#named = named;
    this.#forms = forms;
  }

  of(schema: unknown, name = ''): Shape {
    const each = described.parse(schema);
    const own = this.#forms[name];
    if (own !== undefined) return own;
    if (each.$ref !== undefined) return this.of(this.#named[each.$ref.replace('#/$defs/', '')], name);
    if (each.readOnly) return anything;
    if (each.enum !== undefined) return choice();
    switch (each.type) {
      case 'object':
        return each.properties === undefined ? pairs : this.#object(each.properties, each.required);
      case 'array':
        return this.#list(each, name);
      case 'integer':
        return whole(each.minimum, each.maximum);
      case 'boolean':
        return flag();
      case 'string':
        return textOf(each);
      default:
        return this.#nullable(each.anyOf, name);
    }
  }

  /** A value that null may stand for. Of other unions no wrong value follows. */
  #nullable(options: readonly unknown[], name: string): Shape {
    const [only, ...more] = options.filter((option) => described.parse(option).type !== 'null');
    if (only === undefined || more.length > 0 || options.length === 1) return anything;
    return (at, sample) => this.of(only, name)(at, sample).filter(({ body }) => valueIn(body, at) !== null);
  }

  #object(properties: Readonly<Record<string, unknown>>, required: readonly string[]): Shape {
    return object(
      Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, this.of(schema, name)])),
      required,
    );
  }

  /** Items are tried where the example has one. */
  #list({ minItems, maxItems, items }: Described, name: string): Shape {
    return (at, sample) => {
      const own = valueIn(sample, at);
      return list(minItems, maxItems, Array.isArray(own) && own.length > 0 ? this.of(items, `${name}/0`) : anything)(at, sample);
    };
  }
}

const valueIn = (value: unknown, at: readonly (string | number)[]): unknown =>
  at.reduce<unknown>((inner, part) => Object(inner)[part], value);

const TRIED = ['', ' ', 'a b', 'a/b', 'yesterday', '\u0007', 'x'.repeat(3_000)];

/** Free text by its lengths; text of a form by what is not of it. */
function textOf({ pattern, format, minLength, maxLength }: Described): Shape {
  const isOfForm = (given: string): boolean => pattern === undefined || new RegExp(pattern, 'u').test(given);
  if (format === undefined && isOfForm('free text'))
    return isOfForm('a\u202Eb') ? line(minLength, maxLength) : text(minLength, maxLength);
  return form(...TRIED.filter((given) => format !== undefined || !isOfForm(given) || given.length > maxLength));
}
