import { z } from 'zod';

/** Stands where an erased address had a text that every address has, so that readers of earlier releases take it. */
export const ERASED = '[erased]';

/** An address of which nothing but the country is left; null where there was none. */
export function erasedAddress(given: { readonly country: string } | null | undefined) {
  return given ? { name: ERASED, address1: ERASED, city: ERASED, country: given.country } : null;
}

type Erase = (value: unknown) => unknown;

const kept: Erase = (value) => value;

/** Each field that is declared, with its value after an erasure. */
const DECLARED = new WeakMap<z.core.$ZodType, Erase>();

/**
 * Declares a field of a record that persons' data may stand in: an erasure takes it away, from every copy of the record.
 *
 * @param field its whole schema, with its description.
 * @param erased its value after an erasure; null by default.
 */
export function personal<Field extends z.ZodType>(field: Field, erased: Erase = () => null): Field {
  DECLARED.set(field, erased);
  return field;
}

/** Declares a text of a record that is not for persons' data: an erasure leaves it. */
export function notPersonal<Field extends z.ZodType>(field: Field): Field {
  DECLARED.set(field, kept);
  return field;
}

/** True of a field that is declared by {@link personal} or {@link notPersonal}. */
export const isDeclared = (field: z.core.$ZodType): boolean => DECLARED.has(field);

/** True of a field that is declared by {@link personal}. */
export const isPersonal = (field: z.core.$ZodType): boolean => (DECLARED.get(field) ?? kept) !== kept;

/** The paths of the fields of a record that are declared by {@link personal}, at any depth: `/holds/note` is that of each hold. */
export function personalFieldsOf(schema: z.core.$ZodType, at = ''): readonly string[] {
  if (isPersonal(schema)) return [at];
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return personalFieldsOf(schema.unwrap(), at);
  if (schema instanceof z.ZodArray) return personalFieldsOf(schema.element, at);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, member]) => personalFieldsOf(member, `${at}/${name}`));
}

/** A value with what its schema declares as personal erased, at any depth. Members that it lacks, or that the schema does not know, stay. */
export function erasedBy(schema: z.core.$ZodType, value: unknown): unknown {
  const erase = DECLARED.get(schema);
  if (erase) return erase(value);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return erasedBy(schema.unwrap(), value);
  if (schema instanceof z.ZodArray) return Array.isArray(value) ? value.map((each) => erasedBy(schema.element, each)) : value;
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const known = Object.entries<z.core.$ZodType>(schema.shape).filter(([name]) => name in value);
  return { ...value, ...Object.fromEntries(known.map(([name, member]) => [name, erasedBy(member, Reflect.get(value, name))])) };
}
