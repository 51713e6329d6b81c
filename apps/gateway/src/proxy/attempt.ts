import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform, type Writable } from 'node:stream';
import { errors, LOOKED_HEADER, type RequestClass } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';
import { type Dispatcher, errors as undiciErrors } from 'undici';
import type { RowMeter } from '../rate-limiting/row-meter.ts';
import { RateGuard, tooSlow } from './rate-guard.ts';
import type { Connections, Wait } from './silence.ts';
import type { AnswerWatch } from './slow-answers.ts';

export interface OutgoingRequest {
  readonly method: string;
  /** The class whose bound it counts towards. */
  readonly requestClass: RequestClass;
  /** Path and query, byte for byte as they came. */
  readonly target: string;
  readonly fields: string[];
  /** The body, if there is one: whole, or as it comes. */
  readonly body: Buffer | IncomingMessage | undefined;
  /** Milliseconds without a byte of the response, where the operation allows more. */
  readonly answerMs?: number | undefined;
  /** Milliseconds in which the client must take the least of the response that {@link RateGuard} asks for. */
  readonly readerMs: number;
  /** Milliseconds in which it must send as many of a body that is passed on as it comes. */
  readonly senderMs: number;
  /** Ends the response without an error: for one without an end of its own. */
  readonly ending?: AbortSignal | undefined;
  readonly response: ServerResponse;
  /** Watches whether the client takes the answer, where that is bounded. */
  readonly watch?: AnswerWatch | undefined;
  /** Charges the rows of the body, and those of the response, as they pass. */
  readonly bodyMeter?: RowMeter | undefined;
  readonly answerMeter?: RowMeter | undefined;
  /** Sets status and fields of the response. @returns where its body goes, which waits for it. */
  readonly begin: (status: number, headers: Dispatcher.ResponseData['headers']) => Writable | Promise<Writable>;
}

export type Outcome =
  | { readonly type: 'answered' }
  /** No byte was sent, so it may go to another instance. */
  | { readonly type: 'not-sent'; readonly cause: unknown }
  /** It may have been received; there is no response. */
  | { readonly type: 'broken'; readonly cause: unknown }
  /** The same, on a connection on which nothing arrives; the service answers on others. */
  | { readonly type: 'silent'; readonly cause: unknown }
  /** The response broke off after its beginning. */
  | { readonly type: 'cut'; readonly cause: unknown }
  /** The client sent or took fewer bytes than it must. */
  | { readonly type: 'slow-client'; readonly error: AppError }
  /** It must not be repeated. */
  | { readonly type: 'failed'; readonly error: AppError }
  | { readonly type: 'client-left' };

const TIMED_OUT =
  'The service did not answer in time. The work may still be done: read the record before you repeat the request.';

class ClientLeft extends Error {
  override readonly name = 'ClientLeft';
}

class SilentService extends Error {
  override readonly name = 'SilentService';
}

class SilentConnection extends Error {
  override readonly name = 'SilentConnection';
}

class SlowClient extends Error {
  override readonly name = 'SlowClient';
}

/**
 * Sends a request over one of the connections and streams the response to the client, at the pace of the client.
 *
 * @param leave gets what breaks the request off, while its response has not begun.
 */
export async function attempt(
  connections: Connections,
  request: OutgoingRequest,
  leave = new Set<() => void>(),
): Promise<Outcome> {
  const { method, target, fields, response, body } = request;
  const source = Buffer.isBuffer(body) ? undefined : body;
  const upload = source && meteredBody(request);
  const relay = new Relay(request, connections, source && upload && { source, body: upload });
  const giveUp = (): void => relay.giveUp();
  const clientLeft = (): void => relay.leave();
  const end = (): void => relay.end();
  const onBodyClose = (): void => {
    if (source?.complete === false) clientLeft();
  };
  // A response is also closed where the gateway itself has answered.
  response.once('close', clientLeft);
  source?.once('close', onBodyClose);
  request.ending?.addEventListener('abort', end);
  leave.add(giveUp);
  connections.pool.dispatch(
    { method, path: target, headers: fields, body: upload ?? body ?? null, ...timeoutsOf(request) },
    relay,
  );
  try {
    return await relay.outcome;
  } finally {
    relay.release();
    leave.delete(giveUp);
    request.ending?.removeEventListener('abort', end);
    response.off('close', clientLeft);
    source?.off('close', onBodyClose);
  }
}

