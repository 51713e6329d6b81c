import { setMaxListeners } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { BYTES_PER_TOKEN, errors, EVENT_STREAM, NDJSON, PROCESSING_HEADER, READINESS_PATH } from '@fulfilment/contracts';
import type { VerifyIdentity } from '@fulfilment/identity';
import { type Answered, assertNever, type OwedLines, type RequestContext, type Stoppable, tenantKey } from '@fulfilment/kernel';
import { NotedLines } from './noted-lines.ts';
import type { Logger, Metrics, Tracing } from '@fulfilment/observability';
import compression from 'compression';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { accessLog } from './access-log.ts';
import { access, contextFor, permissionsOf, type StoredBytes } from './access.ts';
import { answerDownload, answerUpload } from './answer-stream.ts';
import { failures, methodNotAllowed, notFound } from './problem.ts';
import { tellProcessing } from './processing.ts';
import { readJsonBody } from './read-body.ts';
import { chargeRead, chargeWrite, setReplyHeaders, tellCost } from './reply-headers.ts';
import { etagOf, isKnownToCaller, refuseConditions, requestIds, traced, writeContext } from './request-context.ts';
import type { BoundRoute, JsonRoute, RawInput, RawReply } from './route.ts';
import { type Turns, turnsOfPages } from './turns.ts';

/** Runs a request under its idempotency key once, and gives a repeat the first reply. */
export type KeepReply = (context: RequestContext, run: () => Promise<RawReply>) => Promise<Answered<RawReply>>;

/** Options of {@link startApi}. */
export interface ApiOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly publicUrl: string;
  readonly routes: readonly BoundRoute[];
  readonly verify: VerifyIdentity;
  readonly logger: Logger;
  /** For the line of each answer, of named fields alone; `logger` by default. */
  readonly requestLogger?: Logger;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  /** Turns a store's retryable errors into `AppError`s; returns any other value as it is. */
  readonly translate: (error: unknown) => unknown;
  /** Honours idempotency keys where use cases do not: it keeps replies. Without it no route may ask for that. */
  readonly keepReply?: KeepReply;
  /** Lines of orders that writes and exports pay for beside their own, and to which those of one that fails, or is left, are added. */
  readonly owed?: OwedLines;
  /** Refuses what adds records of a tenant with as many bytes as it may store. Without it none is refused. */
  readonly storedBytes?: StoredBytes;
  /** False while requests of a method are refused with 503: the process is of an earlier release than its store. */
  readonly serves?: (method: string) => boolean;
}

/** The HTTP side of a service. */
export interface ApiServer extends RunningServer {
  /** From now on it reports not ready, and closes each connection with its next answer. */
  drain(): void;
}

/** Keep-alive towards the gateway, in milliseconds: longer than the gateway keeps an idle connection, so that the gateway closes first. */
const KEEP_ALIVE_MS = 65_000;

/** Starts the HTTP side of a service, for the gateway and the operator alone. */
export async function startApi(options: ApiOptions): Promise<ApiServer> {
  const leaving = new AbortController();
  // Each answer without an end of its own listens.
  setMaxListeners(0, leaving.signal);
  const state = { isDraining: false, leaving: leaving.signal };
  const server = createServer(apiApp(options, state));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // An import may be slow; the gateway bounds it for each operation.
  server.requestTimeout = 0;
  const port = await listen(server, options);
  const drain = (): void => {
    state.isDraining = true;
    leaving.abort();
  };
  const stop = (): Promise<void> => {
    drain();
    return stopServer(server);
  };
  return { port, drain, stop };
}

interface State {
  readonly isDraining: boolean;
  readonly leaving: AbortSignal;
}

/** Refuses the requests that `serves` is false for. */
export function refusing(serves: ApiOptions['serves'] = () => true): RequestHandler {
  return ({ method }, _response, next) => {
    if (!serves(method)) throw errors.upstreamUnavailable('The service is being upgraded. Try again.');
    next();
  };
}

function closeIfDraining(state: State): RequestHandler {
  return (_request, response, next) => {
    if (state.isDraining) response.set('Connection', 'close');
    response.locals['leaving'] = state.leaving;
    next();
  };
}

/** The text types of the library, and NDJSON, which it does not know; not events, which compression would hold back. */
function isCompressible(request: Request, response: Response): boolean {
  if (String(response.get('content-type')).startsWith(EVENT_STREAM)) return false;
  return String(response.get('content-type')).startsWith(NDJSON) || compression.filter(request, response);
}

/** Compresses answers of 1 KiB or more for those who accept it. */
function compressing(): RequestHandler {
  const compress = compression({ threshold: 1_024, filter: isCompressible });
  return (request, response, next) => {
    if (request.headers['accept-encoding'] !== undefined) return compress(request, response, next);
    // The library would wrap the answer all the same.
    response.vary('Accept-Encoding');
    return next();
  };
}

