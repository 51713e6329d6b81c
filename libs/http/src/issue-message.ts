import type { z } from 'zod';

/**
 * What is wrong with a value, as one sentence for the client that sent it. A schema's own message goes before it.
 *
 * @returns undefined where the schema's library says it well enough.
 */
export const issueMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return `It must be ${TYPES[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return `It must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}.`;
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
  invalid_key: 'Its name cannot be taken.',
  invalid_union: 'It has none of the shapes that it can have.',
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
  datetime: 'It must be a date and a time of RFC 3339, such as 2026-11-21T10:05:12+01:00.',
  email: 'It must be an e-mail address.',
  url: 'It must be a whole URL, scheme and host included.',
};

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
};

function boundMessage(origin: string, side: 'least' | 'most', bound: number | bigint): string {
  const units = UNITS[origin];
  if (!units) return `It must be at ${side} ${bound}.`;
  return `It must have at ${side} ${bound} ${units[bound === 1 ? 0 : 1]}.`;
}
