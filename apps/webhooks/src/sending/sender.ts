import type { IncomingHttpHeaders } from 'node:http';
import type { Stoppable } from '@fulfilment/kernel';
import type { Tracing } from '@fulfilment/observability';
import { Agent, type Dispatcher } from 'undici';
import type { Send, WebhookRequest } from '../deliveries/delivery-ports.ts';
import type { Broken, RequestResult, RequestFault } from '../model/domain/attempt-result.ts';
import { ANSWER_TOO_LARGE, isOfKeptConnection, makeConnector } from './connector.ts';
import { deliveryHeaders } from './request-headers.ts';
import { AddressRefused, type Guard, makeGuardedLookup, type ResolveHost, vetLiteral } from './ssrf-guard.ts';

export interface SenderOptions extends Guard {
  /** Milliseconds for one whole request, from the look-up of the host to the end of the answer. */
  readonly deadlineMs: number;
  readonly connectMs: number;
  /** PEM of authorities that are trusted instead of the usual ones. */
  readonly ca?: string;
}

export interface Sender extends Stoppable {
  readonly send: Send;
}

/** Idle connections are kept for a moment only: one that the receiver closes first would cost an attempt. */
const KEEP_ALIVE_MS = 2_000;
/** A connection in steady use is given up after this, so that a change in DNS takes effect. */
const CONNECTION_LIFE_MS = 60_000;

/**
 * Posts deliveries. Redirects are not followed, no proxy is asked, and a connection goes to vetted addresses only.
 * Stopping breaks off what is under way.
 */
export function makeSender({ deadlineMs, connectMs, ca, ...guard }: SenderOptions): Sender {
  const underway = new Set<ReturnType<typeof observeRequest>>();
  const lookUps = trackLookUps(guard.resolve);
  const options: Agent.Options = {
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    clientTtl: CONNECTION_LIFE_MS,
    // The sender has the one deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: makeConnector({
      lookup: makeGuardedLookup({ ...guard, resolve: lookUps.resolve }),
      timeout: connectMs,
      allowH2: false,
      ...(ca ? { ca } : {}),
    }),
  };
  const agent = new Agent(options);
  // Of this one no connection is kept.
  const fresh = new Agent(options);
  let stopped = false;

  const result = async (url: URL, { request, at, by }: Sending): Promise<Ended> => {
    const headers = deliveryHeaders(request, at);
    const watch = observeRequest();
    underway.add(watch);
    const deadline = setTimeout(() => {
      const resolving = watch.phase() === 'connecting' && lookUps.isLookingUp(url.hostname);
      watch.breakOff('timeout', resolving ? 'looking_up_host' : watch.phase());
    }, deadlineMs);
    const { origin, pathname, search } = url;
    const { body } = request.event;
    by.dispatch({ origin, path: pathname + search, method: 'POST', headers, body, reset: by === fresh }, watch.handler);
    try {
      return await watch.ended;
    } finally {
      clearTimeout(deadline);
      underway.delete(watch);
    }
  };
  return {
    send: async (request, at) => {
      if (stopped) return { type: 'interrupted' };
      const url = new URL(request.url);
      try {
        vetLiteral(url.hostname, guard.refuse);
      } catch (error) {
        return { type: 'broken', ...requestFaultOf(error), status: null, headers: {}, excerpt: null };
      }
      const first = await result(url, { request, at, by: agent });
      // A receiver closed a kept connection as the request went out: it has not seen it.
      const { came } = first.isUnused && !stopped ? await result(url, { request, at, by: fresh }) : first;
      // What broke because it was broken off says nothing about the receiver.
      return stopped && came.type === 'broken' ? { type: 'interrupted' } : came;
    },
    stop: async () => {
      stopped = true;
      for (const watch of underway) watch.breakOff('connection_lost');
      await Promise.all([agent.destroy(), fresh.destroy()]);
    },
  };
}

/** A request to send, at a moment, over the connections of an agent. */
interface Sending {
  readonly request: WebhookRequest;
  readonly at: Date;
  readonly by: Agent;
}

