import { z } from 'zod';
import { nothing } from './fields.ts';
import type { ErrorCode } from './errors.ts';
import { type ActingRole, mayDo, type Permission } from './permissions.ts';

/** The services behind the gateway. Each consumes topics, and keeps dead letters. */
export const SERVICES = ['inventory', 'orders', 'scans', 'webhooks'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Every kind of process of the system, in the order in which they are shown. */
export const PROCESSES = ['gateway', ...SERVICES] as const;
export type ProcessName = (typeof PROCESSES)[number];

/** A value for each process, as `make` makes it. */
export function ofEachProcess<Value>(make: (name: ProcessName) => Value): Readonly<Record<ProcessName, Value>> {
  return {
    gateway: make('gateway'),
    inventory: make('inventory'),
    orders: make('orders'),
    scans: make('scans'),
    webhooks: make('webhooks'),
  };
}

/** The ports of a process in its container: of its API, and of its metrics, probes and operator's API. */
export const CONTAINER_PORTS = { api: 8080, internal: 9090 } as const;

/** One success of an operation: what it says and carries. */
export interface ReplySpec {
  readonly description: string;
  /** `text` where the answer is streamed. */
  readonly body: z.ZodType;
  /** The media types, in place of JSON, that `Accept` can ask for, streamed. A client that accepts any gets the first. */
  readonly media?: readonly Medium[];
  /** Header names and what they say, for the reference. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The success statuses an operation gives, and what each carries. */
export type Replies = Readonly<Record<number, ReplySpec>>;

/**
 * One operation of the API, declared once: the gateway routes and authorises by it, the service parses by it,
 * and the OpenAPI document is made of it.
 */
export interface Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  R extends Replies = Replies,
> {
  /** camelCase and unique: the name of the operation in client libraries. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Which API it is of: that of the account's settings, or /v1. */
  readonly api?: 'account';
  /** Relative to its API: `/orders/:id/pack`. */
  readonly path: `/${string}`;
  /** The service that answers it; the gateway answers its own operations itself. */
  readonly service: ServiceName | 'gateway';
  /** The callers let in: `open`, all, without authentication; `session`, signed-in members only. By default, keys and members. */
  readonly access?: 'open' | 'session';
  /** The permission that the role must grant; null where being let in is enough. */
  readonly permission: Permission | null;
  /** Another one that is enough to be let in; the handler then asks for each by what the request contains. */
  readonly alternativePermission?: Permission;
  /**
   * True where a session must have been confirmed lately, in production, and where the operation belongs to no environment; members of
   * the body where it must for a request that has one of them.
   */
  readonly asksRecentAuthentication?: true | readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly params: Params;
  readonly query: Query;
  /** `nothing` where the operation takes no body. */
  readonly body: Body;
  /** Where the body is read while it comes; `body` is `nothing` then. */
  readonly upload?: UploadSpec;
  readonly replies: R;
  /** By what it costs more of the rate limit than one token; it costs one where neither is said. */
  readonly cost?: CostSpec;
  readonly rowPrice?: RowPrice;
  readonly examinedPrice?: ExaminedPrice;
  /** Seconds that a request may take to come, and its answer to begin and to go on; 30 by default. */
  readonly withinSeconds?: number;
  /**
   * The action under which each success is noted in the audit log, with the address of the client: of an export with the number of rows,
   * of a change with the members of its body.
   */
  readonly auditedAs?: 'orders.exported' | 'retention.changed';
  /** How its requests occupy the service, where {@link requestClassOf} cannot derive it. */
  readonly requestClass?: RequestClass;
  /** True if it adds records that clients choose the number of: it is refused while the tenant has as many bytes as it may store. */
  readonly addsRecords?: true;
  /** True if it changes one record with a version, so that `If-Match` can name the expected version. */
  readonly conditional?: boolean;
  /** The codes it can refuse with, beyond those that every operation shares. */
  readonly errors: readonly ErrorCode[];
}

type Optional = 'params' | 'query' | 'body' | 'errors';
type Declared<Spec extends Operation> = Omit<Spec, Optional> & Partial<Pick<Spec, Optional>>;
type Nothing = typeof nothing;

/** Members whose literal types say whether a call takes an idempotency key, `If-Match` or a file. */
type Traits = Partial<
  Pick<Operation, 'method' | 'api' | 'access' | 'conditional' | 'upload' | 'asksRecentAuthentication' | 'examinedPrice'>
>;

/** Declares an operation and keeps its literal types. Omitted `params`, `query` and `body` are {@link nothing}, `errors` are none. */
export function operation<
  const R extends Replies,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  const T extends Traits = Traits,
>(spec: Declared<Operation<P, Q, B, R>> & T): Operation<P, Q, B, R> & Pick<T, keyof T & keyof Traits>;
export function operation(spec: Declared<Operation>): Operation {
  return { params: nothing, query: nothing, body: nothing, errors: [], ...spec };
}

const BASES = { account: '/account/v1', operator: '/operator/v1' } as const;

/** The whole path of an operation, with its parameters as `:name`. */
export function pathOf({ api, path }: { readonly api?: keyof typeof BASES; readonly path: string }): string {
  return `${api ? BASES[api] : '/v1'}${path}`;
}

/** Codes that any operation may give: who asks, how often, and what is down. */
export const SHARED_ERRORS = [
  'invalid_request',
  'invalid_parameter',
  'unauthenticated',
  'forbidden',
  'plan_required',
  'account_suspended',
  'rate_limited',
  'request_timeout',
  'uri_too_long',
  'headers_too_large',
  'internal',
  'upstream_unavailable',
  'timeout',
] as const satisfies readonly ErrorCode[];

/** The code that any operation which adds records may give. */
export const STORAGE_ERRORS = ['storage_limit_reached'] as const satisfies readonly ErrorCode[];

/** Codes that any operation with a body may give. */
export const BODY_ERRORS = [
  'malformed_json',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
] as const satisfies readonly ErrorCode[];

/** Codes that any operation which takes an idempotency key may give: all that write. */
export const IDEMPOTENCY_ERRORS = ['idempotency_in_progress', 'idempotency_key_reused'] as const satisfies readonly ErrorCode[];

/** True if a role is let in to an operation: by its permission, or by the alternative one. */
export function isLetIn(role: ActingRole, asked: Pick<Operation, 'permission' | 'alternativePermission'>): boolean {
  const { permission, alternativePermission } = asked;
  return mayDo(role, permission) || (alternativePermission !== undefined && mayDo(role, alternativePermission));
}

/** True if an operation may change something: it has a body. */
export function writes({ method }: Pick<Operation, 'method'>): boolean {
  return method !== 'GET';
}

/**
 * How a request occupies its service: `read` and `write` for as long as the work takes, `step` while it waits for another service,
 * `stream` for as long as its client takes to send or read a file, `tail` for as long as its client listens to what happens. The gateway
 * bounds each class by itself.
 */
export type RequestClass = 'read' | 'write' | 'step' | 'stream' | 'tail';

/** The class of an operation's requests: the declared one, else by its body, answer and method. */
export function requestClassOf({ requestClass, upload, replies, method }: Operation): RequestClass {
  if (requestClass) return requestClass;
  if (upload || Object.values(replies).some(({ media }) => media !== undefined)) return 'stream';
  return writes({ method }) ? 'write' : 'read';
}

/**
 * True if an operation takes an idempotency key: any that writes, but those of a member's own session and sign-in, which belong to no
 * environment, and whose repeat has another session.
 */
export function takesIdempotencyKey({ method, access }: Pick<Operation, 'method' | 'access'>): boolean {
  return writes({ method }) && access === undefined;
}

/** A list in the body of an operation that costs more the longer it is. */
export interface CostSpec {
  /** The member that is the list. */
  readonly member: string;
  /** The name of one item. */
  readonly item: 'item' | 'order' | 'scan';
  /** Items that one token of the rate limit pays for. */
  readonly itemsPerToken: number;
  /** The most items that are accepted; more cost as much as these. */
  readonly most: number;
  /** Places of SKUs that one token pays for, where the items touch so many that this costs more. */
  readonly placesPerToken?: number;
  /** Lines of the items together that one token pays for, where they have lines and these cost more. */
  readonly linesPerToken?: number;
}

/** Lines of an order that one token of the rate limit pays for, in each request that works on all of them. */
export const LINES_PER_TOKEN = 50;

/** All ends of a row in files of every kind. The meter of rows counts the last byte of each, LF: without one no row ends. */
export const ROW_ENDS = ['\r\n', '\n'] as const;

/** The price of rows that come or go as a stream: charged as they pass, the token that the request is admitted for included. */
export interface RowPrice {
  readonly rowsPerToken: number;
  /** The same where the query asks for a dry run. */
  readonly dryRunRowsPerToken?: number;
  /** Uncompressed bytes for which a token is charged where that is more. */
  readonly bytesPerToken?: number;
  /** Records that are looked at for a filter, for which a token is charged at the end where that is more. */
  readonly lookedPerToken?: number;
}

/** The price of a read that examines more records than it answers with. */
export interface ExaminedPrice {
  /** The name of the records. */
  readonly records: string;
  /** Records that one token pays for. */
  readonly perToken: number;
  /** Tokens in all where there is no report, since the client left before it or the time was over: the number of records is unknown. */
  readonly unreported: number;
}

/** Uncompressed bytes of what is read that one token of the rate limit pays for. */
export const BYTES_PER_TOKEN = 256_000;
/** Records that a token pays for where a read looks through them: a page of a list looks through as many at most. */
export const LOOKED_PER_TOKEN = 1_000;

/** Seconds without a byte of a file, sent or received: its filter may leave out all that it looks at for as long. */
export const FILE_SECONDS = 1_800;

/** The header fields that make a request conditional (RFC 9110 section 13.1). */
export const CONDITIONS = ['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since', 'If-Range'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** True where a body is one record with a version, so that its answer has an `ETag`. */
export function isVersioned(body: z.ZodType): boolean {
  return body instanceof z.ZodObject && 'version' in body.shape;
}

/** The conditions that an operation takes: the others are refused, never ignored. */
export function conditionsOf({
  method,
  conditional,
  replies,
}: Pick<Operation, 'method' | 'conditional' | 'replies'>): Condition[] {
  const isRead = !writes({ method }) && Object.values(replies).some(({ body }) => isVersioned(body));
  return [...(conditional === true ? ['If-Match' as const] : []), ...(isRead ? ['If-None-Match' as const] : [])];
}

/**
 * Uncompressed bytes of the answer to a write that one token pays for: it shows the record with all its places, which was read and written
 * whole, and told to other services and receivers.
 */
export const WRITTEN_BYTES_PER_TOKEN = 64_000;

/** The cost of an answer to a read or a write, in tokens: one for each piece of {@link perToken} bytes begun, at least 1. */
export function tokensOfBytes(bytes: number, perToken = BYTES_PER_TOKEN): number {
  return Math.max(1, Math.ceil(bytes / perToken));
}

/** True where an operation answers with a page of a list. */
export function isList({ replies }: Pick<Operation, 'replies'>): boolean {
  const body = replies[200]?.body;
  return body instanceof z.ZodObject && 'next_cursor' in body.shape;
}

/**
 * The cost of a request with `items` items.
 *
 * @param places at which the SKUs of the items lie, of each item counted by itself. @param lines of the items together.
 * @returns tokens, at least 1: the token that the request was let in for is one of them.
 */
export function tokensOf(
  { itemsPerToken, most, placesPerToken, linesPerToken }: Omit<CostSpec, 'member' | 'item'>,
  items: number,
  { places = 0, lines = 0 }: { readonly places?: number; readonly lines?: number } = {},
): number {
  const byPlaces = placesPerToken === undefined ? 0 : Math.ceil(places / placesPerToken);
  const byLines = linesPerToken === undefined ? 0 : Math.ceil(lines / linesPerToken);
  return Math.max(1, Math.ceil(Math.min(items, most) / itemsPerToken), byPlaces, byLines);
}

/** How something is written that comes piece by piece instead of as one JSON document. */
export interface Medium {
  /** A media type without parameters; its text is UTF-8. */
  readonly type: `${string}/${string}`;
  /** Charsets beside UTF-8 that an upload may be in where its `Content-Type` says so. */
  readonly charsets?: readonly string[];
  /** How it is laid out, for the reference. */
  readonly description: string;
  /** Its first lines; of an exported SKU the reference makes them. */
  readonly example?: string;
}

/** A body that is read while it comes, in place of a JSON document. */
export interface UploadSpec {
  /** Accepted media types; `Content-Type` names one. */
  readonly media: readonly Medium[];
  /** The most that it may have, in bytes. */
  readonly maxBytes: number;
}

/** Bytes of a JSON body at most: of an operation that is open to everyone, of another one under /account, and of the rest. */
const MAX_BODY_BYTES = { open: 8_192, account: 16_384, other: 1_048_576 } as const;

/** The most bytes that the body of an operation may have. */
export function maxBodyBytesOf({ upload, access, api }: Pick<Operation, 'upload' | 'access' | 'api'>): number {
  return upload?.maxBytes ?? MAX_BODY_BYTES[access === 'open' ? 'open' : (api ?? 'other')];
}

/** The most levels of nested objects and lists in a JSON body. No schema has more than eight; a content filter may have twelve. */
export const MAX_BODY_LEVELS = 64;

/** The most members of one object of a JSON body. No schema has more than 50. */
export const MAX_BODY_MEMBERS = 1_000;

/** Newline-delimited JSON: one document a line. */
export const NDJSON = 'application/x-ndjson';

/** Events that are sent as they happen, for `EventSource` (HTML section 9.2). */
export const EVENT_STREAM = 'text/event-stream';

/** Comma-separated values (RFC 4180), with a header line. */
export const CSV = 'text/csv';
