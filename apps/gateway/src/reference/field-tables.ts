import type { OpenApiDocument } from '@fulfilment/api-docs';
import { z } from 'zod';

const bound = z.number().optional();
const node = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  minLength: bound,
  maxLength: bound,
  minimum: bound,
  maximum: bound,
  minItems: bound,
  maxItems: bound,
});
type Node = z.output<typeof node>;

/** Fields of nested objects are listed so deep. */
const DEEPEST = 2;

/** The schemas of a document in words and tables of Markdown. A schema with a name is a link to its table, on the same page. */
export class FieldTables {
  readonly #schemas: Readonly<Record<string, unknown>>;
  /** Names that were linked to. */
  readonly #named = new Set<string>();

  constructor(document: OpenApiDocument) {
    const { components } = z
      .looseObject({ components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }) })
      .parse(document);
    this.#schemas = components.schemas;
  }

  /** The type of a value with its bounds: `string, 1 to 100 characters`. */
  typeOf(schema: unknown): string {
    const read = node.parse(schema);
    if (read.$ref !== undefined) return this.#link(read.$ref);
    if (read.const !== undefined) return code(read.const);
    if (read.enum) return read.enum.map(code).join(', ');
    const choices = read.anyOf ?? read.oneOf;
    if (choices) return [...new Set(choices.map((each) => this.typeOf(each)))].join(' or ');
    const types = [read.type ?? 'any'].flat();
    const words = types.map((type) => (type === 'array' ? `list of ${this.typeOf(read.items ?? {})}` : type)).join(' or ');
    return [words, ...boundsOf(read), ...(read.default === undefined ? [] : [`${code(read.default)} by default`])].join(', ');
  }

  /** A table of the fields of an object, those of nested objects under their path; empty for what is no object. */
  tableOf(schema: unknown): string {
    const rows = this.#rowsOf(this.#resolved(schema), '', 0);
    if (rows.length === 0) return '';
    return ['| field | type | meaning |', '|---|---|---|', ...rows].join('\n');
  }

  /** The tables of every schema that was linked to, by its name, and of those that these link to. */
  namedTables(): ReadonlyMap<string, string> {
    const tables = new Map<string, string>();
    // A set may grow while it is walked.
    for (const name of this.#named) tables.set(name, this.#tableOrType(this.#schemas[name]));
    return tables;
  }

  #tableOrType(schema: unknown): string {
    const { description = '' } = node.parse(schema);
    const rows = Object.entries(node.parse(schema).properties ?? {}).map(([name, field]) =>
      this.#rowOf(name, field, node.parse(schema)),
    );
    const table = rows.length > 0 ? ['| field | type | meaning |', '|---|---|---|', ...rows].join('\n') : this.typeOf(schema);
    return [description, table].filter((text) => text !== '').join('\n\n');
  }

  #rowsOf(read: Node, prefix: string, depth: number): readonly string[] {
    return Object.entries(read.properties ?? {}).flatMap(([name, field]) => {
      const inner = this.#objectIn(field);
      const deeper = inner && depth < DEEPEST ? this.#rowsOf(inner.object, `${prefix}${name}${inner.suffix}.`, depth + 1) : [];
      return [this.#rowOf(prefix + name, field, read, deeper.length > 0), ...deeper];
    });
  }

  #rowOf(path: string, field: unknown, { required }: Node, isListed = false): string {
    const read = node.parse(field);
    const target = this.#resolved(field);
    const type = isListed ? plainTypeOf(read, target) : this.typeOf(field);
    const name = path.split('.').at(-1) ?? path;
    const must = required.includes(name) ? ', required' : '';
    return `| \`${path}\` | ${cell(type + must)} | ${cell(read.description ?? target.description ?? '')} |`;
  }

  /** The object that a field is, or is a list of, and how its path goes on. */
  #objectIn(field: unknown): { readonly object: Node; readonly suffix: string } | undefined {
    const read = this.#resolved(field);
    if (read.properties) return { object: read, suffix: '' };
    if (read.items === undefined) return undefined;
    const object = this.#resolved(read.items);
    return object.properties ? { object, suffix: '[]' } : undefined;
  }

  #resolved(schema: unknown): Node {
    const read = node.parse(schema);
    return read.$ref === undefined ? read : this.#resolved(this.#schemas[nameOf(read.$ref)] ?? {});
  }

  #link(ref: string): string {
    const name = nameOf(ref);
    this.#named.add(name);
    return `[${name}](#${name.toLowerCase()})`;
  }
}

function plainTypeOf({ type }: Node, { items, type: own }: Node): string {
  return items === undefined ? [type ?? own ?? 'object'].flat().join(' or ') : 'list of objects';
}

/** The last part of a reference: the name of what it leads to. */
export function nameOf(ref: string): string {
  return ref.split('/').at(-1) ?? ref;
}

const code = (value: unknown): string => `\`${JSON.stringify(value)}\``;

/** A text as a cell of a table of Markdown. */
export function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ');
}

function boundsOf(read: Node): readonly string[] {
  const { format, minLength, maxLength, minimum, maximum, minItems, maxItems } = read;
  return [
    ...(format === undefined ? [] : [format]),
    ...range(minLength, maxLength, ' characters'),
    ...range(minimum, maximum, ''),
    ...range(minItems, maxItems, ' items'),
  ];
}

function range(least: number | undefined, most: number | undefined, unit: string): readonly string[] {
  const [from, to] = [least, most].map((value) => value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER);
  if (from === true && to === true) return [`${least} to ${most}${unit}`];
  if (to === true) return [`at most ${most}${unit}`];
  return from === true && least !== 0 ? [`at least ${least}${least === 1 ? unit.replace(/s$/, '') : unit}`] : [];
}
