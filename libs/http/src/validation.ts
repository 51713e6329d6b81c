import type { ProblemItem } from '@fulfilment/contracts';
import { AppError } from '@fulfilment/kernel';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** @returns 422 `validation_failed` naming every offending field of a body with its JSON pointer. */
export function validationErrors(error: z.ZodError): AppError {
  const errors = error.issues.flatMap((issue) => items(issue, []));
  const message =
    errors.length === 1
      ? 'One field of the body is not as it should be.'
      : `${errors.length} fields of the body are not as they should be.`;
  return new AppError({ kind: 'invalid', code: 'validation_failed', message, details: { errors } });
}

/** @returns 400 `invalid_parameter` naming every offending query parameter. */
export function parameterErrors(error: z.ZodError): AppError {
  const errors = error.issues.flatMap((issue) => items(issue, []));
  const names = [...new Set(errors.map(({ pointer }) => pointer.slice(1).split('/')[0]))].join(', ');
  return new AppError({
    kind: 'invalid',
    code: 'invalid_parameter',
    message: `Query parameters that are not as they should be: ${names}.`,
    details: { errors },
  });
}

function items(issue: Issue, above: readonly PropertyKey[]): ProblemItem[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: pointerOf([...path, key]),
      code: 'unknown_field',
      message: 'There is no such field.',
    }));
  }
  if (issue.code === 'invalid_union') return closestBranch(issue).flatMap((inner) => items(inner, path));
  return [{ pointer: pointerOf(path), code: codeOf(issue), message: sentence(issue.message) }];
}

/** Of the shapes that a value could have had, the one it came closest to: the fewest faults, and not already of another type. */
function closestBranch(issue: Extract<Issue, { code: 'invalid_union' }>): Issue[] {
  const [closest] = issue.errors.toSorted((a, b) => distance(a) - distance(b));
  return closest && closest.length > 0 ? closest : [{ code: 'custom', path: [], message: issue.message, input: issue.input }];
}

const OTHER_TYPE = 1_000;

function distance(branch: readonly Issue[]): number {
  return branch.reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys') return sum + issue.keys.length;
    return sum + (issue.path.length === 0 ? OTHER_TYPE : 1);
  }, 0);
}

function codeOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.includes('received undefined') ? 'required' : 'invalid_type';
    case 'too_big':
    case 'too_small':
      return LENGTHS.has(issue.origin) ? 'invalid_length' : 'out_of_range';
    case 'invalid_format':
    case 'invalid_value':
      return issue.code;
    default:
      return 'invalid';
  }
}

/** What has a length rather than a size. */
const LENGTHS: ReadonlySet<string> = new Set(['string', 'array', 'set', 'map']);

/** RFC 6901, section 3: `~` and `/` inside a name are escaped. */
function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
