import { describeFields } from '@fulfilment/api-docs';
import { z } from 'zod';

/** One field of a JSON object. */
export interface JsonField {
  /** `data[].id`. */
  readonly path: string;
  readonly type: string;
  readonly meaning: string;
}

const shape = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
  const: z.union([z.string(), z.boolean(), z.number()]).optional(),
  format: z.string().optional(),
  anyOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  $ref: z.string().optional(),
  $defs: z.record(z.string(), z.unknown()).optional(),
});
type Shape = z.output<typeof shape>;

/** All fields of the objects of `schema`, each followed by the fields inside it. */
export function jsonFields(schema: z.ZodType): readonly JsonField[] {
  const whole = describeFields('', z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));
  const { $defs = {}, ...root } = shape.parse(whole);
  const resolve: Resolve = (value) => {
    const { $ref, ...field } = shape.parse(value);
    // `#/$defs/Key`; the fields beside the reference override those of its target.
    return $ref === undefined ? field : { ...resolve($defs[$ref.slice($ref.lastIndexOf('/') + 1)]), ...field };
  };
  return fieldsIn(resolve(root), { before: '', resolve });
}

type Resolve = (value: unknown) => Shape;

function fieldsIn({ properties = {} }: Shape, at: { readonly before: string; readonly resolve: Resolve }): readonly JsonField[] {
  const { before, resolve } = at;
  return Object.entries(properties).flatMap(([name, value]) => {
    const field = resolve(value);
    const { type, inside, isList } = read(field, resolve);
    const path = `${before}${name}${isList ? '[]' : ''}`;
    const deeper = inside ? fieldsIn(inside, { before: `${path}.`, resolve }) : [];
    return [{ path, type, meaning: field.description ?? '' }, ...deeper];
  });
}

interface Read {
  readonly type: string;
  /** The shape of the objects in it. */
  readonly inside?: Shape;
  readonly isList?: boolean;
}

function read(field: Shape, resolve: Resolve): Read {
  const { anyOf, items } = field;
  if (anyOf) return readAny(anyOf.map((each) => read(resolve(each), resolve)));
  if (field.type === 'array') return { ...read(resolve(items ?? {}), resolve), isList: true };
  if (field.properties) return { type: 'object', inside: field };
  return { type: plainType(field) };
}

function readAny(choices: readonly Read[]): Read {
  const inside = choices.find((choice) => choice.inside)?.inside;
  return { type: choices.map(({ type }) => type).join(' or '), ...(inside ? { inside } : {}) };
}

function plainType({ enum: choices, const: only, format, type = 'any' }: Shape): string {
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(' or ');
  if (only !== undefined) return JSON.stringify(only);
  if (format === 'date-time') return 'time';
  return typeof type === 'string' ? type : type.join(' or ');
}
