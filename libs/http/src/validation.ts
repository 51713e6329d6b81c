import { errors, type ProblemItem } from '@fulfilment/contracts';
import type { AppError, ParsedItem } from '@fulfilment/kernel';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/**
 * The fault of a value, as one sentence for the client that sent it. A schema's own message takes precedence.
 *
 * @returns undefined where zod's message is good enough.
 */
const issueMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${TYPES[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return `Must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}.`;
    case 'too_small':
      return boundMessage(issue.origin, 'least', issue.minimum);
    case 'too_big':
      return boundMessage(issue.origin, 'most', issue.maximum);
    case 'invalid_format':
      return FORMATS[issue.format];
    default:
      return OTHERS[issue.code];
  }
};

const OTHERS: Readonly<Record<string, string>> = {
  invalid_key: 'The name is not allowed.',
  invalid_union: 'Matches none of the allowed shapes.',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  tuple: 'a list',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'Must be an RFC 3339 date and time, such as 2026-11-21T10:05:12+01:00.',
  email: 'Must be an e-mail address.',
  url: 'Must be an absolute URL with scheme and host.',
};

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
};

function boundMessage(origin: string, side: 'least' | 'most', bound: number | bigint): string {
  const units = UNITS[origin];
  if (!units) return `Must be at ${side} ${bound}.`;
  return `Must have at ${side} ${bound} ${units[bound === 1 ? 0 : 1]}.`;
}

/** Options for parsing the input of clients: messages are sentences, and issues keep the value, to tell a missing one. */
export const PARSING = { error: issueMessage, reportInput: true } as const;

/**
 * @param within JSON pointer of the parsed value in the body; empty for the body itself.
 * @returns 422 `validation_failed` naming every offending field of a body with its JSON pointer.
 */
export function validationErrors(error: z.ZodError, within = ''): AppError {
  const items = itemsOf(error, 'field').map((item) => ({ ...item, pointer: within + item.pointer }));
  return errors.validationFailed(items.length === 1 ? '1 field is invalid.' : `${items.length} fields are invalid.`, {
    facts: { errors: items },
  });
}

/** @returns 400 `invalid_parameter` naming every offending query parameter. */
export function parameterErrors(error: z.ZodError): AppError {
  const items = itemsOf(error, 'parameter');
  const names = [...new Set(items.map(({ pointer }) => pointer.slice(1).split('/')[0]))];
  return errors.invalidParameter(
    `${names.length === 1 ? 'Invalid query parameter' : 'Invalid query parameters'}: ${names.join(', ')}.`,
    {
      facts: { errors: items },
    },
  );
}

/** The name for a member of the parsed value. */
type Member = 'field' | 'parameter';

/** One item for each fault: of two bounds that a value breaks, the schema's own comes last and is the one to name. */
function itemsOf(error: z.ZodError, member: Member): ProblemItem[] {
  const found = error.issues.flatMap((issue) => itemsOfIssue(issue, [], member));
  return [...new Map(found.map((item) => [`${item.code} ${item.pointer}`, item])).values()];
}

function itemsOfIssue(issue: Issue, above: readonly PropertyKey[], member: Member): ProblemItem[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      pointer: pointerOf([...path, key]),
      code: 'unknown_field',
      message: `Unknown ${member}.`,
    }));
  }
  if (issue.code === 'invalid_union') return closestBranch(issue).flatMap((inner) => itemsOfIssue(inner, path, member));
  const code = codeOf(issue);
  return [{ pointer: pointerOf(path), code, message: messageOf(issue, code, member) }];
}

function messageOf(issue: Issue, code: string, member: Member): string {
  if (code === 'required') return 'Required.';
  // The values of a query are text; a repeated one is read as a list.
  if (member === 'parameter' && Array.isArray(issue.input)) return 'Must be given once.';
  return sentence(issue.message);
}

/** The branch of a union that the value came closest to: the fewest faults, and not of another type. */
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

/** Types with a length rather than a size. */
const LENGTHS: ReadonlySet<string> = new Set(['string', 'array', 'set', 'map']);

/** RFC 6901, section 3: `~` and `/` inside a name are escaped. */
function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * Parses one item of a batch.
 *
 * @param pointer its place in the request's body (RFC 6901): `/scans/3`.
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
