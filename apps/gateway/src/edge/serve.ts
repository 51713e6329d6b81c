import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '@fulfilment/contracts';
import { problemOf } from '@fulfilment/http';
import { AppError } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import { invalidRequest } from '../request-refusals.ts';
import type { ClientAddress } from '../rate-limiting/client-address.ts';
import type { Cors } from './cors.ts';
import type { SendDocument } from '../reference/send-document.ts';
import { beginExchange, type Exchange, hasBody } from './exchange.ts';
import { checkFraming } from './framing.ts';
import type { Gate } from './gate.ts';
import type { AnswerHere } from './answer-here.ts';
import type { Authorise } from '../authentication/authorise.ts';
import type { ProxiedOperation, Proxy } from './proxy.ts';
import { API_PREFIXES, type RouteTable } from './route-table.ts';
import type { CheckOrigin } from '../authentication/same-origin.ts';
import { sendProblem } from './send-problem.ts';

export interface ServeParts {
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly standingHeaders: Readonly<Record<string, string>>;
  readonly clientAddress: ClientAddress;
  readonly cors: Cors;
  readonly gate: Gate;
  readonly routes: RouteTable;
  /** Operations of the account that whoever comes may ask for: there is nobody to recognise yet. */
  readonly openRoutes: RouteTable;
  readonly checkOrigin: CheckOrigin;
  readonly authorise: Authorise;
  readonly proxy: Proxy;
  /** What the gateway answers itself. */
  readonly answerHere: AnswerHere;
  readonly sendDocument: SendDocument;
  readonly isDraining: () => boolean;
}

/** Answers one request, whatever happens; resolves when the answer is under way or cannot be given any more. */
export type Serve = (request: IncomingMessage, response: ServerResponse) => Exchange;

export function makeServe(parts: ServeParts): Serve {
  return (request, response) => {
    const exchange = beginExchange(request, response, parts.clientAddress);
    for (const [name, value] of Object.entries(parts.standingHeaders)) response.setHeader(name, value);
    response.setHeader('X-Request-Id', exchange.requestId);
    if (parts.isDraining()) response.setHeader('Connection', 'close');
    // A client that breaks off is no failure of ours; whatever it means for the work is seen where the work is done.
    request.on('error', () => undefined);
    answer(parts, exchange).catch((error: unknown) => refuse(parts, exchange, error));
    return exchange;
  };
}

/** The order of the refusals is the contract's: the first that fails answers. */
async function answer(parts: ServeParts, exchange: Exchange): Promise<void> {
  const { cors, gate, openRoutes, sendDocument } = parts;
  const { request } = exchange;
  cors.permit(exchange);
  const path = checkFraming(request);
  if (request.headers.expect !== undefined && request.headers.expect.toLowerCase() !== '100-continue')
    throw invalidRequest('The only expectation that can be met is 100-continue.');
  if (cors.isPreflight(exchange)) {
    await gate.stranger(exchange);
    return cors.answerPreflight(exchange);
  }
  if (!API_PREFIXES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) {
    await gate.stranger(exchange);
    refuseBodyOfRead(request);
    return sendDocument(exchange, path);
  }
  if (openRoutes.has(request.method ?? '', path)) await answerStranger(parts, exchange);
  else await answerCaller(parts, exchange, path);
}

async function answerStranger({ gate, checkOrigin, answerHere }: ServeParts, exchange: Exchange): Promise<void> {
  await gate.stranger(exchange);
  refuseBodyOfRead(exchange.request);
  checkOrigin(exchange.request, false);
  answerHere(exchange, undefined);
}

async function answerCaller(parts: ServeParts, exchange: Exchange, path: string): Promise<void> {
  const { gate, routes, authorise, proxy, answerHere } = parts;
  const { request } = exchange;
  const principal = await gate.caller(exchange);
  const operation = routes.find(request.method ?? '', path);
  refuseBodyOfRead(request);
  const acting = authorise(principal, operation, request);
  if (isProxied(operation)) await proxy(exchange, acting, operation);
  else answerHere(exchange, acting);
}

function isProxied(operation: Operation): operation is ProxiedOperation {
  return operation.service !== 'gateway';
}

/** After the path and its methods: where there is nothing to read, that is what a client has to know first. */
function refuseBodyOfRead(request: IncomingMessage): void {
  const { method } = request;
  if ((method === 'GET' || method === 'HEAD') && hasBody(request)) throw invalidRequest(`${method} takes no body.`);
}

/** Answers with a problem, as long as nothing else was answered. Never throws: there is nobody left to tell. */
export async function refuse({ gate, logger, publicUrl }: ServeParts, exchange: Exchange, thrown: unknown): Promise<void> {
  // Of two reasons the first is told: a second one may be found in the body while the first is looked up.
  if (exchange.isRefused === true) return;
  exchange.isRefused = true;
  const { response, requestId } = exchange;
  if (!(thrown instanceof AppError)) logger.error({ err: thrown, requestId }, 'unexpected failure');
  else if (thrown.mayPass) logger.warn({ err: thrown, requestId }, 'unavailable');
  try {
    const error = await gate.refusal(exchange, thrown);
    if (response.headersSent) response.destroy();
    else sendProblem(exchange, problemOf(error, { requestId, publicUrl }));
  } catch (error) {
    logger.error({ err: error, requestId }, 'refusal failed');
    response.destroy();
  }
}
