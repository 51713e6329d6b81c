import { assertNever } from '@fulfilment/kernel';
import type {
  Absence,
  Checked,
  Code,
  Conversion,
  Default,
  Derived,
  Field,
  Given,
  GivenTo,
  Held,
  Nesting,
  Stored,
  Unwritten,
} from './codec-types.ts';

/** Both directions between a value and its document. `Extra` has the fields that the writer gives beside the value. */
export interface Codec<Value, Document, Extra = object> {
  /** Fields stand in the order of their declaration, those that are not declared before them; one that is undefined is stored as absent. */
  readonly toDocument: (value: Value, ...given: keyof Extra extends never ? [] : [given: Extra]) => Document;
  /** @throws Error where a number that has to be whole is not: a decision on it would store it again. */
  readonly fromDocument: (document: Document) => Value;
  /** The names of all declared fields, in their order. */
  readonly knownFields: readonly (keyof Document & string)[];
}

/** The document that a codec gives. */
export type DocumentOf<Of> = Of extends { readonly toDocument: (value: never, ...given: never) => infer Document }
  ? Document
  : never;

/**
 * Declares how values are stored: each field of the document by its name, with the path of the value that it holds. A field of the value
 * that none holds does not compile. Fields of a document that are not declared, those of a later release, go with the value and every copy
 * of it by spreading, and are stored with it again; a value that is made from its parts has none.
 *
 * Both directions are made from the declaration once, as plain functions, and cost no more than those written by hand.
 *
 * @example
 * const LINE = codecOf<Line>()({ sku: 'sku', quantity: whole('quantity'), external_line_id: 'externalLineId' });
 * type LineDocument = DocumentOf<typeof LINE>;
 */
export function codecOf<Value extends object>(options: CodecOptions = {}) {
  return <const Fields extends Readonly<Record<string, Field>>>(
    fields: Fields & Checked<Value, Fields>,
  ): Codec<Value, Stored<Value, Fields>, GivenTo<Fields>> => compile(fields, options);
}

export interface CodecOptions {
  /**
   * False where fields that are not declared need not go with the value, because no document is replaced: MongoDB keeps them where a document
   * is updated by field. Default: true.
   */
  readonly keepsUnknown?: boolean;
}

/** A whole number: a document that lacks it is not read. */
export const whole = <const Path extends string>(path: Path): Held<Path, Conversion<number, number>> => ({
  path,
  write: (value) => value,
  read: (stored) => `Number.isSafeInteger(${stored}) ? ${stored} : refuse(document, ${JSON.stringify(path)})`,
});

/** An object, a list of objects, or null; each object is stored by its own codec. A document that lacks it is not read. */
export const nested = <const Path extends string, Value, Document>(
  path: Path,
  { toDocument, fromDocument }: Codec<Value, Document>,
): Held<Path, Nesting<Value, Document>> => ({
  path,
  write: eachBy('toDocument'),
  read: eachBy('fromDocument'),
  by: { toDocument, fromDocument },
});

/** A field that documents of earlier releases lack: it is `before` in them. */
export const since = <const Path extends string, const Before>(path: Path, before: Before): Held<Path, Default<Before>> => ({
  path,
  by: before,
  write: (value) => value,
  read: (stored, by) => `${stored} ?? ${by}`,
});

/** A field that is absent from the document where the value has null. */
export const absentIfNull = <const Path extends string>(path: Path): Held<Path, Absence<null>> => ({
  path,
  write: (value) => `${value} ?? undefined`,
  read: (stored) => `${stored} ?? null`,
});

/** A list or a record that is absent from the document where it is empty. */
export const absentIfEmpty = <const Path extends string>(path: Path, empty: object): Held<Path, Absence<never>> => ({
  path,
  by: empty,
  write: (value) => `Object.keys(${value}).length > 0 ? ${value} : undefined`,
  read: (stored, by) => `${stored} ?? ${by}`,
});

/** A field that is stored otherwise than the value has it. */
export const converted = <const Path extends string, Value, Document>(
  path: Path,
  toStored: (value: Value) => Document,
  fromStored: (stored: NoInfer<Document>) => NoInfer<Value>,
): Held<Path, Conversion<Value, Document>> => ({
  path,
  by: { toStored, fromStored },
  write: (value, by) => `${by}.toStored(${value})`,
  read: (stored, by) => `${by}.fromStored(${stored})`,
});

/** A field that follows from the value, for indexes; it is not read. */
export const derived = <Value, Document>(by: (value: Value) => Document): Derived<Value, Document> => ({ source: 'derived', by });

/** A field that the writer gives beside the value; it is not read. */
export const given = <Document>(): Given<Document> => ({ source: 'given' });

