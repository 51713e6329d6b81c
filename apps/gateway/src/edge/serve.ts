import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import {
  type CallerRecord,
  conditionsOf,
  maxBodyBytesOf,
  type Operation,
  operations,
  requestClassOf,
} from '@fulfilment/contracts';
import { type EmbeddedApi, parsedQuery, type Problem, PROBLEM_TYPE, problemOf, refuseConditions } from '@fulfilment/http';
import { AppError, delay, isRetryable } from '@fulfilment/kernel';
import { type Logger, traceFields, type Tracing } from '@fulfilment/observability';
import type { CheckOrigin } from '../authentication/authorise.ts';
import { presentCaller } from '../authentication/present-caller.ts';
import type { AddressReads } from '../accounts/address-reads.ts';
import type { AuthorisedCaller } from '../authentication/principal.ts';
import type { ArrivingBodies } from '../proxy/arriving-bodies.ts';
import type { TenantShares } from '../proxy/tenant-shares.ts';
import type { ClientAddress } from '../authentication/client-address.ts';
import { isAssetOfConsole } from '../console/console-documents.ts';
import { isForBrowser, type SendDocument } from '../reference/send-document.ts';
import { authoriseAfresh, authoriseBody, isJudgedByBody } from './authorise-request.ts';
import { beginExchange, type Exchange, hasBody, noteOperation } from './exchange.ts';
import { awaitsContinue, checkFraming, invalidRequest } from './framing.ts';
import { passOn, type PassOnParts, type ProxiedOperation } from './pass-on.ts';
import { receiveBody, refuseAnnouncedBody } from './receive-body.ts';
import { cachingOf, type Cors } from './response-headers.ts';
import { type NoteInAuditLog, settle } from './settle.ts';
import { API_PREFIXES, type RouteTable } from './route-table.ts';
import { takeTurn, type TurnParts } from './take-turn.ts';

export interface ServeParts extends PassOnParts, TurnParts {
  readonly publicUrl: string;
  readonly logger: Logger;
  /** Names and values. */
  readonly securityHeaders: ReadonlyArray<readonly [name: string, value: string]>;
  readonly clientAddress: ClientAddress;
  readonly tracing?: Tracing | undefined;
  readonly cors: Cors;
  readonly routes: RouteTable;
  /** Operations of the account that need neither key nor session. */
  readonly openRoutes: RouteTable;
  readonly checkOrigin: CheckOrigin;
  readonly sendDocument: SendDocument;
  /** The API of accounts, keys and members, which the gateway answers itself. */
  readonly accountApi: EmbeddedApi;
  readonly arriving: ArrivingBodies;
  readonly shares: TenantShares;
  readonly noteInAuditLog: NoteInAuditLog;
  readonly addressReads: Pick<AddressReads, 'note'>;
  /** Aborts when the gateway begins to drain. */
  readonly leaving: AbortSignal;
}

/** Begins the exchange of a request and answers it in any case. */
export function serve(parts: ServeParts, request: IncomingMessage, response: ServerResponse): Exchange {
  const exchange = beginExchange(request, response, parts);
  for (const [name, value] of parts.securityHeaders) response.setHeader(name, value);
  response.setHeader('X-Request-Id', exchange.requestId);
  if (parts.isDraining()) response.setHeader('Connection', 'close');
  // A client that breaks off is no failure of ours; the part that works for it notices.
  request.on('error', () => undefined);
  answer(parts, exchange).catch((error: unknown) => refuse(parts, exchange, error));
  return exchange;
}

/** The order of the refusals is the contract's: the first that applies is the answer. */
async function answer(parts: ServeParts, exchange: Exchange): Promise<void> {
  const { cors, gate, openRoutes, sendDocument } = parts;
  const { request } = exchange;
  cors.permit(exchange);
  const path = checkFraming(request);
  if (awaitsContinue(request) && request.headers.expect?.toLowerCase() !== '100-continue')
    throw invalidRequest('The only expectation that can be met is 100-continue.');
  if (cors.isPreflight(exchange)) {
    await gate.admitAnonymous(exchange);
    cors.answerPreflight(exchange);
  } else if (path === '/' && isForBrowser(request)) {
    await gate.admitAnonymous(exchange);
    redirectToDocs(exchange);
  } else if (!API_PREFIXES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) {
    await (isAssetOfConsole(path) ? gate.admitReader(exchange) : gate.admitAnonymous(exchange));
    refuseUnreadBody(request);
    await sendDocument(exchange, path);
  } else if (openRoutes.has(request.method ?? '', path)) await answerAnonymous(parts, exchange, path);
  else await answerCaller(parts, exchange, path);
}

