import type { Group, Operation, Param } from './model.ts';

/** `current_status`, `listSkus` and `event-types` as words in lower case. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `eventTypes`. */
export function camelCase(name: string): string {
  return wordsOf(name)
    .map((word, index) => (index === 0 ? word : capital(word)))
    .join('');
}

/**
 * The name of the class of errors with a code: `InsufficientStock`. A time limit that passed at the client is a `RequestTimeout` there,
 * so a request that came to the server too slowly is a late one.
 */
export function nameOfError(code: string): string {
  return code === 'request_timeout' ? 'LateRequest' : pascalCase(code);
}

/** `EventTypes`. */
export function pascalCase(name: string): string {
  return wordsOf(name).map(capital).join('');
}

/** `event_types`. */
export function snakeCase(name: string): string {
  return wordsOf(name).join('_');
}

/** Nouns of a group beside its own, which its operations need not repeat. */
const NOUNS: Readonly<Record<string, readonly string[]>> = {
  inventory: ['Sku', 'Skus', 'Stock'],
  locations: ['Stock'],
  me: ['Caller'],
};

/**
 * The method of an operation in its group: `createOrder` of `orders` is `create`, `listMovements` of `inventory` keeps its noun. The
 * batch of a group is `batch`.
 *
 * @param id of the operation: a verb and a noun.
 */
export function methodName(group: string, id: string, isBatch: boolean): string {
  if (isBatch) return 'batch';
  const own = pascalCase(group);
  const nouns = [own, own.replace(/s$/, ''), own.replace(/ies$/, 'y'), ...(NOUNS[group] ?? [])].toSorted(
    (a, b) => b.length - a.length,
  );
  const [, verb = id, rest = ''] = /^([a-z]+)(.*)$/.exec(id) ?? [];
  const noun = nouns.find((each) => rest === each || (rest.startsWith(each) && /^[A-Z]/.test(rest.slice(each.length))));
  return noun === undefined ? id : verb + rest.slice(noun.length);
}

/** A filter of some values: the name of its type, `ListOrdersStatus`, and the values that are known. */
export interface Filter {
  readonly name: string;
  readonly known: readonly string[];
}

/** The filters of all operations, in their order. */
export const filtersOf = (groups: readonly Group[]): readonly Filter[] =>
  groups.flatMap(({ operations }) => operations.flatMap((each) => each.query.flatMap((param) => filterOf(each, param) ?? [])));

/** The filter that a parameter is; null for any other parameter. */
export function filterOf({ id }: Operation, { name, type }: Param): Filter | null {
  if (type.kind !== 'string' || type.known.length === 0) return null;
  return { name: pascalCase(id) + pascalCase(name), known: type.known };
}

/** The options that a call of an operation takes, by their names where a language has keywords, in their order. */
export function optionNames({ idempotent, ifMatch, ifNoneMatch, pending, answer, body }: Operation): readonly string[] {
  return [
    ...(idempotent ? ['idempotency_key'] : []),
    ...(ifMatch ? ['if_match'] : []),
    ...(ifNoneMatch ? ['if_none_match'] : []),
    ...(pending ? ['pending_timeout'] : []),
    ...(answer.kind === 'stream' ? ['accept'] : []),
    ...(body?.kind === 'stream' ? ['content_type'] : []),
    'timeout',
    'retries',
    'request_id',
  ];
}
