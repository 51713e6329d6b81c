import { CLIENT_ADDRESS_HEADER, IDENTITY_HEADER, REQUEST_ID_HEADER } from '@fulfilment/contracts';

/** Fields of one connection, not of the message (RFC 9110 section 7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-authentication-info',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
];

/** Fields that a client must not set for a service: its identity, its address, its route, another method or target. */
const NOT_FOR_SERVICES: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'host',
  'expect',
  'authorization',
  'baggage',
  'cf-connecting-ip',
  'cookie',
  'forwarded',
  'proxy',
  'true-client-ip',
  'via',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-host',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-original-host',
  'x-original-url',
  'x-real-ip',
  'x-rewrite-url',
  'x-request-id',
  'traceparent',
]);
const NOT_FOR_SERVICES_BEGIN = ['x-internal-', 'x-forwarded-'];

/** Fields that a service does not set for clients: the gateway sets them, or they are not sent. */
const NOT_FOR_CLIENTS: ReadonlySet<string> = new Set([...HOP_BY_HOP, 'x-request-id', 'x-powered-by', 'server', 'date']);
const NOT_FOR_CLIENTS_BEGIN = ['x-internal-', 'x-ratelimit-', 'ratelimit', 'access-control-'];

export interface IdentityHeaders {
  /** The caller's signed identity. */
  readonly identity: string;
  readonly requestId: string;
  /** Of the gateway's span, else the caller's. */
  readonly traceparent: string | undefined;
  /** Of the client, for the audit log of a service. */
  readonly clientAddress?: string | undefined;
  /** In place of what the client accepts. */
  readonly acceptEncoding?: 'identity' | undefined;
}

/**
 * The header fields of a request as they go on to a service.
 *
 * @param rawHeaders names and values in turn, as they came.
 * @returns names and values in turn.
 */
export function fieldsForService(rawHeaders: readonly string[], identityHeaders: IdentityHeaders): string[] {
  const { identity, requestId, traceparent, clientAddress, acceptEncoding } = identityHeaders;
  const nominated = nominatedFields(rawHeaders);
  if (acceptEncoding) nominated.add('accept-encoding');
  const fields: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at], rawHeaders[at + 1]];
    // Many servers read `x_internal_identity` as they read `x-internal-identity`.
    const plain = name.toLowerCase().replaceAll('_', '-');
    if (NOT_FOR_SERVICES.has(plain) || nominated.has(plain) || NOT_FOR_SERVICES_BEGIN.some((begin) => plain.startsWith(begin)))
      continue;
    fields.push(name, value);
  }
  if (acceptEncoding) fields.push('accept-encoding', acceptEncoding);
  fields.push(IDENTITY_HEADER, identity, REQUEST_ID_HEADER, requestId);
  if (traceparent !== undefined) fields.push('traceparent', traceparent);
  if (clientAddress !== undefined) fields.push(CLIENT_ADDRESS_HEADER, clientAddress);
  return fields;
}

/** Fields that `Connection` declares to be of this connection only, framing excepted. */
function nominatedFields(rawHeaders: readonly string[]): Set<string> {
  const named = new Set<string>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'connection') continue;
    for (const name of rawHeaders[at + 1]?.split(',') ?? []) named.add(name.trim().toLowerCase().replaceAll('_', '-'));
  }
  named.delete('content-length');
  return named;
}

/** The header fields of a response as they go on to the client. */
export function fieldsForClient(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ReadonlyArray<readonly [string, string | string[]]> {
  const nominated = namesIn(headers['connection']);
  const fields: Array<readonly [string, string | string[]]> = [];
  for (const [name, value] of Object.entries(headers)) {
    const hidden =
      NOT_FOR_CLIENTS.has(name) || nominated.has(name) || NOT_FOR_CLIENTS_BEGIN.some((begin) => name.startsWith(begin));
    if (value !== undefined && !hidden) fields.push([name, value]);
  }
  return fields;
}

const NONE: ReadonlySet<string> = new Set();

function namesIn(lists: string | string[] | undefined): ReadonlySet<string> {
  if (lists === undefined) return NONE;
  return new Set([lists].flat().flatMap((line) => line.split(',').map((name) => name.trim().toLowerCase())));
}