function apiApp(options: ApiOptions, state: State): Express {
  const app = apiExpress();
  app.get(READINESS_PATH, (_request, response) => {
    response.set(PROCESSING_HEADER, '1');
    response.status(state.isDraining ? 503 : 200).end();
  });
  app.use(
    tellProcessing,
    closeIfDraining(state),
    cacheControl(PRIVATE_REVALIDATED),
    requestIds,
    ...(options.tracing ? [traced(options.tracing)] : []),
    accessLog({ logger: options.requestLogger ?? options.logger, metrics: options.metrics }),
    compressing(),
    access(options.verify, options.storedBytes),
  );
  app.use('/account', cacheControl(NOT_STORED));
  app.use('/v1', withoutEnvironment);
  app.use(refusing(options.serves));
  mountRoutes(app, options.routes, options);
  app.use(notFound);
  app.use(failures(options));
  return app;
}

/**
 * Takes `environment` off the query of a request: sessions name theirs with it, and the gateway has settled it in the identity of the
 * caller. Contracts, idempotency keys and cursors never see it.
 */
const withoutEnvironment: RequestHandler = (request, _response, next) => {
  if (request.url.includes('environment=')) {
    const { environment: _settled, ...query } = request.query;
    Object.defineProperty(request, 'query', { value: query });
  }
  next();
};

/** A server that listens. */
export interface RunningServer extends Stoppable {
  readonly port: number;
}

/** @returns the port it listens on. @throws Error `EADDRINUSE` where the port is taken. */
export async function listen(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<AddressInfo>();
  server.once('error', reject);
  server.listen(port, host, () => {
    const address = server.address();
    if (address === null || typeof address === 'string') reject(new Error('The server has no TCP address'));
    else resolve(address);
  });
  const address = await promise;
  server.off('error', reject);
  return address.port;
}

/** Milliseconds in which answers under way may finish. */
const DRAIN_MS = 15_000;
/** Interval for closing connections whose answer has ended. */
const CLOSE_IDLE_EVERY_MS = 50;

/** Refuses new connections, lets answers under way finish, and closes the rest after 15 s. */
export async function stopServer(server: Server): Promise<void> {
  // Right after the event loop has read its sockets hardly any request is unread.
  await setImmediate();
  if (!server.listening) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  const closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await promise;
  clearInterval(closing);
  clearTimeout(cut);
}

/** An Express app with the settings of every API: exact paths, plain queries, and neither `X-Powered-By` nor a generated `ETag`. */
export function apiExpress(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', 'simple');
  return app;
}

const VERBS = { GET: 'get', POST: 'post', PATCH: 'patch', DELETE: 'delete' } as const;

/** Sorts what is said before what is a parameter: `/orders/batch` before `/orders/:id`. */
const precedenceOf = (path: string): string => path.replaceAll(':', '\uFFFF');

type MountOptions = Pick<ApiOptions, 'keepReply' | 'owed'>;

/** Adds routes to an app, in whatever order they come, and 405 with `Allow` for the other methods of their paths. */
export function mountRoutes(app: Express, routes: readonly BoundRoute[], { keepReply, owed }: MountOptions = {}): void {
  const parts = { turns: turnsOfPages(), keepReply, owed };
  const byPath = [...Map.groupBy(routes, (route) => route.path)];
  for (const [path, ofPath] of byPath.toSorted(([a], [b]) => (precedenceOf(a) < precedenceOf(b) ? -1 : 1))) {
    const target = app.route(path);
    for (const route of ofPath) target[VERBS[route.method]](handlerOf(route, parts));
    target.all(({ method }) => {
      throw methodNotAllowed(
        method,
        ofPath.map((route) => route.method),
      );
    });
  }
}

interface AnswerParts {
  readonly turns: Turns;
  readonly keepReply: KeepReply | undefined;
  readonly owed: OwedLines | undefined;
}

function handlerOf(route: BoundRoute, parts: AnswerParts): RequestHandler {
  switch (route.type) {
    case 'json':
      return answer(route, parts);
    case 'download':
      return answerDownload(route, parts.owed);
    case 'upload':
      return answerUpload(route, parts.owed);
    default:
      return assertNever(route);
  }
}

/** For tenants' records: only the client may keep a copy, and revalidates it before use (RFC 9111 section 5.2.2). */
const PRIVATE_REVALIDATED = 'private, no-cache';

/** For settings of accounts, which may hold secrets: no copy (RFC 9111 section 5.2.2.5). */
export const NOT_STORED = 'no-store';

/** Sets the `Cache-Control` of every answer. */
export function cacheControl(value: string): RequestHandler {
  return (_request, response, next) => {
    response.setHeader('Cache-Control', value);
    next();
  };
}

