import { randomUUID } from 'node:crypto';
import type { Readable, SendOptions } from './api.ts';
import { ConfigurationError } from './errors.ts';
import { isRepeatable, openUpload, type Stream, type Upload } from './files.ts';
import { type Given, type Operation, targetOf } from './operation.ts';
import { isHeader, refuseLimits, refuseOthers, type Settings } from './options.ts';

const CALL_OPTIONS = [
  'signal',
  'timeoutMs',
  'retries',
  'requestId',
  'idempotencyKey',
  'ifMatch',
  'ifNoneMatch',
  'pendingTimeoutMs',
  'accept',
  'contentType',
];

/** One call, ready to be sent as often as it needs to be. */
export interface Call {
  readonly operation: Operation;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The body as JSON; undefined for an upload and without a body. */
  readonly json: string | undefined;
  readonly key: string | null;
  readonly options: SendOptions;
}

/** @throws ConfigurationError for a call that could not be sent as it is given. */
export function callOf(
  { baseUrl, apiKey, userAgent }: Settings,
  operation: Operation,
  given: Given,
  options: SendOptions & Readable,
): Call {
  refuseOthers(options, CALL_OPTIONS, 'a call');
  refuseLimits(options.timeoutMs ?? null, options.retries ?? 0);
  const key = operation.idempotent ? keyOf(options) : null;
  const { body } = given;
  const headers = headersOf({
    authorization: `Bearer ${apiKey}`,
    accept: options.accept === undefined ? 'application/json' : `${options.accept}, application/problem+json`,
    'user-agent': userAgent,
    'content-type': body === undefined ? undefined : mediaTypeOf(operation, body, options),
    'idempotency-key': key ?? undefined,
    'x-request-id': options.requestId,
    'if-match': quoted(options.ifMatch),
    'if-none-match': quoted(options.ifNoneMatch),
  });
  const json = operation.mediaTypes || body === undefined ? undefined : jsonOf(body);
  return { operation, url: baseUrl + targetOf(operation, given), headers, body, json, key, options };
}

function keyOf({ idempotencyKey: key = randomUUID() }: SendOptions): string {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw new ConfigurationError('`idempotencyKey` must be 1 to 255 printable ASCII characters.');
}

function mediaTypeOf({ mediaTypes }: Operation, body: unknown, { contentType }: SendOptions): string | undefined {
  if (!mediaTypes) return 'application/json';
  if (isUpload(body)) return contentType ?? mediaTypes[0];
  throw new ConfigurationError('An upload must be text, bytes, a stream, or a function that opens a stream.');
}

function quoted(version: number | string | undefined): string | undefined {
  return typeof version === 'number' ? `"${version}"` : version;
}

/** @throws ConfigurationError for a value that a header field cannot have. */
function headersOf(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (!isHeader(value)) throw new ConfigurationError(`The value for \`${name}\` must be printable ASCII characters.`);
    headers[name] = value;
  }
  return headers;
}

/** @throws ConfigurationError for a body that is no object, or that JSON has no words for. */
export function jsonOf(body: unknown): string {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ConfigurationError('The body must be an object.');
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw new ConfigurationError(`The body cannot be sent as JSON: ${reasonOf(error)}.`);
  }
}

/**
 * The body of one attempt.
 *
 * @param onFault gets the error of a stream that gives nothing: it cannot be opened, or is no file.
 * @throws ConfigurationError for an upload whose function throws.
 */
export function bodyOf({ body, json }: Call, onFault: (error: unknown) => void): RequestInit {
  if (json !== undefined) return { body: json };
  if (!isUpload(body)) return {};
  const upload = opened(body);
  return typeof upload === 'string' || upload instanceof Uint8Array
    ? { body: upload }
    : { body: bytesOf(upload, onFault), duplex: 'half' };
}

function opened(body: Upload): string | Uint8Array | Stream {
  try {
    return openUpload(body);
  } catch (error) {
    throw unreadable(error);
  }
}

/** The error of an upload that gives nothing. */
export function unreadable(error: unknown): ConfigurationError {
  return new ConfigurationError(`The upload cannot be read: ${reasonOf(error)}.`);
}

function isUpload(body: unknown): body is Upload {
  return isRepeatable(body) || (typeof body === 'object' && body !== null && Symbol.asyncIterator in body);
}

async function* bytesOf(stream: Stream, onFault: (error: unknown) => void): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  let isBegun = false;
  try {
    for await (const piece of stream) {
      isBegun = true;
      yield typeof piece === 'string' ? encoder.encode(piece) : piece;
    }
  } catch (error) {
    if (!isBegun) onFault(error);
    throw error;
  }
}

/** The innermost reason, without a full stop or line end: `fetch failed` says nothing. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const code: unknown = Reflect.get(error, 'code');
  return error.message.replace(/[.\s]+$/, '') || (typeof code === 'string' ? code : error.name);
}
