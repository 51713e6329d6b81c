import { z } from 'zod';
import { isGained } from './gained-fields.ts';

/** Each schema has one lenient form, since its name is that of one schema. */
const LENIENT = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/**
 * A record as events carry it. Who reads an event may be older or newer than who wrote it, so that objects at any depth take
 * members they do not know, and what it has gained since its first event is optional: of objects within it what is declared by `gained`.
 *
 * @param gained members of the record that events of earlier versions lack.
 */
export function snapshotOf<Shape extends z.ZodRawShape, const Gained extends keyof Shape & string = never>(
  record: z.ZodObject<Shape>,
  gained: readonly Gained[] = [],
) {
  const shape = lenientShape(record.shape, gained);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The shape is that of the record, member by member.
  return z.looseObject(shape as Omit<Shape, Gained> & { readonly [Name in Gained]: z.ZodOptional<Shape[Name]> });
}

function lenientShape(shape: z.core.$ZodShape, gained: readonly string[]): z.core.$ZodShape {
  return Object.fromEntries(
    Object.entries(shape).map(([name, member]) => {
      const taken = lenient(member);
      return [name, gained.includes(name) ? z.optional(taken) : taken];
    }),
  );
}

const gainedNames = (shape: z.core.$ZodShape): string[] =>
  Object.keys(shape).filter((name) => shape[name] && isGained(shape[name]));

/** The same, but that objects in it take members they do not know. */
function lenient(schema: z.core.$ZodType): z.core.$ZodType {
  const known = LENIENT.get(schema);
  if (known) return known;
  const loosened = loosenedOf(schema);
  const { id: schemaId, description } = z.globalRegistry.get(schema) ?? {};
  if (loosened !== schema && (description ?? schemaId) !== undefined)
    z.globalRegistry.add(loosened, { ...(schemaId && { id: `${schemaId}Snapshot` }), ...(description && { description }) });
  LENIENT.set(schema, loosened);
  return loosened;
}

function loosenedOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodObject) return z.looseObject(lenientShape(schema.shape, gainedNames(schema.shape)));
  if (schema instanceof z.ZodArray) return schema.clone({ ...schema.def, element: lenient(schema.element) });
  if (schema instanceof z.ZodNullable) return z.nullable(lenient(schema.unwrap()));
  if (schema instanceof z.ZodOptional) return z.optional(lenient(schema.unwrap()));
  return schema;
}
