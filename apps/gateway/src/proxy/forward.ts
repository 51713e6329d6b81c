import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { errors, type RequestClass } from '@fulfilment/contracts';
import { payloadTooLarge } from '@fulfilment/http';
import { type AppError, assertNever, backoffMs, delay } from '@fulfilment/kernel';
import { type Dispatcher, errors as undiciErrors, type Pool } from 'undici';
import type { Instances } from './instances.ts';

const BACK_OFF = { firstMs: 50, maxMs: 250 } as const;

export interface ForwardOptions {
  readonly instances: Instances;
  /** Milliseconds for which a request that was not sent is retried. */
  readonly retryBudgetMs: number;
  readonly onOutcome: (outcome: Outcome['type']) => void;
}

/**
 * Has one of the instances answer. A request that was provably not sent is retried, on another instance or a little later; one that
 * may have been received is repeated once, and only if it is GET or HEAD.
 *
 * @throws AppError `upstream_unavailable`, `timeout`, `payload_too_large`, all before the response has begun.
 */
export async function forward(request: OutgoingRequest, options: ForwardOptions): Promise<void> {
  const progress = { giveUpAtMs: performance.now() + options.retryBudgetMs, failures: 0, repeated: false };
  while (!(await isDone(request, options, progress)));
}

interface Progress {
  readonly giveUpAtMs: number;
  failures: number;
  repeated: boolean;
}

async function isDone(request: OutgoingRequest, options: ForwardOptions, progress: Progress): Promise<boolean> {
  const outcome = await attemptOnce(request, options);
  switch (outcome.type) {
    case 'answered':
    case 'client-left':
      return true;
    case 'not-sent':
      await waitForAnother(outcome.cause, options, progress);
      return false;
    case 'broken':
      spendRepetition(request, outcome.cause, progress);
      return false;
    case 'cut':
      breakOff(request, outcome.cause);
      return true;
    case 'failed':
      throw outcome.error;
    default:
      return assertNever(outcome);
  }
}

async function attemptOnce(request: OutgoingRequest, { instances, onOutcome }: ForwardOptions): Promise<Outcome> {
  const instance = instances.start(request.requestClass);
  if (!instance) throw errors.upstreamUnavailable('The service is overloaded. Nothing was done; try again.');
  try {
    const outcome = await attempt(instance.pool, request);
    if (outcome.type === 'not-sent') instances.markDown(instance);
    onOutcome(outcome.type);
    return outcome;
  } finally {
    instances.finish(instance, request.requestClass);
  }
}

async function waitForAnother(cause: unknown, { instances }: ForwardOptions, progress: Progress): Promise<void> {
  if (instances.healthyCount() > 0) return;
  progress.failures += 1;
  const waitMs = backoffMs(progress.failures, BACK_OFF);
  if (performance.now() + waitMs > progress.giveUpAtMs)
    throw errors.upstreamUnavailable('The service cannot be reached. Nothing was done; try again.', { cause });
  await delay(waitMs);
}

/** A response that has begun can only be cut: so the client knows that it is incomplete. */
function breakOff({ response }: OutgoingRequest, cause: unknown): void {
  if (!response.headersSent) throw brokeOff(cause);
  // In HTTP/1.0 the end of the connection ends a response: only a reset shows that it is incomplete.
  if (response.socket?.writable) response.socket.resetAndDestroy();
  response.destroy();
}

/** Allows one repetition, of a request that only reads. */
function spendRepetition({ method }: OutgoingRequest, cause: unknown, progress: Progress): void {
  if (progress.repeated || (method !== 'GET' && method !== 'HEAD')) throw brokeOff(cause);
  progress.repeated = true;
}

function brokeOff(cause: unknown): AppError {
  return errors.upstreamUnavailable(
    'The service broke off before it answered. The work may still be done: read the record before you repeat the request.',
    { cause },
  );
}

export interface OutgoingRequest {
  readonly method: string;
  /** The class whose bound it counts towards. */
  readonly requestClass: RequestClass;
  /** Path and query, byte for byte as they came. */
  readonly target: string;
  readonly fields: string[];
  /** The source of the body, if there is one. */
  readonly body: IncomingMessage | undefined;
  readonly maxBodyBytes: number;
  /** Milliseconds without a byte of the response, where the operation allows more. */
  readonly answerMs?: number | undefined;
  readonly response: ServerResponse;
  /** Sets status and fields of the response; the body waits for it. */
  readonly begin: (status: number, headers: Dispatcher.ResponseData['headers']) => void | Promise<void>;
}

