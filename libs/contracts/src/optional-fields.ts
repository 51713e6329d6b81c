import type { AppError } from '@fulfilment/kernel';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { errors } from './error-factories.ts';

/** A value that says nothing: `null` or `""`, as forms and exports of other systems have them. */
export const isBlank = (value: unknown): value is null | '' => value === null || value === '';

const BLANKABLE = new WeakMap<z.core.$ZodType, 'null-and-empty' | 'empty'>();

/** The blank values that a schema of {@link optionalField} or its like takes beside its own, for the reference; undefined for any other. */
export const blanksOf = (schema: z.core.$ZodType): 'null-and-empty' | 'empty' | undefined => BLANKABLE.get(schema);

/** An optional field of a request: `null` and `""` are the same as leaving it out, and are read as undefined. */
export function optionalField<Field extends z.ZodType>(field: Field) {
  const taken = z.preprocess((given) => (isBlank(given) ? undefined : given), field.optional());
  BLANKABLE.set(taken, 'null-and-empty');
  return taken.optional();
}

/** The same with a default, which a left-out field, `null` and `""` are read as. */
export function defaultedField<Field extends z.ZodType>(field: z.ZodDefault<Field>) {
  const taken = z.preprocess((given) => (isBlank(given) ? undefined : given), field);
  BLANKABLE.set(taken, 'null-and-empty');
  return taken;
}

/** An optional field of a PATCH that `null` clears; `""` is the same as leaving it out. */
export function clearableField<Field extends z.ZodType>(field: Field) {
  const taken = z.preprocess((given) => (given === '' ? undefined : given), field.nullable().optional());
  BLANKABLE.set(taken, 'empty');
  return taken.optional();
}

/** A read-only field of a body: it may stand there where it equals the record, which {@link differingFields} says. */
export const readOnlyField = z
  .unknown()
  .optional()
  .meta({ readOnly: true, description: 'Read-only: accepted where it equals the record, so that a record can be sent back.' });

/** A field of a body that the record changes by itself, without a new version: it may stand there with any value, which is not looked at. */
export const passingField = z.unknown().optional().meta({
  readOnly: true,
  description: 'Read-only, and changing by itself: accepted and not looked at, so that a record can be sent back.',
});

/** An entry of `errors`: a read-only field that a body has with another value than the record. */
export type DifferingField = { readonly pointer: string; readonly code: 'read_only'; readonly message: string };

/**
 * Compares the read-only fields of a body with the record that it is about. Blank ones count as left out.
 *
 * @param names the read-only fields.
 * @returns an item of code `read_only` for each that differs: the `errors` of a 422 `validation_failed`.
 */
export function differingFields(
  body: Readonly<Record<string, unknown>>,
  record: Readonly<Record<string, unknown>>,
  names: readonly string[],
): DifferingField[] {
  const differing = names.filter((name) => !isAbsent(body[name]) && !isDeepStrictEqual(body[name], record[name]));
  return differing.map((name) => ({ pointer: `/${name}`, code: 'read_only', message: `${name} is read-only and differs.` }));
}

const isAbsent = (value: unknown): boolean => value === undefined || isBlank(value);

/** The detail of the refusal of {@link differingFields}. */
export const differingDetail = ({ length }: readonly unknown[]): string =>
  length === 1 ? '1 read-only field differs from the record.' : `${length} read-only fields differ from the record.`;

/** The `validation_failed` with the items of {@link differingFields}; undefined where no field differs. */
export function differingError(...compared: Parameters<typeof differingFields>): AppError | undefined {
  const items = differingFields(...compared);
  return items.length > 0 ? errors.validationFailed(differingDetail(items), { facts: { errors: items } }) : undefined;
}

/** @throws AppError that of {@link differingError}, where there is one. */
export function refuseDiffering(...compared: Parameters<typeof differingFields>): void {
  const error = differingError(...compared);
  if (error) throw error;
}
