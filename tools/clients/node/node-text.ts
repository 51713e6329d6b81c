import type { Type } from '../model.ts';

/** First line of every generated file. */
export const HEADER = '// Generated from the OpenAPI documents by `npm run generate`: do not edit.\n';

/** A value as TypeScript writes it. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, each]) => `${name}: ${literal(each)}`);
    return `{ ${members.join(', ')} }`;
  }
  return typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
    : String(value);
}

/** A doc comment with its line end; nothing for an empty text. */
export function doc(text: string, indent = ''): string {
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n');
  if (lines[0] === '') return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/**
 * A type as TypeScript writes it.
 *
 * @param prefix before the names of schemas.
 */
export function typeText(type: Type, prefix = ''): string {
  const text = bareText(type, prefix);
  return type.nullable && text !== 'unknown' ? `${text} | null` : text;
}

function bareText(type: Type, prefix: string): string {
  switch (type.kind) {
    case 'string': {
      if (type.known.length === 0) return 'string';
      const known = type.known.map(literal).join(' | ');
      return type.open ? `${known} | (string & {})` : known;
    }
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'any':
      return 'unknown';
    case 'constant':
      return literal(type.value);
    case 'list':
      return `Array<${typeText(type.of, prefix)}>`;
    case 'map':
      return `Record<string, ${typeText(type.of, prefix)}>`;
    case 'named':
      return prefix + type.name;
  }
}
