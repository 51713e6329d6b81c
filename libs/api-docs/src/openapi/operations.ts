import {
  ACTING_ROLES,
  BODY_ERRORS,
  BYTES_PER_TOKEN,
  conditionsOf,
  type ErrorCode,
  ERRORS,
  EXPORT_COLUMNS,
  IDEMPOTENCY_ERRORS,
  MAX_BODY_LEVELS,
  MAX_BODY_MEMBERS,
  maxBodyBytesOf,
  isInEnvironment,
  isLetIn,
  isList,
  isVersioned,
  type Medium,
  tokensOf,
  NDJSON,
  nothing,
  type Operation,
  ORDER_EXPORT_COLUMNS,
  problemDocument,
  type ReplySpec,
  SHARED_ERRORS,
  STORAGE_ERRORS,
  takesIdempotencyKey,
  writes,
} from '@fulfilment/contracts';
import { problemSample } from '../samples/problems.ts';
import { sampleOrder, sampleSku } from '../samples/records.ts';
import type { JsonObject } from './json-shapes.ts';
import { commonHeaders, declaredHeaders, headerParametersOf, pathParametersOf, queryParametersOf } from './parameters.ts';
import { REPLY_EXAMPLES } from '../samples/replies.ts';
import type { SchemaCollection } from './schemas.ts';
import { guideToOperation, tagOf } from './tags.ts';

/** Path templates as OpenAPI writes them: `/orders/{id}/pack`. */
export function templateOf({ path }: Operation): string {
  return path.replaceAll(/:([a-z_]+)/g, '{$1}');
}

/** The parts of a document that its operations refer to. */
export interface DocumentParts {
  readonly schemas: SchemaCollection;
  /** Problem responses of `components` by name. */
  readonly problems: JsonObject;
  /** Where guides are served. */
  readonly publicUrl: string;
}

/** One operation as OpenAPI writes it (OpenAPI 3.1.0 section 4.8.10). */
export function describeOperation(operation: Operation, { schemas, problems, publicUrl }: DocumentParts): JsonObject {
  const { id, summary, description, permission, replies } = operation;
  const conditions = conditionsOf(operation);
  return {
    operationId: id,
    tags: [tagOf(operation)],
    summary,
    description: [description, ...priceOf(operation), ...recencyOf(operation), needsOf(operation)].join('\n\n'),
    externalDocs: guideToOperation(operation, publicUrl),
    security: securityOf(operation),
    ...(permission === null ? {} : { 'x-permission': permission }),
    parameters: [
      ...pathParametersOf(operation, schemas),
      ...queryParametersOf(operation, schemas),
      ...headerParametersOf(operation, conditions),
    ],
    ...requestBodyOf(operation, schemas),
    responses: {
      ...Object.fromEntries(
        Object.entries(replies).map(([status, reply]) => [status, successResponse(operation, { status, reply }, schemas)]),
      ),
      ...(conditions.includes('If-None-Match') ? { 304: notModified } : {}),
      ...problemResponses(operation, schemas, problems),
    },
  };
}

function priceOf(operation: Operation): readonly string[] {
  const { cost, rowPrice, examinedPrice } = operation;
  if (examinedPrice) {
    const { records, perToken, unreported } = examinedPrice;
    return [
      `In the rate limit it counts as one request for every ${perToken} ${records} that it reads or part of them, and as ${unreported} where ` +
        'the client leaves before the answer, or the time is over.',
    ];
  }
  if (cost) {
    const { placesPerToken, linesPerToken, itemsPerToken, item, most } = cost;
    const byPlaces = placesPerToken
      ? ` Where it costs more, it counts as one for every ${grouped(placesPerToken)} places at which the SKUs of its ${item}s lie, of each ${item} by itself.`
      : '';
    const byLines = linesPerToken
      ? ` Where it costs more, it counts as one for every ${linesPerToken} lines of its ${item}s or part of them.`
      : '';
    return [
      `In the rate limit it counts as one request for every ${itemsPerToken} ${item}s or part of them, ` +
        `at most ${tokensOf(cost, most)}, successful or not. While a bucket is in debt it is refused before anything is done.${byPlaces}${byLines}`,
    ];
  }
  if (!rowPrice)
    return isList(operation)
      ? [`In the rate limit a page counts as one request for every ${BYTES_PER_TOKEN / 1_000} KB or part of them.`]
      : [];
  const { rowsPerToken, dryRunRowsPerToken, bytesPerToken, lookedPerToken } = rowPrice;
  const dryRun = dryRunRowsPerToken ? `, of a dry run for every ${dryRunRowsPerToken}` : '';
  const bytes = bytesPerToken ? `, or for every ${bytesPerToken / 1_000} KB where that is more` : '';
  return [
    `In the rate limit it counts as one request for every ${rowsPerToken} lines or part of them${bytes}${dryRun}, charged while they pass: ` +
      'beyond the limit it goes on at the rate at which the bucket refills.' +
      (lookedPerToken
        ? ` A filter that looks through more costs one for every ${lookedPerToken} records, charged at the end.`
        : ''),
  ];
}