function timeoutsOf({ answerMs }: OutgoingRequest): { readonly headersTimeout?: number; readonly bodyTimeout?: number } {
  return answerMs === undefined ? {} : { headersTimeout: answerMs, bodyTimeout: answerMs };
}

/** A body that is passed on as it comes. */
interface Upload {
  readonly source: IncomingMessage;
  readonly body: Transform;
}

/** Connects undici's callbacks to the client. */
class Relay implements Dispatcher.DispatchHandler {
  readonly #settled = Promise.withResolvers<Outcome>();
  readonly #request: OutgoingRequest;
  readonly #connections: Connections;
  readonly #upload: Upload | undefined;
  #wait: Wait | undefined;
  #endWait: () => void = () => undefined;
  #deadline: NodeJS.Timeout | undefined;
  #sink: Writable;
  readonly #guards: RateGuard[] = [];
  #reader: RateGuard | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #answering = false;
  #refusal: AppError | undefined;
  #isSettled = false;
  #left: boolean;

  constructor(request: OutgoingRequest, connections: Connections, upload: Upload | undefined) {
    this.#request = request;
    this.#connections = connections;
    this.#upload = upload;
    this.#sink = request.response;
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

  /** Waits no longer for a service that hangs; a response that has begun goes on. */
  giveUp(): void {
    if (!this.#isSettled && !this.#answering) this.#controller?.abort(new SilentService());
  }

  /** Ends the response where it stands: of server-sent events, a client discards one that is incomplete. */
  end(): void {
    if (this.#isSettled) return;
    this.leave();
    if (this.#answering) this.#sink.end();
    else this.#request.response.destroy();
  }

  /** Runs once there is a connection to write to. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#left) {
      controller.abort(new ClientLeft());
      return;
    }
    // Not before: bytes that were read from the client cannot be read again for another instance.
    this.#pipeBody();
    // A body that comes as its client sends it keeps a service waiting for as long.
    if (!this.#upload) this.#watchSilence(controller);
  }

  #watchSilence(controller: Dispatcher.DispatchController): void {
    this.#wait = { heardAtMs: performance.now(), breakOff: () => controller.abort(new SilentConnection()) };
    this.#endWait = this.#connections.watch(this.#wait);
  }

  /** A service that is still at work says so; for undici each time is a new beginning of the time for the answer. */
  #onProcessing(controller: Dispatcher.DispatchController): void {
    const nowMs = performance.now();
    const { answerMs = this.#connections.answerMs } = this.#request;
    if (this.#wait) {
      const leftMs = answerMs - (nowMs - this.#wait.heardAtMs);
      this.#deadline ??= setTimeout(() => controller.abort(new undiciErrors.HeadersTimeoutError()), leftMs);
      this.#wait.heardAtMs = nowMs;
    }
  }

  #waitNoLonger(): void {
    this.#endWait();
    clearTimeout(this.#deadline);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Dispatcher.ResponseData['headers']): void {
    if (status < 200) {
      this.#onProcessing(controller);
      return;
    }
    this.#waitNoLonger();
    this.#refusal = this.#request.watch?.refusal(headers);
    if (this.#refusal) {
      controller.abort(this.#refusal);
      return;
    }
    this.#answering = true;
    const beginning = this.#request.begin(status, headers);
    if (!(beginning instanceof Promise)) {
      this.#sink = beginning;
      return;
    }
    const begun = async (): Promise<void> => {
      this.#sink = await beginning;
    };
    this.#pauseFor(begun(), controller);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // Resumed without data, undici calls with none: to pause for it would go on for ever.
    if (chunk.length === 0) return;
    const paid = this.#request.answerMeter?.pass(chunk);
    const taken = paid ? this.#writeParts(paid) : this.#write(chunk);
    if (taken) this.#pauseFor(taken, controller);
  }

  onResponseEnd(_controller: Dispatcher.DispatchController, trailers: Dispatcher.ResponseData['trailers']): void {
    this.#isSettled = true;
    // The client need not wait for it.
    void this.#request.answerMeter?.look(Number(trailers[LOOKED_HEADER] ?? 0));
    this.#discardBody();
    this.#sink.end();
    this.#settled.resolve({ type: 'answered' });
  }

  onResponseError(_controller: Dispatcher.DispatchController, cause: Error): void {
    // A request that undici refuses is our fault, not an instance's.
    if (cause instanceof undiciErrors.InvalidArgumentError) this.#settled.reject(cause);
    else this.#settled.resolve(this.#outcomeOf(cause));
  }

  #pauseFor(work: Promise<void>, controller: Dispatcher.DispatchController): void {
    controller.pause();
    work.then(
      () => controller.resume(),
      (error: unknown) => controller.abort(error instanceof Error ? error : new Error(String(error))),
    );
  }

  async #writeParts(parts: AsyncIterable<Buffer>): Promise<void> {
    for await (const part of parts) await this.#write(part);
  }

  /** @returns where the client has to take bytes first, a promise for that. It stays open where the client leaves. */
  #write(chunk: Buffer): Promise<void> | undefined {
    if (this.#sink.write(chunk)) return undefined;
    const reader = (this.#reader ??= this.#guard(this.#request.readerMs));
    const { promise, resolve } = Promise.withResolvers<void>();
    // The listener outlives the chunk.
    const { length } = chunk;
    const { watch } = this.#request;
    reader.wait();
    watch?.wait();
    this.#sink.once('drain', () => {
      reader.count(length);
      reader.rest();
      watch?.rest();
      resolve();
    });
    return promise;
  }

  /** Ends the watch over the client and the service. */
  release(): void {
    this.#waitNoLonger();
    this.#request.watch?.rest();
    for (const guard of this.#guards) guard.end();
  }

  #pipeBody(): void {
    if (!this.#upload) return;
    const { source, body } = this.#upload;
    const sender = this.#guard(this.#request.senderMs);
    source.on('data', (chunk: Buffer) => sender.count(chunk.length));
    // It is paused while the service is not ready for more.
    source.on('pause', () => sender.rest()).once('end', () => sender.end());
    body.on('drain', () => {
      if (!source.complete) sender.wait();
    });
    sender.wait();
    source.pipe(body);
  }

  #guard(withinMs: number): RateGuard {
    const guard = new RateGuard(withinMs, () => this.#controller?.abort(new SlowClient()));
    this.#guards.push(guard);
    return guard;
  }

  /** Discards the rest of a body that the service answered early. */
  #discardBody(): void {
    if (!this.#upload || this.#upload.source.complete) return;
    this.#upload.source.unpipe(this.#upload.body);
    this.#upload.source.resume();
  }

  #outcomeOf(cause: Error): Outcome {
    if (this.#left) return { type: 'client-left' };
    if (this.#refusal) return { type: 'failed', error: this.#refusal };
    if (cause instanceof SlowClient) return { type: 'slow-client', error: tooSlow() };
    if (this.#answering) return { type: 'cut', cause };
    if (!this.#controller) return { type: 'not-sent', cause };
    if (cause instanceof undiciErrors.HeadersTimeoutError) return { type: 'failed', error: errors.timeout(TIMED_OUT) };
    return { type: cause instanceof SilentConnection ? 'silent' : 'broken', cause };
  }
}

/** Passes a body on as its rows are paid. */
function meteredBody({ bodyMeter }: OutgoingRequest): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const parts = bodyMeter?.pass(chunk);
      if (parts) void pushParts(this, parts, done);
      else done(null, chunk);
    },
  });
}

async function pushParts(body: Transform, parts: AsyncIterable<Buffer>, done: (error?: Error) => void): Promise<void> {
  try {
    for await (const part of parts) body.push(part);
    done();
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}