/** Records each attempt of an event of a sampled trace as a span. Of the URL only its host is told: the rest may hold secrets. */
export function tracedSend(tracing: Tracing, send: Send): Send {
  return async (request, at) => {
    const { url, delivery, event, attempt } = request;
    const span = tracing.start('POST webhook', {
      kind: 'client',
      parent: event.traceparent ?? undefined,
      attributes: {
        'http.request.method': 'POST',
        'http.request.resend_count': attempt - 1,
        'server.address': new URL(url).hostname,
        'fulfilment.delivery_id': delivery.id,
        'fulfilment.event_id': delivery.eventId,
        'fulfilment.message_type': event.type,
        'fulfilment.request_id': event.requestId ?? undefined,
      },
    });
    const came = await send(request, at);
    if (came.type !== 'interrupted') span?.set({ 'http.response.status_code': came.status ?? undefined });
    span?.end(faultOf(came));
    return came;
  };
}

/** Undefined for a 2xx. */
function faultOf(came: Awaited<ReturnType<Send>>): string | undefined {
  if (came.type === 'interrupted') return came.type;
  if (came.type === 'broken') return came.fault;
  return came.status >= 200 && came.status < 300 ? undefined : String(came.status);
}

/** Knows which host names are being looked up. */
function trackLookUps(resolve: ResolveHost) {
  const lookUps = new Map<string, number>();
  const count = (host: string, by: number) => lookUps.set(host, (lookUps.get(host) ?? 0) + by);
  return {
    resolve: async (host: string) => {
      count(host, 1);
      try {
        return await resolve(host);
      } finally {
        if (count(host, -1).get(host) === 0) lookUps.delete(host);
      }
    },
    isLookingUp: (host: string) => lookUps.has(host),
  };
}

/** How far a request has come: what its owner is told where the time is over. */
type Phase = 'connecting' | 'waiting_for_answer' | 'reading_answer';

/** The end of a request; `isUnused` where its connection was kept, and brought no byte of an answer. */
interface Ended {
  readonly came: RequestResult;
  readonly isUnused: boolean;
}

/**
 * Follows a request, as undici tells of it, to its end or to where it is broken off. What comes after that is not listened to.
 *
 * @returns `ended`, which never rejects; `breakOff`, which ends it now and lets its connection go.
 */
function observeRequest() {
  const { promise: ended, resolve } = Promise.withResolvers<Ended>();
  const excerpt = new AnswerExcerpt();
  let controller: Dispatcher.DispatchController | undefined;
  let answer: { readonly status: number; readonly headers: Readonly<Record<string, string>> } | undefined;
  let phase: Phase = 'connecting';
  let interim = 0;
  let over = false;

  const end = (came: RequestResult, isUnused = false): void => {
    over = true;
    resolve({ came, isUnused });
  };
  const broken = (fault: RequestFault, detail: string | null): Broken => ({
    type: 'broken',
    fault,
    detail,
    status: answer?.status ?? null,
    headers: answer?.headers ?? {},
    excerpt: answer ? excerpt.text : null,
  });
  const breakOff = (fault: RequestFault, detail?: string): void => {
    if (over) return;
    end(broken(fault, detail ?? null));
    controller?.abort(new Error('The request was broken off'));
  };
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (begun) => {
      controller = begun;
      phase = 'waiting_for_answer';
      // It came to its connection after its time was over: nothing is sent any more.
      if (over) begun.abort(new Error('The request is over'));
    },
    onResponseStart: (_, status, headers) => {
      // 1xx says that there is more to come.
      if (status < 200) {
        interim += 1;
        if (interim > MAX_INTERIM) breakOff('response_too_large');
        return;
      }
      phase = 'reading_answer';
      answer = { status, headers: keptHeaders(headers) };
    },
    onResponseData: (_, chunk) => {
      if (!excerpt.take(chunk)) breakOff('response_too_large');
    },
    onResponseEnd: () => {
      if (!over && answer) end({ type: 'answered', ...answer, excerpt: excerpt.text });
    },
    onResponseError: (_, error) => {
      const { fault, detail } = requestFaultOf(error);
      if (!over) end(broken(fault, detail), fault === 'connection_lost' && !answer && isOfKeptConnection(error));
    },
  };
  return { handler, ended, breakOff, phase: () => phase };
}

