import { ERRORS, type ItemProblem } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';
import type { z } from 'zod';
import { describe } from './problem.ts';
import { PARSING, validationErrors } from './validation.ts';

/** One item of a batch as it was parsed by itself: what is wrong with it is its own matter. */
export type ParsedItem<Value> =
  | { readonly type: 'valid'; readonly value: Value }
  | { readonly type: 'invalid'; readonly error: AppError };

/**
 * Parses one item of a batch.
 *
 * @param pointer where it stands in the request's body (RFC 6901): `/scans/3`.
 * @returns its value, or 422 `validation_failed` naming every offending field with a pointer into the body.
 */
export function parseItem<Schema extends z.ZodType>(
  schema: Schema,
  item: unknown,
  pointer: string,
): ParsedItem<z.output<Schema>> {
  const result = schema.safeParse(item, PARSING);
  if (result.success) return { type: 'valid', value: result.data };
  return { type: 'invalid', error: validationErrors(result.error, pointer) };
}

/**
 * Why an item of a batch was refused, as its result tells it.
 *
 * @returns the status that a request of its own would have had, and the problem.
 */
export function itemProblemOf(error: unknown): { readonly status: number; readonly error: ItemProblem } {
  const { code, detail, facts } = describe(error);
  const { status, title, retryable } = ERRORS[code];
  const { headers: _headers, ...shown } = facts;
  return { status, error: { title, code, detail, retryable, ...shown } };
}