function recencyOf({ asksRecentAuthentication, ...operation }: Operation): readonly string[] {
  if (!asksRecentAuthentication) return [];
  const where = isInEnvironment(operation) ? 'In production, a' : 'A';
  const members = asksRecentAuthentication === true ? [] : asksRecentAuthentication.map((member) => `\`${member}\``);
  const which = members.length > 0 ? `, for a request with ${members.join(' or ')}` : '';
  return [`${where} session must have been authenticated or confirmed within the last 10 minutes${which}.`];
}

function needsOf(operation: Operation): string {
  const { access, permission, alternativePermission } = operation;
  if (access === 'open') return 'Open without authentication; rate-limited by client address.';
  const who = access === 'session' ? 'Needs a session; a key is refused.' : '';
  if (permission === null) return who;
  const roles = ACTING_ROLES.filter((role) => isLetIn(role, operation)).join(', ');
  const either = alternativePermission ? ` or \`${alternativePermission}\`` : '';
  return `${who} Needs \`${permission}\`${either}, which these roles have: ${roles}.`.trimStart();
}

/** OpenAPI 3.1.0 section 4.8.30: any of the list opens it; an empty one says that nothing is needed. */
function securityOf({ access }: Operation): readonly JsonObject[] {
  if (access === 'open') return [];
  return access === 'session' ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

function requestBodyOf(operation: Operation, schemas: SchemaCollection): JsonObject {
  const { method, body, upload } = operation;
  if (upload) return { requestBody: { required: true, content: contentOf(operation.id, upload.media) } };
  const schema = schemas.schemaOf(body, 'input');
  const takesNone = method === 'GET' || method === 'DELETE' || body === nothing;
  if (takesNone) return {};
  const description =
    `At most ${grouped(maxBodyBytesOf(operation))} bytes, objects and lists nested at most ${MAX_BODY_LEVELS} levels deep, ` +
    `and ${grouped(MAX_BODY_MEMBERS)} members of one object.`;
  return { requestBody: { description, required: !body.safeParse({}).success, content: jsonContent(schema, schemas) } };
}

/** A number with a space before each group of three digits. */
function grouped(value: number): string {
  return String(value).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ' ');
}

const notModified = {
  description: 'The record is unchanged: no body.',
  headers: commonHeaders('ETag'),
};

interface Success {
  readonly status: string;
  readonly reply: ReplySpec;
}

function successResponse(operation: Operation, { status, reply }: Success, schemas: SchemaCollection): JsonObject {
  const { description, body, media, headers = {} } = reply;
  const example = REPLY_EXAMPLES[`${operation.id} ${status}`];
  const etag = isVersioned(body) ? (['ETag'] as const) : [];
  const replayed = takesIdempotencyKey(operation) ? (['Idempotency-Replayed'] as const) : [];
  return {
    description,
    headers: { ...declaredHeaders(headers), ...commonHeaders(...etag, ...replayed) },
    content: media ? contentOf(operation.id, media) : jsonContent(schemas.schemaOf(body, 'output'), schemas, example),
  };
}

function jsonContent(schema: JsonObject, schemas: SchemaCollection, example?: unknown): JsonObject {
  return { 'application/json': { schema, ...examplesOfContent(schema, schemas, example) } };
}

/**
 * The `example` or `examples` of a media type object: those of its schema, or of the items of a page.
 *
 * @param own the one example to use instead of these.
 */
function examplesOfContent(schema: JsonObject, schemas: SchemaCollection, own?: unknown): JsonObject {
  const examples = own === undefined ? examplesOfSchema(schema, schemas) : [own];
  const [first, ...more] = examples;
  if (first === undefined || more.length === 0) return first === undefined ? {} : { example: first };
  return { examples: Object.fromEntries(examples.map((value, place) => [`example${place + 1}`, { value }])) };
}

function examplesOfSchema(schema: JsonObject, schemas: SchemaCollection): readonly unknown[] {
  const { examples, properties } = schemas.resolve(schema);
  if (Array.isArray(examples)) return examples;
  const items = itemsOfPage(properties);
  const [first] = items === undefined ? [] : examplesOfSchema(items, schemas);
  return first === undefined ? [] : [{ data: [first], has_more: false, next_cursor: null }];
}

function itemsOfPage(properties: unknown): JsonObject | undefined {
  const { data, next_cursor: cursor } = membersOf(properties);
  const { items } = membersOf(data);
  return cursor === undefined || items === undefined ? undefined : membersOf(items);
}

function membersOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** Texts that are streamed, by media type (OpenAPI 3.1.0 section 4.8.14). */
function contentOf(id: string, media: readonly Medium[]): JsonObject {
  return Object.fromEntries(
    media.map(({ type, description, example = exampleOfExport(id, type) }) => [
      type,
      { schema: { type: 'string', description }, example },
    ]),
  );
}