/** The most interim answers (1xx) to a request: receivers that send any send one or two. */
const MAX_INTERIM = 20;
/** The most of a receiver's body that is read, in bytes: receivers have nothing to say to us. */
const MAX_BODY_BYTES = 65_536;
/** The part of it that is kept for the endpoint's owner, in bytes. */
const EXCERPT_BYTES = 1_024;

/** The beginning of a body, as it comes. */
class AnswerExcerpt {
  readonly #decoder = new TextDecoder();
  #size = 0;
  text = '';

  /** @returns false once the body is too large: the rest of it is not to be read. */
  take(chunk: Uint8Array): boolean {
    if (this.#size < EXCERPT_BYTES)
      this.text += this.#decoder.decode(chunk.subarray(0, EXCERPT_BYTES - this.#size), { stream: true });
    this.#size += chunk.length;
    return this.#size <= MAX_BODY_BYTES;
  }
}

/** Headers that tell an endpoint's owner who answered, and us when to try again. */
const KEPT: readonly string[] = [
  'content-type',
  'content-encoding',
  'location',
  'retry-after',
  'server',
  'www-authenticate',
  'x-request-id',
  'cf-ray',
];
const LONGEST_VALUE = 256;

/** Those of an answer's headers that are kept, by their lower-case names. */
function keptHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const name of KEPT) {
    const value = headers[name];
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) kept[name] = first.slice(0, LONGEST_VALUE);
  }
  return kept;
}

/** Faults with their details, by the code of the error. */
const BY_CODE: Readonly<Record<string, readonly [RequestFault, string | null]>> = {
  ENOTFOUND: ['host_not_found', 'no_such_name'],
  ENODATA: ['host_not_found', 'no_such_name'],
  EBADNAME: ['host_not_found', 'no_such_name'],
  ESERVFAIL: ['host_not_found', 'name_server_failed'],
  ETIMEOUT: ['host_not_found', 'name_server_silent'],
  ECONNREFUSED: ['connect_failed', 'refused'],
  EHOSTUNREACH: ['connect_failed', 'unreachable'],
  ENETUNREACH: ['connect_failed', 'unreachable'],
  EADDRNOTAVAIL: ['connect_failed', null],
  ETIMEDOUT: ['connect_timeout', null],
  UND_ERR_CONNECT_TIMEOUT: ['connect_timeout', null],
  [ANSWER_TOO_LARGE]: ['response_too_large', null],
  UND_ERR_HEADERS_OVERFLOW: ['malformed_response', null],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['malformed_response', null],
};

/** Codes of OpenSSL's and Node's refusals of a certificate or a handshake. */
const TLS = /^(ERR_(TLS|SSL)_|CERT_|EPROTO$|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH)/;

const CERTIFICATE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_not_yet_valid',
  CERT_REVOKED: 'certificate_revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_of_another_host',
  HOSTNAME_MISMATCH: 'certificate_of_another_host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_issuer_unknown',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_issuer_unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_issuer_unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_issuer_unknown',
  // RFC 8446 section 6.2; before TLS 1.3 a receiver has no word of its own for it.
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'client_certificate_required',
};

const MALFORMED = { fault: 'malformed_response', detail: null } as const;

/** Names the fault of a request, as its owner sees it: the names stay. `connection_lost`: an existing connection broke. */
function requestFaultOf(error: unknown): Pick<Broken, 'fault' | 'detail'> {
  if (error instanceof AddressRefused) return { fault: 'address_refused', detail: error.kind };
  const alert = error instanceof Error ? codeOf(error.cause) : '';
  const code = TLS.test(alert) ? alert : codeOf(error);
  if (TLS.test(code)) return { fault: 'tls_failed', detail: CERTIFICATE[code] ?? 'handshake' };
  // An answer that undici refuses itself: an upgrade, or one to no request.
  if (error instanceof Error && code === 'UND_ERR_SOCKET' && error.message.startsWith('bad ')) return MALFORMED;
  // llhttp, the parser, has codes for some of its refusals only.
  if (error instanceof Error && error.name === 'HTTPParserError') return MALFORMED;
  const [fault, detail] = BY_CODE[code] ?? ['connection_lost', null];
  return { fault, detail };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
