import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AppError } from '@fulfilment/kernel';
import type { LogAccess } from './access-log.ts';
import { type AnswerBrokenRequest, refusalOf } from './broken-request.ts';
import type { ConnectionBound } from './connection-bound.ts';
import { type Exchange, hasBody, startBodyDeadline } from './exchange.ts';
import { invalidRequest } from './framing.ts';
import type { Networks } from '../authentication/client-address.ts';
import { lineBegunOn, readInPieces } from './read-in-pieces.ts';
import { RequestTurns } from './request-turns.ts';
import { UnreadAnswers } from './unread-answers.ts';

/** Milliseconds. A client that takes longer has no honest reason to. */
export interface EdgeTimes {
  /** For the whole header. */
  readonly headersMs: number;
  /** For the body after it; an operation may allow more. */
  readonly requestMs: number;
  /** In each of which a body must bring 2 KiB a second on average, or end; a file has `requestMs` for that. */
  readonly bodyMs: number;
  /** Without reading a byte of a service's response. */
  readonly readerMs: number;
  /** Without reading a byte of the gateway's own, which lies in its memory whole. */
  readonly ownReaderMs: number;
}

export const EDGE_TIMES: EdgeTimes = {
  headersMs: 10_000,
  requestMs: 30_000,
  bodyMs: 10_000,
  readerMs: 60_000,
  ownReaderMs: 10_000,
};

const CHECK_EVERY_MS = 2_000;
/** Longer than load balancers keep their side, so that they close first and lose no request to a closing connection. */
const KEEP_ALIVE_MS = 75_000;
/** Room for a target and a header that are refused with a reason; the parser cuts only larger ones. */
const PARSER_BYTES = 32_768;

export interface ServerParts {
  readonly serve: (request: IncomingMessage, response: ServerResponse) => Exchange;
  readonly logAccess: LogAccess;
  readonly answerBroken: AnswerBrokenRequest;
  readonly networksOf: (socket: Duplex) => Networks;
  readonly connections: ConnectionBound;
  /** Called for each request that is dropped behind an exchange. */
  readonly noteDropped: (exchange: Exchange) => void;
  /** Refuses an exchange whose request turned out to be broken. */
  readonly refuse: (exchange: Exchange, error: AppError) => void;
  readonly times?: EdgeTimes;
}

/** The server that clients reach, on bare `node:http`: Express adds a quarter of a bare proxy's CPU time to every request (ADR 0021). */
export function makeServer(parts: ServerParts): Server {
  const times = parts.times ?? EDGE_TIMES;
  const { headersMs, readerMs, ownReaderMs } = times;
  const unread = new UnreadAnswers();
  const underWay = new WeakMap<Duplex, Exchange>();
  const answered = new WeakSet<Duplex>();
  const server = createServer({
    maxHeaderSize: PARSER_BYTES,
    headersTimeout: headersMs,
    // Each body has its own deadline.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, headersMs),
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Node's own answer to a missing Host would carry none of our headers.
    requireHostHeader: false,
  });
  // Beyond this number Node would drop fields silently; the framing check counts them.
  server.maxHeadersCount = 0;
  server.timeout = readerMs;

  const serve = (request: IncomingMessage, response: ServerResponse, fault: AppError | undefined): void => {
    request.socket.setTimeout(ownReaderMs);
    unread.watch(response);
    const exchange = parts.serve(request, response);
    underWay.set(request.socket, exchange);
    if (hasBody(request)) exchange.deadline = startBodyDeadline(request, times, (error) => parts.refuse(exchange, error));
    parts.logAccess(exchange);
    if (fault) parts.refuse(exchange, fault);
  };
  const turns = new RequestTurns(serve, (socket) => {
    const exchange = underWay.get(socket);
    if (exchange) parts.noteDropped(exchange);
  });
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    // The connection has had its only answer.
    if (answered.has(request.socket)) return;
    // Node's parser drops the bytes behind a request for another protocol, so none may follow on this connection.
    if (request.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    turns.take(request, response);
  };
  const answerBroken = (socket: Duplex, error: AppError): void => {
    if (answered.has(socket)) return;
    answered.add(socket);
    void parts.answerBroken(socket, error, parts.networksOf(socket));
  };

  server.on('connection', (socket: Socket) => {
    const admission = parts.connections.admit(socket);
    if (admission === 'admitted') readInPieces(socket);
    else if (admission === 'answered') answerBroken(socket, parts.connections.refusal(socket));
    else if (admission === 'reset') socket.resetAndDestroy();
  });
  server.on('request', onRequest);
  server.on('checkContinue', onRequest);
  server.on('checkExpectation', onRequest);
  server.on('connect', (_request, socket) => answerBroken(socket, invalidRequest('CONNECT is not supported.')));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const exchange = underWay.get(socket);
    const refusal = refusalOf(error, lineBegunOn(socket));
    if (error.code === 'ECONNRESET' || !socket.writable || isUnused(socket, error)) socket.destroy();
    else if (turns.closeAfterWaiting(socket, refusal)) return;
    else if (!exchange || isOver(exchange)) answerBroken(socket, refusal);
    else if (exchange.request.complete) closeAfterAnswer(exchange, socket);
    // The client closed its side in the middle of its body: it has left. Or it has its response: a second one would be read as
    // that of its next request.
    else if (error.code === 'HPE_INVALID_EOF_STATE' || exchange.response.writableFinished) socket.destroy();
    else parts.refuse(exchange, refusal);
  });
  server.on('timeout', (socket) => {
    const exchange = underWay.get(socket);
    if (!exchange || isOver(exchange)) socket.destroy();
    // With nothing to read, it is not the client that keeps us waiting.
    else if (socket.writableLength > 0) socket.resetAndDestroy();
  });
  return server;
}

/** A connection that was opened ahead of its first request: an answer would be read as the answer to that. */
function isUnused(socket: Duplex, { code }: NodeJS.ErrnoException): boolean {
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket instanceof Socket && socket.bytesRead === 0;
}

function isOver({ request, response }: Exchange): boolean {
  return request.complete && response.writableFinished;
}

/** The bytes after a complete request are broken: its response is the last one. */
function closeAfterAnswer({ response }: Exchange, socket: Duplex): void {
  response.once('close', () => socket.destroy());
}