function exampleOfExport(id: string, type: string): string {
  const [first] = sampleOrder.lines;
  const line = { ...first, line_id: first?.id, ...sampleOrder, metadata: '{}' };
  return id === 'exportOrders'
    ? exportOf(type, { record: sampleOrder, row: line, columns: ORDER_EXPORT_COLUMNS })
    : exportOf(type, { record: sampleSku, row: sampleSku, columns: EXPORT_COLUMNS });
}

interface Exported {
  readonly record: object;
  readonly row: object;
  readonly columns: readonly string[];
}

function exportOf(type: string, { record, row, columns }: Exported): string {
  if (type === NDJSON) return `${JSON.stringify(record)}\n`;
  const cells = columns.map((name) => cellOf(Reflect.get(row, name)));
  return `${columns.join(',')}\r\n${cells.join(',')}\r\n`;
}

type CodesByStatus = ReadonlyMap<number, readonly ErrorCode[]>;

const USUAL = byStatus([...SHARED_ERRORS, ...BODY_ERRORS, ...IDEMPOTENCY_ERRORS]);

/** Every code that `operation` can refuse with, each once. What takes no body may still be sent one, and refuses that. */
export function errorCodesOf(operation: Operation): readonly ErrorCode[] {
  const ofWrites = [...(writes(operation) ? BODY_ERRORS : []), ...(takesIdempotencyKey(operation) ? IDEMPOTENCY_ERRORS : [])];
  const ofConditions: readonly ErrorCode[] = operation.conditional === true ? ['version_conflict'] : [];
  const ofStorage: readonly ErrorCode[] = operation.addsRecords ? STORAGE_ERRORS : [];
  return [
    ...new Set([...SHARED_ERRORS, ...ofWrites, ...ofConditions, ...ofSessions(operation), ...ofStorage, ...operation.errors]),
  ];
}

/** The codes that refuse a request because of the session that it carries, opens or lacks. */
function ofSessions(operation: Operation): readonly ErrorCode[] {
  const ofOrigin: readonly ErrorCode[] = writes(operation) ? ['cross_origin'] : [];
  const ofRecency: readonly ErrorCode[] = operation.asksRecentAuthentication ? ['recent_authentication_required'] : [];
  return [...(operation.access === 'session' ? (['session_required'] as const) : []), ...ofOrigin, ...ofRecency];
}

/** The problem responses of `operation` by status, each with the codes it can carry: a reference where `shared` has it. */
function problemResponses(operation: Operation, schemas: SchemaCollection, shared: JsonObject): JsonObject {
  return Object.fromEntries(
    [...byStatus(errorCodesOf(operation))].map(([status, codes]) => {
      const name = problemName(status, codes);
      return [status, name in shared ? { $ref: `#/components/responses/${name}` } : describe(status, codes, schemas)];
    }),
  );
}

/** The problem responses that several of `operations` give, by their names in `components`. */
export function sharedProblemResponses(operations: readonly Operation[], schemas: SchemaCollection): JsonObject {
  const given = operations.flatMap((operation) =>
    Array.from(byStatus(errorCodesOf(operation)), ([status, codes]) => ({ name: problemName(status, codes), status, codes })),
  );
  return Object.fromEntries(
    [...Map.groupBy(given, ({ name }) => name)].flatMap(([name, [first, second]]) =>
      first && second ? [[name, describe(first.status, first.codes, schemas)]] : [],
    ),
  );
}

function describe(status: number, codes: readonly ErrorCode[], schemas: SchemaCollection): JsonObject {
  // Not narrowed to the codes of the status: generators make a type of every narrowed schema, and refuse the codes of tomorrow.
  const schema = schemas.schemaOf(problemDocument, 'output');
  return {
    description: codes.map((code) => `- \`${code}\`: ${ERRORS[code].description}`).join('\n'),
    'x-codes': codes,
    headers: headersOf(status),
    content: { 'application/problem+json': { schema, examples: Object.fromEntries(codes.map(exampleOf)) } },
  };
}

function exampleOf(code: ErrorCode): readonly [string, JsonObject] {
  return [code, { summary: ERRORS[code].title, value: problemSample(code) }];
}

function headersOf(status: number): JsonObject {
  if (status === 401) return commonHeaders('WWW-Authenticate');
  return status === 429 || status === 503 ? commonHeaders('Retry-After') : commonHeaders();
}

function byStatus(codes: readonly ErrorCode[]): CodesByStatus {
  return Map.groupBy(codes, (code) => ERRORS[code].status);
}

/** `Problem404` with what most operations give, `Problem409KeyNotActive` with a code beyond that, so that one name is one set of codes. */
function problemName(status: number, codes: readonly ErrorCode[]): string {
  const usual: readonly ErrorCode[] = USUAL.get(status) ?? [];
  const missing = usual.filter((code) => !codes.includes(code)).map((code) => `No${nameOf(code)}`);
  return [`Problem${status}`, ...codes.filter((code) => !usual.includes(code)).map(nameOf), ...missing].join('');
}

function nameOf(code: ErrorCode): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function cellOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value === 'string') return value;
  const text = value === null || value === undefined ? '' : JSON.stringify(value);
  return typeof value === 'object' && text !== '' ? `"${text.replaceAll('"', '""')}"` : text;
}
