import { ConfigurationError } from './errors.ts';

/** One operation of the API, as the generated table describes it. */
export interface Operation {
  /** Id in the OpenAPI documents. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path from the base URL, with `{name}` for each path parameter. */
  readonly path: string;
  /** Query parameters that are sent once for each value; others join theirs by commas. */
  readonly repeated?: readonly string[];
  /** Media types of a streamed body, the default first. */
  readonly mediaTypes?: readonly string[];
  /** Takes `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Answers 202 while its work is under way. */
  readonly pending?: boolean;
  readonly batch?: Batch;
}

/** Members of a batch: the list in its body, at most `maximum` items, and the list of results in its answer. */
export interface Batch {
  readonly items: string;
  readonly maximum: number;
  readonly results: string;
}

/** Values of one call. */
export interface Given {
  /** Path parameters in their order, not yet encoded. */
  readonly path?: readonly string[];
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/**
 * The path and query of a request. Path parameters are percent-encoded, slashes too.
 *
 * @throws ConfigurationError for a path parameter that would make it the path of another operation: empty, `.` or `..`.
 */
export function targetOf({ id, path, repeated = [] }: Operation, { path: values = [], query = {} }: Given): string {
  let place = 0;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value: unknown = values[place++] ?? '';
    if (typeof value !== 'string' || ['', '.', '..'].includes(value))
      throw new ConfigurationError(`${id}: ${name} must be an id, and is ${JSON.stringify(value) ?? typeof value}.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const text of textsOf(value, repeated.includes(name))) search.append(name, text);
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

function textsOf(value: unknown, isRepeated: boolean): readonly string[] {
  if (value === undefined || value === null) return [];
  if (value instanceof Date) return [value.toISOString()];
  if (!Array.isArray(value)) return typeof value === 'string' ? [value] : [JSON.stringify(value)];
  const texts = value.map((each: unknown) => String(each));
  return isRepeated ? texts : [texts.join(',')];
}