/** Turns a route of JSON for JSON into an Express handler. Express 5 passes a rejected promise to the error handler. */
function answer(route: JsonRoute, { turns, keepReply, owed }: AnswerParts): RequestHandler {
  return async (request, response) => {
    const asked = route.method === 'GET' ? readOnly(route, request, response) : await written(route, request, response);
    const gone = goneOf(route, response);
    const give = () => giveAnswer(route, { request, response, gone, keepReply, owed, ...asked });
    if (route.isList !== true) return void (await give());
    // Nothing is made for one that left while it waited.
    const inTurn = async (): Promise<number> => (gone.aborted ? 0 : give());
    await turns.take(tenantKey(asked.context.tenant), inTurn, (bytes) => bytes > BYTES_PER_TOKEN);
  };
}

interface ToAnswer extends Asked {
  readonly request: Request;
  readonly response: Response;
  readonly gone: AbortSignal;
  readonly keepReply: KeepReply | undefined;
  readonly owed: OwedLines | undefined;
}

/** @returns the bytes of the answer. */
async function giveAnswer(route: JsonRoute, asked: ToAnswer): Promise<number> {
  const { request, response, gone, keepReply, owed, body, context } = asked;
  const [params, query] = [{ ...request.params }, { ...request.query }];
  const header = (name: string) => request.get(name);
  const noted = new NotedLines(context.tenant, owed);
  const run = () =>
    route.run({ params, query, body, context: { ...context, noteLines: noted.note }, ...permissionsOf(response), header, gone });
  const reply = await noted.unlessItFails(
    route.idempotency === 'reply' && context.idempotency ? keptReply(keepReply, context, run) : run(),
  );
  setReplyHeaders(response, reply);
  if (reply.places) tellCost(response, route.cost, body, reply.places);
  linkNextPage(request, response, reply.body);
  const version = versionOf(reply.body);
  const etag = version === undefined ? undefined : etagOf(version, reply.isReduced);
  if (etag !== undefined) response.setHeader('ETag', etag);
  const isRead = route.method === 'GET';
  if (isRead && etag !== undefined && isKnownToCaller(request.get('if-none-match'), etag)) {
    response.status(304).end();
    return 0;
  }
  const text = JSON.stringify(reply.body);
  const bytes = Buffer.byteLength(text);
  if (isRead) await chargeRead(response, { bytes, examined: reply.examined, price: route.examinedPrice });
  else await chargeWrite(response, { bytes, lines: (reply.lines ?? 0) + noted.all() });
  // As `response.json` does, which for a small answer takes several times as long.
  response.statusCode = reply.status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes);
  response.end(text);
  return bytes;
}

async function keptReply(
  keepReply: KeepReply | undefined,
  context: RequestContext,
  run: () => Promise<RawReply>,
): Promise<RawReply> {
  if (!keepReply) throw new Error('Nothing keeps the replies of this process');
  const { result, replayed } = await keepReply(context, run);
  return { ...result, replayed };
}

/** Milliseconds that a batch may take. The gateway waits for 30 s, and its answer is to be on its way by then. */
const BATCH_MS = 28_000;

function goneOf({ cost }: JsonRoute, response: Response): AbortSignal {
  const ended = new AbortController();
  const abort = (): void => ended.abort(errors.timeout('The request ended before all of its work was done.'));
  const timer = cost && setTimeout(abort, BATCH_MS);
  response.once('close', () => {
    clearTimeout(timer);
    if (!response.writableFinished) abort();
  });
  return ended.signal;
}

type Asked = Pick<RawInput, 'body' | 'context'>;

function readOnly(route: JsonRoute, request: Request, response: Response): Asked {
  const context = contextFor(route, response);
  refuseConditions(request.headers, route.conditions);
  return { body: {}, context };
}

async function written(route: JsonRoute, request: Request, response: Response): Promise<Asked> {
  // A caller without permission is refused before the body is read.
  const asked = contextFor(route, response);
  const body = await readJsonBody(request, route.maxBodyBytes, receivedBody(response));
  tellCost(response, route.cost, body);
  return { body, context: writeContext(asked, route, request, body) };
}

/** The body, where the server that embeds the API has read it. */
function receivedBody({ locals: { body } }: Response<unknown, { readonly body?: Buffer }>): Buffer | undefined {
  return body;
}

/** The version of a body that is one record. */
function versionOf(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('version' in body)) return undefined;
  return typeof body.version === 'number' ? body.version : undefined;
}

/** RFC 8288: a relative reference, so that `Host` is not reflected. */
function linkNextPage(request: Request, response: Response, body: unknown): void {
  if (typeof body !== 'object' || body === null || !('next_cursor' in body) || typeof body.next_cursor !== 'string') return;
  const [path = '', query = ''] = request.originalUrl.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', body.next_cursor);
  response.set('Link', `<${path}?${parameters.toString()}>; rel="next"`);
}
