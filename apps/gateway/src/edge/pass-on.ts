import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { ADDRESSES_HEADER, COST_HEADER, type Operation, requestClassOf, type ServiceName } from '@fulfilment/contracts';
import { delay, tenantKey } from '@fulfilment/kernel';
import type { IdentityTokenFor } from '../authentication/authorise.ts';
import type { AuthorisedCaller } from '../authentication/principal.ts';
import type { OutgoingRequest } from '../proxy/attempt.ts';
import { fieldsForClient, fieldsForService } from '../proxy/header-rules.ts';
import type { SlowAnswers } from '../proxy/slow-answers.ts';
import { RowMeter } from '../rate-limiting/row-meter.ts';
import { acceptsGzip } from '../reference/send-document.ts';
import { type Exchange, hasBody } from './exchange.ts';
import { awaitsContinue } from './framing.ts';
import type { Gate } from './gate.ts';
import { prepayItems } from './receive-body.ts';
import type { EdgeTimes } from './server.ts';

export type ProxiedOperation = Operation & { readonly service: ServiceName };

export interface PassOnParts {
  readonly gate: Gate;
  readonly identityTokenFor: IdentityTokenFor;
  readonly slowAnswers: SlowAnswers;
  readonly forwardTo: (service: ServiceName, request: OutgoingRequest) => Promise<void>;
  readonly isDraining: () => boolean;
  readonly times: Pick<EdgeTimes, 'requestMs' | 'readerMs'>;
}

/** Passes an admitted request on to its service, and its answer back. */
export async function passOn(
  parts: PassOnParts,
  exchange: Exchange,
  caller: AuthorisedCaller,
  operation: ProxiedOperation,
): Promise<void> {
  const { request, response, requestId } = exchange;
  const answerMs = answerMsOf(exchange, operation);
  const tenant = tenantKey({ accountId: caller.claims.acc, environment: caller.claims.env });
  const watch = parts.slowAnswers.watch(tenant, operation, (most) => parts.gate.beyondShare(exchange, { most, of: 'requests' }));
  // Behind every refusal for want of a place: one that is refused so costs its one token.
  await prepayItems(parts, exchange, operation);
  request.socket.setTimeout(parts.times.readerMs);
  const identity = await parts.identityTokenFor(caller, operation.service);
  const upload = operation.upload && hasBody(request) ? request : undefined;
  if (upload && awaitsContinue(upload)) response.writeContinue();
  const meter = meterOf(parts.gate, exchange, operation);
  const [bodyMeter, answerMeter] = operation.upload ? [meter, undefined] : [undefined, meter];
  exchange.answerMeter = answerMeter;
  await parts.forwardTo(operation.service, {
    method: request.method ?? 'GET',
    requestClass: requestClassOf(operation),
    target: request.url ?? '/',
    fields: fieldsForService(request.rawHeaders, {
      identity,
      requestId,
      traceparent: exchange.traceparent,
      clientAddress: operation.api === 'account' ? exchange.client.address : undefined,
      // Rows are counted here, and compressed behind that.
      acceptEncoding: answerMeter && 'identity',
    }),
    body: exchange.body ?? upload,
    answerMs,
    readerMs: parts.times.readerMs,
    senderMs: parts.times.requestMs,
    ending: exchange.ending,
    response,
    watch,
    bodyMeter,
    answerMeter,
    // A compressor holds the events of a stream back until it has a block of them.
    begin: beginResponse(parts, exchange, answerMeter !== undefined && requestClassOf(operation) !== 'tail'),
  });
}

/** Milliseconds without a byte of the response, where the operation allows more; its body may take as long. */
function answerMsOf({ deadline }: Exchange, { withinSeconds }: Operation): number | undefined {
  if (withinSeconds === undefined) return undefined;
  deadline?.extend(withinSeconds * 1_000);
  return withinSeconds * 1_000;
}

/**
 * Charges what is left of the cost of the request before the headers go out, so that they include it.
 *
 * @param isCompressible whether it comes uncompressed, and goes to the client with gzip where that takes it.
 */
function beginResponse({ gate, isDraining }: PassOnParts, exchange: Exchange, isCompressible: boolean): OutgoingRequest['begin'] {
  const { request, response } = exchange;
  return (status, headers) => {
    exchange.shownAddresses = status === 200 ? Number(headers[ADDRESSES_HEADER] ?? 0) : 0;
    const cost = Number(headers[COST_HEADER] ?? 0) - (exchange.prepaidTokens ?? 0);
    const start = (): Writable => {
      for (const [name, value] of fieldsForClient(headers)) {
        // The gateway's own headers stay, except where both add to one.
        if (name === 'vary') response.appendHeader(name, value);
        else if (!response.hasHeader(name)) response.setHeader(name, value);
      }
      if (isDraining()) response.setHeader('Connection', 'close');
      const isCompressed =
        isCompressible && status === 200 && request.method === 'GET' && acceptsGzip(request.headers['accept-encoding']);
      if (isCompressed) response.setHeader('Content-Encoding', 'gzip').removeHeader('Content-Length');
      response.writeHead(status);
      return isCompressed ? compressed(response) : response;
    };
    // A cost that is not a number is none.
    if (!Number.isFinite(cost) || cost <= 0) return start();
    return gate.charge(exchange, Math.ceil(cost)).then(start);
  };
}

/** A stream that goes to the response with gzip. */
function compressed(response: ServerResponse): Writable {
  const gzip = createGzip();
  gzip.pipe(response);
  return gzip;
}

/** The meter of an operation that is charged by its rows and bytes. A body that waits for tokens has more time. */
function meterOf(gate: Gate, exchange: Exchange, { rowPrice, withinSeconds = 0 }: Operation): RowMeter | undefined {
  if (!rowPrice) return undefined;
  const { request, response, deadline } = exchange;
  const { rowsPerToken, dryRunRowsPerToken = rowsPerToken, bytesPerToken, lookedPerToken } = rowPrice;
  const isDryRun = new URLSearchParams(request.url?.split('?')[1]).get('dry_run') === 'true';
  const ended = new AbortController();
  response.once('close', () => ended.abort());
  return new RowMeter({
    rowsPerToken: isDryRun ? dryRunRowsPerToken : rowsPerToken,
    bytesPerToken,
    lookedPerToken,
    charge: (tokens) => gate.charge(exchange, tokens),
    pause: (ms) => {
      deadline?.extend(withinSeconds * 1_000 + ms);
      return delay(ms, ended.signal);
    },
  });
}
