import type { Type } from '../model.ts';
import { snakeCase } from '../names.ts';

/** First lines of every generated Ruby file. */
export const HEADER =
  '# frozen_string_literal: true\n\n# Generated from the OpenAPI documents by `npm run generate`: do not edit.\n';

/** First line of every generated signature. */
export const SIGNATURE_HEADER = '# Generated from the OpenAPI documents by `npm run generate`: do not edit.\n';

/** A value as Ruby writes it. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return JSON.stringify(value).replaceAll('#', '\\#');
}

/** A comment with its line ends; nothing for an empty text. */
export function comment(text: string, indent: string): string {
  const lines = text.trim().split('\n');
  return lines[0] === '' ? '' : lines.map((line) => `${`${indent}# ${line}`.trimEnd()}\n`).join('');
}

/** One line of a comment: its paragraphs after one another. */
export const inOneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, ' ');

/** Words that no variable can have as its name. */
const KEYWORDS = new Set([
  'begin',
  'case',
  'class',
  'def',
  'do',
  'else',
  'end',
  'for',
  'if',
  'in',
  'next',
  'not',
  'self',
  'then',
]);

/**
 * The name of a method or parameter.
 *
 * @throws Error for a word that Ruby keeps for itself.
 */
export function rubyName(name: string): string {
  const snake = snakeCase(name);
  if (KEYWORDS.has(snake)) throw new Error(`Ruby keeps the word ${snake} for itself: give the parameter another name`);
  return snake;
}

/** A type as YARD writes it in documentation. */
export function documentedType(type: Type): string {
  const text = documentedText(type);
  return type.nullable ? `${text}, nil` : text;
}

function documentedText(type: Type): string {
  switch (type.kind) {
    case 'string':
      return 'String';
    case 'integer':
      return 'Integer';
    case 'number':
      return 'Numeric';
    case 'boolean':
      return 'Boolean';
    case 'any':
      return 'Object';
    case 'constant':
      return typeof type.value === 'string' ? 'String' : typeof type.value === 'number' ? 'Integer' : 'Boolean';
    case 'list':
      return `Array<${documentedType(type.of)}>`;
    case 'map':
      return `Hash{Symbol => ${documentedType(type.of)}}`;
    case 'named':
      return 'Hash';
  }
}

/** The name of a schema in signatures, by its own: `_Order`, or `event` where it is one of several. */
export type SchemaName = (schema: string) => string;

/** Any hash: a record in the body of a request, whose members may be left out. */
export const ANY_HASH = 'Hash[Symbol, untyped]';

/** A type as RBS writes it. */
export function signatureType(type: Type, nameOf: SchemaName): string {
  const text = signatureText(type, nameOf);
  if (!type.nullable || text === 'untyped') return text;
  return text.includes(' | ') ? `(${text})?` : `${text}?`;
}

function signatureText(type: Type, nameOf: SchemaName): string {
  switch (type.kind) {
    case 'string':
      // An open set of values is a string: a later version may add one.
      return type.known.length === 0 || type.open ? 'String' : type.known.map(literal).join(' | ');
    case 'integer':
      return 'Integer';
    case 'number':
      return 'Numeric';
    case 'boolean':
      return 'bool';
    case 'any':
      return 'untyped';
    case 'constant':
      return literal(type.value);
    case 'list':
      return `Array[${signatureType(type.of, nameOf)}]`;
    case 'map':
      return `Hash[Symbol, ${signatureType(type.of, nameOf)}]`;
    case 'named':
      return nameOf(type.name);
  }
}
