import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '@fulfilment/kernel';
import { type Dispatcher, errors, type Pool } from 'undici';
import { noAnswerInTime, payloadTooLarge } from '../request-refusals.ts';
import { BodyTooLarge, countedBody } from './counted-body.ts';

/** What goes to a service. */
export interface OutgoingRequest {
  readonly method: string;
  /** Path and query, byte for byte as they came. */
  readonly target: string;
  /** Names and values in turn. */
  readonly fields: string[];
  /** Where the body comes from, if there is one. */
  readonly body: IncomingMessage | undefined;
  readonly maxBodyBytes: number;
  /** Milliseconds without a byte of answer, where they are other than usual. */
  readonly answerMs?: number | undefined;
  /** Where the answer goes. */
  readonly response: ServerResponse;
  /** Sets status and fields of the answer; where that takes a while, the body waits. */
  readonly begin: (status: number, headers: Dispatcher.ResponseData['headers']) => void | Promise<void>;
}

/** What became of one try to have a service answer. */
export type Outcome =
  | { readonly type: 'answered' }
  /** Not one byte went out, so it may go to another instance. */
  | { readonly type: 'not-sent'; readonly cause: unknown }
  /** It may have been received; there is no answer. */
  | { readonly type: 'broken'; readonly cause: unknown }
  /** The answer broke off after its beginning. */
  | { readonly type: 'cut'; readonly cause: unknown }
  /** It must not be tried again. */
  | { readonly type: 'failed'; readonly error: AppError }
  | { readonly type: 'client-left' };

class ClientLeft extends Error {
  override readonly name = 'ClientLeft';
}

/** Sends a request over the pool and passes the answer on as it comes, as fast as the client takes it. */
export async function attempt(pool: Pool, request: OutgoingRequest): Promise<Outcome> {
  const { method, target, fields, response } = request;
  const body = request.body && countedBody(request.maxBodyBytes);
  const relay = new Relay(request, body);
  const leave = (): void => relay.leave();
  const onBodyClose = (): void => {
    if (request.body?.complete === false) leave();
  };
  // An answer may also be closed because the gateway has given one itself.
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

/** Stands between undici's callbacks and the client. */
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

  /** Nobody waits for the answer any more, or the request will never be whole. */
  leave(): void {
    if (this.#isSettled) return;
    this.#left = true;
    this.#controller?.abort(new ClientLeft());
  }

  /** Called when a connection is there and the next thing is to write to it. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#left) {
      controller.abort(new ClientLeft());
      return;
    }
    // Not before: what has been read from the client cannot be read again for another instance.
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
    this.#passOver();
    this.#request.response.end();
    this.#settled.resolve({ type: 'answered' });
  }

  onResponseError(_controller: Dispatcher.DispatchController, cause: Error): void {
    // A request that undici does not take is our fault, and no instance's.
    if (cause instanceof errors.InvalidArgumentError) this.#settled.reject(cause);
    else this.#settled.resolve(this.#outcomeOf(cause));
  }

  /** The service has answered before the body was whole: what is still to come is read and thrown away. */
  #passOver(): void {
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
    if (cause instanceof errors.HeadersTimeoutError) return { type: 'failed', error: noAnswerInTime() };
    return { type: 'broken', cause };
  }
}
