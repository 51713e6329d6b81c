import type { Type } from '../model.ts';
import { wordsOf } from '../names.ts';

/** First lines of every generated file; tools of Go know the form of the first one. */
export function headerOf(packageName: string): string {
  return `// Code generated from the OpenAPI documents by npm run generate. DO NOT EDIT.\n\npackage ${packageName}\n`;
}

/** Words that Go writes in capitals. */
const INITIALISMS = new Set(['api', 'csv', 'hs', 'http', 'id', 'ip', 'json', 'mm', 'ms', 'sku', 'url']);

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function goWord(word: string): string {
  if (INITIALISMS.has(word)) return word.toUpperCase();
  const single = word.replace(/s$/, '');
  return single !== word && INITIALISMS.has(single) ? `${single.toUpperCase()}s` : capital(word);
}

/** An exported name: `OrderID` of `order_id`, `ListSKUs` of `listSkus`. */
export function goName(name: string): string {
  return wordsOf(name).map(goWord).join('');
}

/** The name of a parameter: `replayID` of `replay_id`. */
export function parameterName(name: string): string {
  const [first = '', ...rest] = wordsOf(name);
  return first + rest.map(goWord).join('');
}

/** A text as Go writes it. */
export function literal(text: string): string {
  return JSON.stringify(text);
}

/** A doc comment with its line end; nothing for an empty text. */
export function doc(text: string, indent = ''): string {
  const lines = text.trim().split('\n');
  if (lines[0] === '') return '';
  return lines.map((line) => `${indent}// ${line.trim()}`.trimEnd()).join('\n') + '\n';
}

/** Rows with the values behind their names in one column, as gofmt has them. */
export function aligned(rows: readonly (readonly [name: string, rest: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, rest]) => `\t${name.padEnd(width)} ${rest}\n`).join('');
}

/** A type as Go writes it; a value that may be null is a pointer, but lists and maps are nil. */
export function typeText(type: Type): string {
  const text = bareType(type);
  return type.nullable && !canBeNil(type) ? `*${text}` : text;
}

/** True for values that have a nil of their own. */
export function canBeNil({ kind }: Type): boolean {
  return kind === 'list' || kind === 'map' || kind === 'any';
}

const PLAIN = { integer: 'int64', number: 'float64', boolean: 'bool', any: 'any' } as const;

/** A type without its null. @throws Error for a constant that is neither a text nor a truth. */
export function bareType(type: Type): string {
  switch (type.kind) {
    case 'string':
      return type.time ? 'time.Time' : 'string';
    case 'constant':
      if (typeof type.value === 'number') throw new Error('the Go library has no constants of numbers');
      return typeof type.value === 'string' ? 'string' : 'bool';
    case 'list':
      return `[]${typeText(type.of)}`;
    case 'map':
      return `map[string]${typeText(type.of)}`;
    case 'named':
      return goName(type.name);
    default:
      return PLAIN[type.kind];
  }
}