function redirectToDocs({ response }: Exchange): void {
  response.appendHeader('Vary', 'Accept');
  response.writeHead(303, { Location: '/docs', 'Cache-Control': 'no-cache', 'Content-Length': 0 }).end();
}

async function answerAnonymous(parts: ServeParts, exchange: Exchange, path: string): Promise<void> {
  const { request } = exchange;
  await parts.gate.admitAnonymous(exchange);
  const operation = parts.openRoutes.find(request.method ?? '', path);
  noteOperation(exchange, operation);
  refuseUnreadBody(request);
  parts.checkOrigin(request, { isRequired: false });
  answerHere(parts, exchange, operation, undefined);
}

async function answerCaller(parts: ServeParts, exchange: Exchange, path: string): Promise<void> {
  const { gate, routes } = parts;
  const { request } = exchange;
  const principal = await gate.admitCaller(exchange);
  if (principal.type === 'session') exchange.response.setHeader('Cache-Control', cachingOf(exchange));
  const operation = routes.find(request.method ?? '', path);
  noteOperation(exchange, operation);
  refuseUnreadBody(request);
  const caller = await authoriseAfresh(parts, exchange, operation, principal);
  if (isProxied(operation)) {
    const answering = () => answerInTurn(parts, exchange, caller, operation);
    await onceArrived(parts, exchange, { caller, operation }, answering);
  } else if (isJudgedByBody(operation))
    await onceArrived(parts, exchange, { caller, operation }, () => answerHere(parts, exchange, operation, caller));
  else if (operation.id === operations.getCaller.id) answerCallerRecord(exchange, presentCaller(principal, caller));
  else answerHere(parts, exchange, operation, caller);
}

/** Answers {@link operations.getCaller}. @throws AppError `invalid_parameter`. */
function answerCallerRecord(exchange: Exchange, record: CallerRecord): void {
  const { request, response } = exchange;
  refuseConditions(request.headers, conditionsOf(operations.getCaller));
  parsedQuery(operations.getCaller.query, parse(request.url?.split('?')[1] ?? ''));
  const text = JSON.stringify(record);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.setHeader('Cache-Control', cachingOf(exchange));
  response.end(text);
}

function isProxied(operation: Operation): operation is ProxiedOperation {
  return operation.service !== 'gateway';
}

/** Runs after the look-up of path and method: for an unknown path, 404 is the answer that helps. */
function refuseUnreadBody(request: IncomingMessage): void {
  const { method } = request;
  if ((method === 'GET' || method === 'HEAD') && hasBody(request)) throw invalidRequest(`${method} takes no body.`);
}

/** Answers an admitted request in the gateway itself. @param caller undefined where the operation is open to everyone. */
function answerHere(
  { accountApi, gate }: ServeParts,
  exchange: Exchange,
  operation: Operation,
  caller: AuthorisedCaller | undefined,
): void {
  const { request, response, requestId, client } = exchange;
  refuseAnnouncedBody(request, maxBodyBytesOf(operation));
  if (hasBody(request) && awaitsContinue(request)) response.writeContinue();
  accountApi(request, response, {
    caller: caller ? { type: 'caller', claims: caller.claims } : { type: 'anonymous' },
    requestId,
    traceparent: exchange.traceparent,
    clientAddress: client.address,
    sessionId: caller?.sessionId,
    body: exchange.body,
    charge: (tokens) => gate.charge(exchange, tokens),
  });
}

/** Has an admitted request answered once its body is here. @throws AppError where it is not. */
async function onceArrived(
  parts: ServeParts,
  exchange: Exchange,
  { caller, operation }: { readonly caller: AuthorisedCaller; readonly operation: Operation },
  answering: () => Promise<void> | void,
): Promise<void> {
  const arrived = await receiveBody(parts, exchange, operation, caller.claims.acc);
  if (arrived === 'broken-off') return;
  exchange.body = arrived?.body;
  try {
    // One that was too late was refused while it came.
    if (exchange.isRefused === true) return;
    await authoriseBody(parts, exchange, operation);
    await answering();
  } finally {
    arrived?.release();
  }
}

