import type { ProblemItem } from '@fulfilment/contracts';
import { AppError } from '@fulfilment/kernel';
import type { z } from 'zod';
import { issueMessage } from './issue-message.ts';

type Issue = z.core.$ZodIssue;

/** How whatever clients send is parsed: what is refused says why in a sentence, and keeps the value for telling what is missing. */
export const PARSING = { error: issueMessage, reportInput: true } as const;

/**
 * @param within where what was parsed stands in the body, as a JSON pointer: nothing for the body itself.
 * @returns 422 `validation_failed` naming every offending field of a body with its JSON pointer.
 */
export function validationErrors(error: z.ZodError, within = ''): AppError {
  const errors = errorsOf(error, 'field').map((item) => ({ ...item, pointer: within + item.pointer }));
  const whole = within === '' ? 'body' : 'item';
  const message =
    errors.length === 1
      ? `One field of the ${whole} is not as it should be.`
      : `${errors.length} fields of the ${whole} are not as they should be.`;
  return new AppError({ kind: 'invalid', code: 'validation_failed', message, details: { errors } });
}

/** @returns 400 `invalid_parameter` naming every offending query parameter. */
export function parameterErrors(error: z.ZodError): AppError {
  const errors = errorsOf(error, 'parameter');
  const names = [...new Set(errors.map(({ pointer }) => pointer.slice(1).split('/')[0]))].join(', ');
  return new AppError({
    kind: 'invalid',
    code: 'invalid_parameter',
    message: `Query parameters that are not as they should be: ${names}.`,
    details: { errors },
  });
}

/** What the members of the thing that was parsed are called. */
type Member = 'field' | 'parameter';

/** One item for each thing that is wrong: of two bounds that a value breaks, the schema's own comes last and is the one to name. */
function errorsOf(error: z.ZodError, member: Member): ProblemItem[] {
  const found = error.issues.flatMap((issue) => items(issue, [], member));
  return [...new Map(found.map((item) => [`${item.code} ${item.pointer}`, item])).values()];
}

function items(issue: Issue, above: readonly PropertyKey[], member: Member): ProblemItem[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: pointerOf([...path, key]),
      code: 'unknown_field',
      message: `There is no such ${member}.`,
    }));
  }
  if (issue.code === 'invalid_union') return closestBranch(issue).flatMap((inner) => items(inner, path, member));
  const code = codeOf(issue);
  return [{ pointer: pointerOf(path), code, message: messageOf(issue, code, member) }];
}

function messageOf(issue: Issue, code: string, member: Member): string {
  if (code === 'required') return 'It is required.';
  // A query's values are text; one that is given twice is read as a list.
  if (member === 'parameter' && Array.isArray(issue.input)) return 'It is given more than once.';
  return sentence(issue.message);
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
    case 'invalid_value':
      return issue.input === undefined ? 'required' : issue.code;
    case 'too_big':
    case 'too_small':
      return LENGTHS.has(issue.origin) ? 'invalid_length' : 'out_of_range';
    case 'invalid_format':
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
