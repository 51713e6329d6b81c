import type { Type } from '../model.ts';
import { snakeCase } from '../names.ts';

/** First lines of every generated file. */
export const HEADER = '# Generated from the OpenAPI documents by `npm run generate`: do not edit.\n';

/** A value as Python writes it. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `(${value.map((each) => `${literal(each)},`).join(' ')})`;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

/** A docstring with its line end. */
export function docstring(text: string, indent: string): string {
  const lines = text.trim().replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').split('\n');
  const [first = '', ...rest] = lines;
  if (rest.length === 0) return `${indent}"""${first.replace(/"$/, '" ')}"""\n`;
  return `${indent}"""${first}\n${rest.map((line) => `${indent}${line}`.trimEnd()).join('\n')}\n${indent}"""\n`;
}

const KEYWORDS = new Set(['import', 'from', 'class', 'def', 'global', 'in', 'is', 'not', 'or', 'and', 'pass', 'return']);

/** The name of a method or parameter. */
export function pythonName(name: string): string {
  const snake = snakeCase(name);
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

/**
 * A type as Python writes it in an annotation.
 *
 * @param prefix before the names of schemas.
 * @param isSent of a body: any sequence is a list there, so that lists of one of several types fit.
 */
export function typeText(type: Type, prefix = '', isSent = false): string {
  const text = type.kind === 'list' && isSent ? sentListText(type.of) : bareText(type, prefix);
  return type.nullable && text !== 'Any' ? `${text} | None` : text;
}

/** The type of one of some values. */
export const valuesText = (values: readonly string[]): string => `Literal[${values.map(literal).join(', ')}]`;

/** A text is a sequence of texts itself: its lists stay lists. */
function sentListText(of: Type): string {
  const text = typeText(of);
  return `${text === 'str' ? 'list' : 'Sequence'}[${text}]`;
}

function bareText(type: Type, prefix: string): string {
  switch (type.kind) {
    case 'string':
      if (type.known.length === 0) return 'str';
      // An open set of values is a string: a later version may add one.
      return type.open ? 'str' : valuesText(type.known);
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'any':
      return 'Any';
    case 'constant':
      return `Literal[${literal(type.value)}]`;
    case 'list':
      return `list[${typeText(type.of, prefix)}]`;
    case 'map':
      return `dict[str, ${typeText(type.of, prefix)}]`;
    case 'named':
      return prefix + type.name;
  }
}