/** A field that others write: it is neither read nor written with the value. */
export const unwritten = <Document>(): Unwritten<Document> => ({ source: 'unwritten' });

/** The fields of a value's document that are not declared; undefined where there are none. */
export function unknownFieldsOf(value: object): object | undefined {
  const fields: unknown = Reflect.get(value, UNKNOWN);
  return typeof fields === 'object' && fields !== null ? fields : undefined;
}

/** A symbol, which goes with every copy by spreading and is in no JSON and no BSON. */
const UNKNOWN = Symbol('unknown fields');

const withUnknownFields = (value: object, fields: object): object => ({ ...value, [UNKNOWN]: fields });

function refuse(document: object, path: string): never {
  const id: unknown = Reflect.get(document, '_id') ?? Reflect.get(document, 'id') ?? 'with no id';
  throw new Error(`The stored document ${String(id)} has no whole number as ${path}`);
}

function compile(fields: Readonly<Record<string, Field>>, options: CodecOptions) {
  const entries = Object.entries(fields).map(([name, field]) => [name, typeof field === 'string' ? same(field) : field] as const);
  // oxlint-disable-next-line typescript/no-implied-eval -- its text comes from declarations in code alone; loops over fields take three times as long.
  const make = new Function('fields', 'unknownFieldsOf', 'withUnknownFields', 'refuse', sourceOf(entries, options));
  return { ...make(Object.fromEntries(entries), unknownFieldsOf, withUnknownFields, refuse), knownFields: Object.keys(fields) };
}

const same = (path: string): Held<string, unknown> => ({ path, write: (value) => value, read: (stored) => stored });

/** Code of both functions: V8 compiles each as if it were written by hand, and compares names of fields by their place in memory. */
function sourceOf(
  entries: readonly (readonly [string, Exclude<Field, string>])[],
  { keepsUnknown = true }: CodecOptions,
): string {
  const fields = entries.map(([name, field], place) => ({ name: JSON.stringify(name), field, by: `by${place}` }));
  return `'use strict';
${fields.map(({ name, by }) => `const ${by} = fields[${name}].by;`).join('\n')}
return {
  toDocument: (value, given) => {
    const document = { ${fields.map((each) => `${each.name}: ${written(each)}`).join(', ')} };
    const unknown = ${keepsUnknown ? 'unknownFieldsOf(value)' : 'undefined'};
    return unknown === undefined ? document : { ...unknown, ...document };
  },
  fromDocument: (document) => {
    const value = { ${read(fields)} };
    let unknown;
    ${keepsUnknown ? others(fields) : ''}
    return unknown === undefined ? value : withUnknownFields(value, unknown);
  },
};`;
}

const others = (fields: readonly Named[]): string =>
  `for (const name in document) switch (name) {
    ${fields.map(({ name }) => `case ${name}:`).join(' ')} break;
    default: (unknown ??= {})[name] = document[name];
  }`;

interface Named {
  /** In quotes. */
  readonly name: string;
  readonly field: Exclude<Field, string>;
  /** The variable with `by` of the field. */
  readonly by: string;
}

function written({ name, field, by }: Named): string {
  if ('path' in field) return field.write(['value', ...field.path.split('.')].join('.'), by);
  switch (field.source) {
    case 'derived':
      return `${by}(value)`;
    case 'given':
      return `given[${name}]`;
    case 'unwritten':
      return 'undefined';
    default:
      return assertNever(field);
  }
}

/** The members of the value, those of a group in an object of its own. */
function read(fields: readonly Named[]): string {
  const members = fields.flatMap(({ name, field, by }) => {
    if (!('path' in field)) return [];
    const [member = '', inner] = field.path.split('.');
    return [{ member, inner, code: field.read(`document[${name}]`, by) }];
  });
  const codes = Array.from(
    Map.groupBy(members, ({ member }) => member),
    ([member, parts]) => {
      const inner = parts.map((part) => (part.inner === undefined ? part.code : `${JSON.stringify(part.inner)}: ${part.code}`));
      return `${JSON.stringify(member)}: ${parts[0]?.inner === undefined ? inner.join() : `{ ${inner.join(', ')} }`}`;
    },
  );
  return codes.join(', ');
}

/** Code that has the nested codec take an object, each of a list, or null; what is absent is refused by it. */
const eachBy =
  (direction: 'toDocument' | 'fromDocument'): Code =>
  (from, by) => {
    const all = `Array.isArray(${from}) ? ${from}.map((each) => ${by}.${direction}(each)) : ${by}.${direction}(${from})`;
    return `${from} === null ? null : ${all}`;
  };
