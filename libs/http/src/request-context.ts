import type { IncomingHttpHeaders } from 'node:http';
import { type Condition, CONDITIONS, errors, REQUEST_ID_HEADER, REQUEST_ID_PATTERN } from '@fulfilment/contracts';
import { type AppError, claimOf, newId, type RequestContext, type VersionCondition } from '@fulfilment/kernel';
import type { Tracing } from '@fulfilment/observability';
import type { Request, RequestHandler, Response } from 'express';

/**
 * The context of a request that writes, with its `If-Match` condition and its idempotency claim.
 *
 * @param context the context of the caller.
 * @param content the body as it was read; with the query it is the fingerprint of the request under its idempotency key.
 * @throws AppError `invalid_parameter` for a header field that cannot be read.
 */
export function writeContext(
  context: RequestContext,
  route: {
    readonly method: string;
    readonly path: string;
    readonly conditions: readonly Condition[];
    readonly idempotency: 'use-case' | 'reply' | 'no';
  },
  request: Request,
  content: unknown,
): RequestContext {
  refuseConditions(request.headers, route.conditions);
  const ifMatch = versionConditionOf(request.get('if-match'));
  const key = idempotencyKeyOf(request.headersDistinct['idempotency-key']);
  if (key === undefined) return { ...context, ifMatch };
  if (route.idempotency === 'no') throw badHeader('Idempotency-Key', 'left out: sign-in and sessions take none');
  const { tenant } = context;
  const { method, path } = route;
  const target = [path, ...Object.values(request.params).flat()];
  const idempotency = claimOf({ tenant, method, target, key, content: [content, { ...request.query }] });
  return { ...context, ifMatch, idempotency };
}

const BARE = /^[\u0020-\u007E]{1,255}$/;
/** A string of RFC 9651 section 3.3.3, as draft-ietf-httpapi-idempotency-key-header section 2.1 has the key. */
const QUOTED = /^"((?:[\u0020\u0021\u0023-\u005B\u005D-\u007E]|\\["\\])*)"$/;

/**
 * The idempotency key of a request, without the quotes of the IETF draft.
 *
 * @param fields every `Idempotency-Key` of the request.
 * @returns undefined where the request has none.
 * @throws AppError `invalid_parameter` where it is not 1 to 255 printable ASCII characters, or repeated.
 */
export function idempotencyKeyOf(fields: readonly string[] = []): string | undefined {
  const [field, ...others] = fields;
  if (field === undefined) return undefined;
  const key = unquoted(field);
  if (others.length > 0 || !BARE.test(key))
    throw badHeader('Idempotency-Key', 'one value of 1 to 255 printable ASCII characters');
  return key;
}

function unquoted(field: string): string {
  return QUOTED.exec(field)?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? field;
}

/**
 * Refuses the conditions of a request that its target does not take (RFC 9110 section 13): one that is dropped would let a write go
 * through that its sender had forbidden. `Range` is no condition, and is ignored as section 14.2 permits.
 *
 * @param headers by their names in lower case.
 * @throws AppError `invalid_parameter`.
 */
export function refuseConditions(headers: IncomingHttpHeaders, taken: readonly Condition[]): void {
  const refused = CONDITIONS.filter((name) => headers[name.toLowerCase()] !== undefined && !taken.includes(name));
  if (refused.length === 0) return;
  const items = refused.map((name) => ({
    pointer: `/${name}`,
    code: 'condition_not_taken',
    message: `Not supported here. ${TAKEN[name]}`,
  }));
  throw errors.invalidParameter(`This operation takes no ${refused.join(', ')}.`, { facts: { errors: items } });
}

const BY_TAG = 'A record has no condition by time: use its ETag.';

/** Where each condition is taken. */
const TAKEN: Readonly<Record<Condition, string>> = {
  'If-Match': 'Changes of one record with a version take it.',
  'If-None-Match': 'Reads of one record with a version take it.',
  'If-Modified-Since': BY_TAG,
  'If-Unmodified-Since': BY_TAG,
  'If-Range': 'Answers are sent whole.',
};

/** A quoted entity tag, weak or strong (RFC 9110 section 8.8.3). */
const TAG = /^(W\/)?"([\u0021\u0023-\u007E\u0080-\u00FF]*)"$/;

const TAGS = 'one or more quoted entity tags with commas between them, or *';

/** The entity tag of a record at `version`; `"3-r"` where the answer is a representation of its own that leaves something out. */
export function etagOf(version: number, isReduced = false): string {
  return `"${version}${isReduced ? REDUCED : ''}"`;
}

const REDUCED = '-r';
/** A tag that {@link etagOf} gives. */
const VERSION = /^(0|[1-9]\d{0,15})(?:-r)?$/;