type Outcome =
  | { readonly type: 'answered' }
  /** No byte was sent, so it may go to another instance. */
  | { readonly type: 'not-sent'; readonly cause: unknown }
  /** It may have been received; there is no response. */
  | { readonly type: 'broken'; readonly cause: unknown }
  /** The response broke off after its beginning. */
  | { readonly type: 'cut'; readonly cause: unknown }
  /** It must not be repeated. */
  | { readonly type: 'failed'; readonly error: AppError }
  | { readonly type: 'client-left' };

const TIMED_OUT =
  'The service did not answer in time. The work may still be done: read the record before you repeat the request.';

class ClientLeft extends Error {
  override readonly name = 'ClientLeft';
}

/** Sends a request over the pool and streams the response to the client, at the pace of the client. */
async function attempt(pool: Pool, request: OutgoingRequest): Promise<Outcome> {
  const { method, target, fields, response } = request;
  const body = request.body && countedBody(request.maxBodyBytes);
  const relay = new Relay(request, body);
  const leave = (): void => relay.leave();
  const onBodyClose = (): void => {
    if (request.body?.complete === false) leave();
  };
  // A response is also closed where the gateway itself has answered.
  response.once('close', leave);
  request.body?.once('close', onBodyClose);
  pool.dispatch({ method, path: target, headers: fields, body: body ?? null, ...timeoutsOf(request) }, relay);
  try {
    return await relay.outcome;
  } finally {
    response.off('close', leave);
    request.body?.off('close', onBodyClose);
  }
}

function timeoutsOf({ answerMs }: OutgoingRequest): { readonly headersTimeout?: number; readonly bodyTimeout?: number } {
  return answerMs === undefined ? {} : { headersTimeout: answerMs, bodyTimeout: answerMs };
}

/** Connects undici's callbacks to the client. */
class Relay implements Dispatcher.DispatchHandler {
  readonly #settled = Promise.withResolvers<Outcome>();
  readonly #request: OutgoingRequest;
  readonly #body: NodeJS.WritableStream | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #answering = false;
  #isSettled = false;
  #left: boolean;

  constructor(request: OutgoingRequest, body: NodeJS.WritableStream | undefined) {
    this.#request = request;
    this.#body = body;
    this.#left = request.response.destroyed;
  }

  get outcome(): Promise<Outcome> {
    return this.#settled.promise;
  }

  /** Aborts: the client has left, or its request will never be complete. */
  leave(): void {
    if (this.#isSettled) return;
    this.#left = true;
    this.#controller?.abort(new ClientLeft());
  }

  /** Runs once there is a connection to write to. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#left) {
      controller.abort(new ClientLeft());
      return;
    }
    // Not before: bytes that were read from the client cannot be read again for another instance.
    if (this.#body) this.#request.body?.pipe(this.#body);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Dispatcher.ResponseData['headers']): void {
    if (status < 200) return;
    this.#answering = true;
    const beginning = this.#request.begin(status, headers);
    if (!beginning) return;
    controller.pause();
    beginning.then(
      () => controller.resume(),
      (error: unknown) => controller.abort(error instanceof Error ? error : new Error(String(error))),
    );
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#request.response.write(chunk)) return;
    controller.pause();
    this.#request.response.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    this.#isSettled = true;
    this.#discardBody();
    this.#request.response.end();
    this.#settled.resolve({ type: 'answered' });
  }

  onResponseError(_controller: Dispatcher.DispatchController, cause: Error): void {
    // A request that undici refuses is our fault, not an instance's.
    if (cause instanceof undiciErrors.InvalidArgumentError) this.#settled.reject(cause);
    else this.#settled.resolve(this.#outcomeOf(cause));
  }

  /** Discards the rest of a body that the service answered early. */
  #discardBody(): void {
    const { body } = this.#request;
    if (!body || body.complete || !this.#body) return;
    body.unpipe(this.#body);
    body.resume();
  }

  #outcomeOf(cause: Error): Outcome {
    if (this.#left) return { type: 'client-left' };
    if (this.#answering) return { type: 'cut', cause };
    if (cause instanceof BodyTooLarge) return { type: 'failed', error: payloadTooLarge(this.#request.maxBodyBytes) };
    if (!this.#controller) return { type: 'not-sent', cause };
    if (cause instanceof undiciErrors.HeadersTimeoutError) return { type: 'failed', error: errors.timeout(TIMED_OUT) };
    return { type: 'broken', cause };
  }
}

/** A body that turned out to be larger than it may be. */
class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/** Passes a body on, and fails with {@link BodyTooLarge} once it exceeds `maxBytes`. */
function countedBody(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new BodyTooLarge());
      else done(null, chunk);
    },
  });
}
