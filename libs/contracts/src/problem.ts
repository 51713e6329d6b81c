import { z } from 'zod';
import { type ErrorCode, ERRORS } from './errors.ts';

/** One thing that is wrong: where, which code, and the numbers that help to mend it. */
export const problemItem = z
  .looseObject({ pointer: z.string().describe('JSON pointer into the body (RFC 6901).'), code: z.string(), message: z.string() })
  .meta({ id: 'ProblemItem' });
export type ProblemItem = z.output<typeof problemItem>;

/** The body of every error (RFC 9457 section 3), `application/problem+json`. Some codes add facts beside these members. */
export const problemDocument = z
  .looseObject({
    type: z.string().describe('URL of the documentation of the code.'),
    title: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(ERRORS).filter((code): code is ErrorCode => Object.hasOwn(ERRORS, code))),
    detail: z.string(),
    request_id: z.string(),
    retryable: z.boolean().describe('Whether the same request can still succeed.'),
    errors: z.array(problemItem).optional(),
    errors_left_out: z.int().optional().describe('Number of further errors: `errors` lists at most 100.'),
  })
  .meta({ id: 'Problem' });
export type ProblemDocument = z.output<typeof problemDocument>;

/** Why one item of a batch was refused, as {@link problemDocument} would say it of a request of its own. */
export const itemProblem = z
  .looseObject({
    title: problemDocument.shape.title,
    code: problemDocument.shape.code,
    detail: problemDocument.shape.detail,
    retryable: z.boolean().describe('Whether the same item can still succeed.'),
    errors: z
      .array(problemItem)
      .optional()
      .describe(
        "Offending fields, at most 100, and the first alone once the batch lists 1 000; pointers begin at the request's body.",
      ),
    errors_left_out: problemDocument.shape.errors_left_out,
  })
  .meta({ id: 'ItemProblem' });
export type ItemProblem = z.output<typeof itemProblem>;
