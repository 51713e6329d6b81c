import { type ApiDocument, type DocumentOperation, parameterOf, responseOf } from './documents.ts';
import type {
  Answer,
  ApiPath,
  Batch,
  ClientModel,
  ErrorCode,
  Group,
  Operation,
  Packages,
  Param,
  RequestBody,
  Type,
} from './model.ts';
import { camelCase, methodName } from './names.ts';
import { readEvents, readSchemas, typeOf } from './read-schemas.ts';

/** The sources of the libraries: the documents of both APIs, and the error catalogue that they quote. */
export interface Sources {
  readonly v1: ApiDocument;
  readonly account: ApiDocument;
  readonly errors: readonly CatalogueEntry[];
  readonly packages: Packages & { readonly version: string };
}

/** One code of the error catalogue. */
export type CatalogueEntry = Omit<ErrorCode, 'members' | 'example'> & { readonly example: object };

/**
 * The client libraries as data. Operations that need the session of a browser are left out: a key cannot call them; and so are those that
 * answer with server-sent events, which browsers read.
 *
 * @throws Error where two operations of a group would have one name, or two schemas of a name differ.
 */
export function readModel({ v1, account, errors, packages: { version, ...packages } }: Sources): ClientModel {
  const operations = [...operationsOf('/v1', v1), ...operationsOf('/account/v1', account)];
  const groups: Group[] = [...Map.groupBy(operations, ({ group }) => group)].map(([name, members]) => ({
    name,
    operations: members.map(({ operation }) => operation),
  }));
  for (const { name, operations: members } of groups) {
    const names = new Set(members.map((each) => each.name));
    if (names.size < members.length) throw new Error(`two operations of ${name} have one name`);
  }
  return { version, packages, groups, schemas: readSchemas([v1, account]), events: readEvents(v1), errors: errors.map(errorOf) };
}

/** Members that every problem has, or any may have. */
const COMMON = new Set(['type', 'title', 'status', 'code', 'detail', 'request_id', 'retryable', 'errors', 'errors_left_out']);

function errorOf({ code, status, title, retryable, description, remedy, example }: CatalogueEntry): ErrorCode {
  const members = Object.keys(example).filter((name) => !COMMON.has(name));
  return { code, status, title, retryable, description, remedy, members, example: { ...example } };
}

interface Placed {
  readonly group: string;
  readonly operation: Operation;
}

function operationsOf(api: ApiPath, document: ApiDocument): readonly Placed[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const found = item[method];
      if (!found || !isForKeys(found) || isEventStream(document, found)) return [];
      const [tag = ''] = found.tags;
      const group = camelCase(tag);
      return [{ group, operation: operationOf(document, found, { api, path, method, group }) }];
    }),
  );
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** A key may call what asks for it: by default every operation, and never one that names a session alone or nothing. */
function isForKeys({ security }: DocumentOperation): boolean {
  return security === undefined || security.some((scheme) => 'apiKey' in scheme);
}

function isEventStream(document: ApiDocument, found: DocumentOperation): boolean {
  const answer = answerOf(document, found);
  return answer.kind === 'stream' && answer.mediaTypes.includes('text/event-stream');
}

interface Place {
  readonly api: ApiPath;
  readonly path: string;
  readonly method: (typeof METHODS)[number];
  readonly group: string;
}

const UPPER = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

function operationOf(document: ApiDocument, found: DocumentOperation, { api, path, method, group }: Place): Operation {
  const params = found.parameters.map((entry) => parameterOf(document, entry));
  const headers = new Set(params.filter((each) => each.in === 'header').map(({ name }) => name.toLowerCase()));
  const statuses = Object.keys(found.responses);
  const body = bodyOf(found);
  const answer = answerOf(document, found);
  const batch = batchOf(document, body, answer);
  const idempotent = headers.has('idempotency-key');
  const order = (name: string): number => path.indexOf(`{${name}}`);
  return {
    id: found.operationId,
    name: methodName(group, found.operationId, batch !== null),
    api,
    method: UPPER[method],
    path,
    summary: found.summary,
    description: found.description,
    pathParams: params
      .filter((each) => each.in === 'path')
      .toSorted((a, b) => order(a.name) - order(b.name))
      .map(paramOf),
    query: params.filter((each) => each.in === 'query' && !isOfSessions(each)).map(paramOf),
    idempotent,
    ifMatch: headers.has('if-match'),
    ifNoneMatch: headers.has('if-none-match'),
    body,
    answer,
    page: pageOf(document, answer, params),
    pending: idempotent && statuses.includes('202') && statuses.some((status) => ['200', '201'].includes(status)),
    batch,
    codes: statuses.flatMap((status) => responseOf(document, found.responses[status] ?? { $ref: '' })['x-codes']),
  };
}