async function answerInTurn(
  parts: ServeParts,
  exchange: Exchange,
  caller: AuthorisedCaller,
  operation: ProxiedOperation,
): Promise<void> {
  const turn = await takeTurn(parts, exchange, { caller, operation });
  if (!turn) return;
  try {
    await answerWithinShare(parts, exchange, turn.caller, operation);
  } finally {
    turn.end();
  }
}

async function answerWithinShare(
  parts: ServeParts,
  exchange: Exchange,
  caller: AuthorisedCaller,
  operation: ProxiedOperation,
): Promise<void> {
  const { acc: accountId, sub } = caller.claims;
  const { service } = operation;
  const requestClass = requestClassOf(operation);
  const permit = parts.shares.take({ accountId, caller: sub, service, requestClass });
  if (permit.type === 'beyond-share') throw parts.gate.beyondShare(exchange, { most: permit.most, of: 'requests' });
  const watch = requestClass === 'tail' ? watchCaller(parts, exchange, operation) : undefined;
  exchange.ending = watch?.ended;
  try {
    await passOn(parts, exchange, caller, operation);
  } finally {
    watch?.stop();
    permit.release();
    await settle(parts, exchange, caller, operation);
  }
}

/** Milliseconds between two checks of a caller whose answer has no end: as long as a revocation may take. */
const CHECK_CALLER_EVERY_MS = 1_000;

/** Ends an answer once its caller may not have it any more, or this gateway drains. */
function watchCaller({ gate, authorise, leaving }: ServeParts, exchange: Exchange, operation: Operation) {
  const refused = new AbortController();
  const check = async (): Promise<void> => {
    try {
      authorise(await gate.authenticate(exchange), operation, exchange.request);
    } catch (error) {
      if (!isRetryable(error)) refused.abort();
    }
  };
  const timer = setInterval(() => void check(), CHECK_CALLER_EVERY_MS);
  return { ended: AbortSignal.any([leaving, refused.signal]), stop: () => clearInterval(timer) };
}

/** Answers with a problem unless a response has begun. Never throws. */
export async function refuse({ gate, logger, publicUrl }: ServeParts, exchange: Exchange, thrown: unknown): Promise<void> {
  // The first of two reasons counts: the body may give a second one while the first is looked up.
  if (exchange.isRefused === true) return;
  exchange.isRefused = true;
  const { response, requestId } = exchange;
  const traced = { requestId, ...traceFields(exchange.traceparent) };
  if (!(thrown instanceof AppError)) logger.error({ err: thrown, ...traced }, 'unexpected failure');
  else if (isRetryable(thrown)) logger.warn({ err: thrown, ...traced }, 'unavailable');
  try {
    const error = await gate.refusal(exchange, thrown);
    if (response.headersSent) response.destroy();
    else sendProblem(exchange, problemOf(error, { requestId, publicUrl }));
  } catch (error) {
    logger.error({ err: error, requestId }, 'a refusal could not be sent');
    response.destroy();
  }
}

/** Milliseconds for which the rest of a refused body is read. */
const LINGER_MS = 1_000;

function sendProblem(exchange: Exchange, { status, headers, body }: Problem): void {
  const { request, response } = exchange;
  const text = JSON.stringify(body);
  const isUnread = hasBody(request) && !request.complete;
  response.setHeader('Content-Type', PROBLEM_TYPE);
  response.setHeader('Cache-Control', cachingOf(exchange));
  response.setHeader('Content-Length', Buffer.byteLength(text));
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (isUnread) response.setHeader('Connection', 'close');
  response.writeHead(status);
  if (!isUnread) {
    response.end(request.method === 'HEAD' ? undefined : text);
    return;
  }
  response.write(text);
  request.resume();
  void closedOrLate(request).then(() => response.end());
}

/** Closed at once, a connection with unread bytes is reset, and the client may never see the reason. */
async function closedOrLate(request: IncomingMessage): Promise<void> {
  const over = new AbortController();
  await Promise.race([once(request, 'close', { signal: over.signal }).catch(() => undefined), delay(LINGER_MS, over.signal)]);
  over.abort();
}