/**
 * Reads `If-Match` (RFC 9110 section 13.1.1). Weak tags never match, nor do tags that are not versions.
 *
 * @throws AppError `invalid_parameter` where the field is no list of entity tags.
 */
export function versionConditionOf(field: string | undefined): VersionCondition | undefined {
  if (field === undefined) return undefined;
  if (field.trim() === '*') return { type: 'any' };
  const tags = readTags(field);
  if (!tags) throw badHeader('If-Match', TAGS);
  // Each representation of a record has the record's version.
  const versions = tags.flatMap(({ weak, value }) => {
    const [, version] = VERSION.exec(value) ?? [];
    return weak || version === undefined ? [] : [Number(version)];
  });
  return { type: 'one-of', versions };
}

/**
 * True where the caller has the answer with this tag already (RFC 9110 section 13.1.2).
 *
 * @throws AppError `invalid_parameter` where the field is no list of entity tags.
 */
export function isKnownToCaller(field: string | undefined, etag: string): boolean {
  if (field === undefined) return false;
  if (field.trim() === '*') return true;
  const tags = readTags(field);
  if (!tags) throw badHeader('If-None-Match', TAGS);
  return tags.some(({ value }) => `"${value}"` === etag);
}

function badHeader(name: string, expected: string): AppError {
  const message = `${name} must be ${expected}.`;
  return errors.invalidParameter(message, { facts: { errors: [{ pointer: `/${name}`, code: 'invalid_header', message }] } });
}

function readTags(field: string): { readonly weak: boolean; readonly value: string }[] | undefined {
  const tags: { weak: boolean; value: string }[] = [];
  for (const each of field.split(',')) {
    const [, weak, value] = TAG.exec(each.trim()) ?? [];
    if (value === undefined) return undefined;
    tags.push({ weak: weak !== undefined, value });
  }
  return tags;
}

const TRACEPARENT = /^([0-9a-f]{2})(-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2})(-.*)?$/;

/** Keeps the caller's request id and trace, or makes new ones, and answers with the id. */
export const requestIds: RequestHandler = (request, response, next) => {
  const requestId = requestIdFrom(request.get(REQUEST_ID_HEADER));
  const traceparent = traceparentFrom(request.get('traceparent'));
  response.locals['requestId'] = requestId;
  if (traceparent !== undefined) response.locals['traceparent'] = traceparent;
  response.setHeader('X-Request-Id', requestId);
  next();
};

/** Records each request that belongs to a sampled trace as a span; what the request causes belongs to that. */
export function traced(tracing: Tracing): RequestHandler {
  return (request, response, next) => {
    const { method } = request;
    const attributes = { 'http.request.method': method, 'fulfilment.request_id': requestIdOf(response) };
    const span = tracing.start(method, { kind: 'server', parent: traceparentOf(response), attributes });
    if (span) {
      response.locals['traceparent'] = span.traceparent;
      response.locals['isRecorded'] = true;
      response.once('close', () => {
        const { statusCode: status } = response;
        const route: unknown = request.route?.path;
        if (typeof route === 'string') span.rename(`${method} ${route}`);
        span.set({ 'http.route': typeof route === 'string' ? route : undefined, 'http.response.status_code': status });
        span.end(status >= 500 ? String(status) : undefined);
      });
    }
    next();
  };
}

/** The caller's request id if it is valid, else a new one. */
export function requestIdFrom(given: string | undefined): string {
  return given !== undefined && REQUEST_ID_PATTERN.test(given) ? given : newId('req');
}

/**
 * The caller's `traceparent` as version 00 if it is valid, else undefined: ids of zeros alone are not (W3C Trace Context section 3.2.2).
 * A later version may have more behind its flags, and is read as 00 (section 3.2.4).
 */
export function traceparentFrom(given: string | undefined): string | undefined {
  const [, version, ids, more] = TRACEPARENT.exec(given ?? '') ?? [];
  if (ids === undefined || version === 'ff' || /-(?:0{32}|0{16})-/.test(ids)) return undefined;
  return version === '00' && more !== undefined ? undefined : `00${ids}`;
}

export function requestIdOf(response: Response): string {
  return String(response.locals['requestId']);
}

export function traceparentOf(response: Response): string | undefined {
  const traceparent: unknown = response.locals['traceparent'];
  return typeof traceparent === 'string' ? traceparent : undefined;
}

/** The `traceparent` of the request's span; none where it was not recorded. */
export function recordedOf(response: Response): string | undefined {
  return response.locals['isRecorded'] === true ? traceparentOf(response) : undefined;
}