/** A key acts in its own environment; only sessions name one. */
function isOfSessions({ name }: { readonly name: string }): boolean {
  return name === 'environment';
}

function paramOf(found: { name: string; description: string; required: boolean; schema: ApiSchema }): Param {
  const { name, description, required, schema } = found;
  const isList = schema.type === 'array';
  // A pattern that goes on after a comma takes several values in one.
  const hasCommas = schema.pattern?.includes('(?:,') ?? false;
  const several = isList ? 'repeated' : hasCommas ? 'commas' : null;
  const type = typeOf((isList ? schema.items : schema) ?? {});
  // A program may filter by a value that its library does not know yet.
  const [, prefix] = /^\^([a-z]{3}_)/.exec(schema.pattern ?? '') ?? [];
  const example = prefix === undefined ? null : `${prefix}01J…`;
  return { name, description, required, example, several, type: type.kind === 'string' ? { ...type, open: true } : type };
}

type ApiSchema = ApiDocument['components']['schemas'][string];
const JSON_TYPE = 'application/json';

function bodyOf({ requestBody }: DocumentOperation): RequestBody | null {
  if (!requestBody) return null;
  const json = requestBody.content[JSON_TYPE];
  const example = json?.example ?? Object.values(json?.examples ?? {})[0]?.value;
  if (json) return { kind: 'json', type: typeOf(json.schema ?? {}), required: requestBody.required, example };
  return { kind: 'stream', mediaTypes: Object.keys(requestBody.content) };
}

function answerOf(document: ApiDocument, { responses }: DocumentOperation): Answer {
  const status = Object.keys(responses).find((each) => each.startsWith('2'));
  const entry = status === undefined ? undefined : responses[status];
  const content = entry ? responseOf(document, entry).content : {};
  const json = content[JSON_TYPE];
  if (json) return { kind: 'json', type: typeOf(json.schema ?? {}) };
  const mediaTypes = Object.keys(content);
  return mediaTypes.length === 0 ? { kind: 'none' } : { kind: 'stream', mediaTypes };
}

function fieldsOf(document: ApiDocument, type: Type): Readonly<Record<string, ApiSchema>> {
  return (type.kind === 'named' ? document.components.schemas[type.name]?.properties : undefined) ?? {};
}

function pageOf(document: ApiDocument, answer: Answer, params: readonly { in: string; name: string }[]): { item: Type } | null {
  if (answer.kind !== 'json' || !params.some((each) => each.in === 'query' && each.name === 'cursor')) return null;
  const items = fieldsOf(document, answer.type)['data']?.items;
  return items ? { item: typeOf(items) } : null;
}

/** A body whose one required list has an answer with one result for each item. */
function batchOf(document: ApiDocument, body: RequestBody | null, answer: Answer): Batch | null {
  if (body?.kind !== 'json' || answer.kind !== 'json') return null;
  const lists = Object.entries(fieldsOf(document, body.type)).filter(([, { type }]) => type === 'array');
  const [items, list] = lists[0] ?? [];
  if (lists.length !== 1 || items === undefined || list?.maxItems === undefined) return null;
  const result = fieldsOf(document, answer.type)[RESULTS]?.items;
  return result && 'index' in fieldsOf(document, typeOf(result)) ? { items, maximum: list.maxItems, results: RESULTS } : null;
}

const RESULTS = 'results';
