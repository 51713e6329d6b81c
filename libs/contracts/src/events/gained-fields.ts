import type { z } from 'zod';

const GAINED = new WeakSet<z.core.$ZodType>();

/**
 * Declares a field of an object inside a record that events have lacked since their first release: they have it as optional. Fields that a
 * record itself has gained are named where its events are, in `snapshotOf`.
 *
 * @param field its whole schema, with its description.
 */
export function gained<Field extends z.ZodType>(field: Field): Field {
  GAINED.add(field);
  return field;
}

/** True of a field that is declared by {@link gained}. */
export const isGained = (field: z.core.$ZodType): boolean => GAINED.has(field);
