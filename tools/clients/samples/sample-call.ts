import { type ApiDocument, type DocumentOperation, parameterOf, responseOf } from '../documents.ts';
import type { ApiPath, ClientModel, Operation } from '../model.ts';

/** The address in the samples; who serves them puts its own in its place. */
export const SAMPLE_ADDRESS = 'http://localhost:8080';

/** A call is made by anyone, the session of a browser alone, or a key. */
type Caller = 'anyone' | 'session' | 'key';

/** One call of one operation, with the values of its examples. */
export interface SampleCall {
  readonly id: string;
  readonly method: string;
  /** From the address on, with the values of its parameters in place, percent-encoded. */
  readonly path: string;
  readonly pathValues: readonly string[];
  readonly query: Readonly<Record<string, QueryValue>>;
  /** JSON, a file to upload, or nothing. */
  readonly body: { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'file' } | null;
  /** True where the answer is a file, or a stream without an end. */
  readonly answersFile: boolean;
  readonly isEndless: boolean;
  readonly takesKey: boolean;
  readonly caller: Caller;
  /** Its place in the libraries; null where they have no method for it. */
  readonly inLibraries: LibraryCall | null;
}

/** A value of a query parameter: of a list, the values. */
export type QueryValue = string | number | boolean | readonly string[];

/** A method of the libraries. */
export interface LibraryCall {
  readonly group: string;
  readonly operation: Operation;
}

/** Parameters by which a sample shows more than the first page, by operation. */
const QUERIES: Readonly<Record<string, Readonly<Record<string, QueryValue>>>> = {
  exportOrders: { status: ['shipped'] },
  finishSingleSignOn: { code: 'SplxlOBeZQQYbYS6WxSbIA', state: 'af0ifjsldkj' },
  importInventory: { dry_run: true },
  listEvents: { types: ['order.shipped'] },
  listOrders: { status: ['created'], limit: 20 },
  listSkus: { low_stock: true, limit: 20 },
};

/** A call of every operation of a document. @throws Error for a path parameter without an example. */
export function sampleCalls(api: ApiPath, document: ApiDocument, { groups }: ClientModel): readonly SampleCall[] {
  const methods = new Map(
    groups.flatMap(({ name, operations }) => operations.map((operation) => [operation.id, { group: name, operation }] as const)),
  );
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, found]): SampleCall => {
      const values = pathValues(document, path, found);
      const media = Object.keys(answerOf(document, found));
      return {
        id: found.operationId,
        method: method.toUpperCase(),
        path: api + path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values.get(name) ?? '')),
        pathValues: [...values.values()],
        query: QUERIES[found.operationId] ?? pageSize(document, found),
        body: bodyOf(found),
        answersFile: media.length > 0 && !media.includes('application/json'),
        isEndless: media.includes('text/event-stream'),
        takesKey: namesOf(document, found, 'header').includes('Idempotency-Key'),
        caller: callerOf(found),
        inLibraries: methods.get(found.operationId) ?? null,
      };
    }),
  );
}

function callerOf({ security }: DocumentOperation): Caller {
  if (security === undefined || security.some((scheme) => 'apiKey' in scheme)) return 'key';
  return security.length === 0 ? 'anyone' : 'session';
}

function namesOf(document: ApiDocument, { parameters }: DocumentOperation, place: 'header' | 'query'): readonly string[] {
  return parameters
    .map((each) => parameterOf(document, each))
    .filter((each) => each.in === place)
    .map(({ name }) => name);
}

/** Lists show the size of a page. */
function pageSize(document: ApiDocument, found: DocumentOperation): SampleCall['query'] {
  return namesOf(document, found, 'query').includes('cursor') ? { limit: 20 } : {};
}

function bodyOf({ requestBody }: DocumentOperation): SampleCall['body'] {
  const json = requestBody?.content['application/json'];
  if (!requestBody) return null;
  if (!json) return { kind: 'file' };
  const [first] = Object.values(json.examples ?? {});
  const value = json.example ?? first?.value;
  return value === undefined ? null : { kind: 'json', value };
}

function answerOf(document: ApiDocument, { responses }: DocumentOperation) {
  const [, entry] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return entry ? responseOf(document, entry).content : {};
}

/** The values of the parameters of a path: their examples, or the ids of the records in the example of the list above them. */
function pathValues(document: ApiDocument, path: string, found: DocumentOperation): ReadonlyMap<string, string> {
  return new Map(
    Array.from(path.matchAll(/\{(\w+)\}/g), ({ 1: name = '' }) => {
      const parameter = found.parameters.map((each) => parameterOf(document, each)).find((each) => each.name === name);
      const above = path.slice(0, path.indexOf(`/{${name}}`));
      const value = parameter?.schema.examples?.[0] ?? parameter?.example ?? idInList(document, above);
      if (typeof value !== 'string') throw new Error(`the parameter ${name} of ${path} has no example`);
      return [name, value] as const;
    }),
  );
}

function idInList(document: ApiDocument, path: string): unknown {
  const list = document.paths[path]?.get;
  const example = list ? JSON.stringify(answerOf(document, list)['application/json']?.example ?? null) : '';
  return /"id":"([^"]+)"/.exec(example)?.[1];
}
