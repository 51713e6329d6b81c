import { errors, type ProblemItem } from '@fulfilment/contracts';
import type { AppError, ParsedItem } from '@fulfilment/kernel';
import { closestMatch } from 'leven';
import { z } from 'zod';
import { MAX_LISTED_ERRORS } from './problem.ts';

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
    case 'unrecognized_keys':
      if (issue.inst instanceof z.ZodObject) KNOWN.set(issue.keys, Object.keys(issue.inst.shape));
      // The library's own message names all keys.
      return 'Unknown names.';
    default:
      return OTHERS[issue.code];
  }
};

/** The names that a schema knows, by the list of those in its fault that it does not. An issue keeps that list, and no schema. */
const KNOWN = new WeakMap<readonly string[], readonly string[]>();

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
  url: 'Must be an absolute URL of http or https, such as https://example.com/orders.',
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

interface BodyErrorOptions {
  /** JSON pointer of the parsed value in the body; empty for the body itself. */
  readonly within?: string;
  /** Entries of `errors` at most; `errors_left_out` counts the others. */
  readonly most?: number;
  /** Query of the operation: an unknown field with the name of one of its parameters is told where it belongs. */
  readonly query?: z.ZodType;
}

/**
 * @returns 422 `validation_failed` naming the offending fields of a body with their JSON pointers.
 */
export function validationErrors(error: z.ZodError, options: BodyErrorOptions = {}): AppError {
  const { within = '', most = MAX_LISTED_ERRORS, query } = options;
  const parameters = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  const facts = factsOf(error, 'field', most, parameters);
  const pointed = facts.errors.map((item) => ({ ...item, pointer: within + item.pointer }));
  const count = pointed.length + (facts.errors_left_out ?? 0);
  const detail = count === 1 ? '1 field is invalid.' : `${count} fields are invalid.`;
  return errors.validationFailed(detail, { facts: { ...facts, errors: pointed } });
}

/** @returns 400 `invalid_parameter` naming the offending query parameters. */
export function parameterErrors(error: z.ZodError): AppError {
  const facts = factsOf(error, 'parameter', MAX_LISTED_ERRORS);
  const names = [...new Set(facts.errors.map(({ pointer }) => pointer.slice(1).split('/')[0]))];
  return errors.invalidParameter(
    `${names.length === 1 ? 'Invalid query parameter' : 'Invalid query parameters'}: ${names.join(', ')}.`,
    { facts },
  );
}

/** The name for a member of the parsed value. */
type Member = 'field' | 'parameter';

interface Listing {
  readonly member: Member;
  /** Names of the operation's query parameters, for the faults of a body. */
  readonly parameters: readonly string[];
  readonly most: number;
  readonly items: Map<string, ProblemItem>;
  leftOut: number;
}

/** One item for each fault: of two bounds that a value breaks, the schema's own comes last and is the one to name. */
function factsOf(error: z.ZodError, member: Member, most: number, parameters: readonly string[] = []) {
  const listing: Listing = { member, parameters, most, items: new Map(), leftOut: 0 };
  list(error.issues, [], listing);
  return { errors: [...listing.items.values()], ...(listing.leftOut > 0 ? { errors_left_out: listing.leftOut } : {}) };
}

/** Makes items for faults until there are `most`, and counts the others. */
function list(issues: readonly Issue[], above: readonly PropertyKey[], listing: Listing): void {
  for (const issue of issues) {
    const path = [...above, ...issue.path];
    const room = listing.most - listing.items.size;
    if (issue.code === 'unrecognized_keys') {
      const known = KNOWN.get(issue.keys) ?? [];
      for (const key of issue.keys.slice(0, room)) {
        const message = unknownMessage(key, known, path, listing);
        put({ pointer: pointerOf([...path, key]), code: 'unknown_field', message }, listing);
      }
      listing.leftOut += Math.max(0, issue.keys.length - room);
    } else if (issue.code === 'invalid_union') list(closestBranch(issue), path, listing);
    else if (room > 0) {
      const code = codeOf(issue);
      // Of a parameter that takes several values, the parameter is at fault.
      const place = listing.member === 'parameter' ? path.slice(0, 1) : path;
      put({ pointer: pointerOf(place), code, message: messageOf(issue, code, listing.member) }, listing);
    } else listing.leftOut += 1;
  }
}

function unknownMessage(
  name: string,
  known: readonly string[],
  above: readonly PropertyKey[],
  { member, parameters }: Listing,
): string {
  if (above.length === 0 && parameters.includes(name))
    return `Unknown field: \`${name}\` is a query parameter of this operation.`;
  const meant = closestName(name, known);
  return meant === undefined ? `Unknown ${member}.` : `Unknown ${member}. Did you mean \`${meant}\`?`;
}

/** Characters of a name that others are compared with. */
const MAX_COMPARED = 40;

/** The name that was most likely meant: the same but for case and separators, or with every third character wrong at most. */
function closestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_COMPARED) return undefined;
  const bare = new Map(known.map((each) => [bareName(each), each]));
  const given = bareName(name);
  return bare.get(closestMatch(given, [...bare.keys()], { maxDistance: Math.floor(given.length / 3) }) ?? '');
}

const bareName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

function put(item: ProblemItem, { items }: Listing): void {
  items.set(`${item.code} ${item.pointer}`, item);
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

/** Codes of a value that is of another type, or is another one than the only one that there is. */
const OTHER_TYPES: readonly string[] = ['invalid_type', 'invalid_value'];

function distance(branch: readonly Issue[]): number {
  return branch.reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys') return sum + issue.keys.length;
    return sum + (issue.path.length === 0 && OTHER_TYPES.includes(issue.code) ? OTHER_TYPE : 1);
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

/** Characters of a name that a pointer keeps. Names that any schema knows are shorter. */
const MAX_NAME = 200;

/** RFC 6901, section 3: `~` and `/` inside a name are escaped. A name that no schema knows is cut to 200 characters. */
function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((part) => `/${cut(String(part)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function cut(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
}

function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * Parses one item of a batch.
 *
 * @param pointer its place in the request's body (RFC 6901): `/scans/3`.
 * @param most entries of `errors` at most.
 * @returns its value, or 422 `validation_failed` naming the offending fields with pointers into the body.
 */
export function parseItem<Schema extends z.ZodType>(
  schema: Schema,
  item: unknown,
  pointer: string,
  most = MAX_LISTED_ERRORS,
): ParsedItem<z.output<Schema>> {
  const result = schema.safeParse(item, PARSING);
  if (result.success) return { type: 'valid', value: result.data };
  return { type: 'invalid', error: validationErrors(result.error, { within: pointer, most }) };
}

/** Entries of `errors` that the items of one batch have together, beyond the first of each item. */
const MAX_LISTED_IN_BATCH = 1_000;

/**
 * Parses the items of a batch. Once they list 1 000 errors together, each further one lists its first.
 *
 * @param pointer place of the list in the request's body (RFC 6901): `/scans`.
 */
export function parseItems<Schema extends z.ZodType>(
  schema: Schema,
  items: readonly unknown[],
  pointer: string,
): ParsedItem<z.output<Schema>>[] {
  let room = MAX_LISTED_IN_BATCH;
  return items.map((item, index) => {
    const parsed = parseItem(schema, item, `${pointer}/${index}`, Math.max(1, Math.min(MAX_LISTED_ERRORS, room)));
    if (parsed.type === 'invalid') room -= listedErrors(parsed.error);
    return parsed;
  });
}

function listedErrors({ details: { errors: listed } }: AppError): number {
  return Array.isArray(listed) ? listed.length : 0;
}
