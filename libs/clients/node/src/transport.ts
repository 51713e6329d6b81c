import { errorOf, keepFacts, type RateLimit, readFacts, retryAfterOf, unexpected } from './answers.ts';
import type { Api, CallOptions, Readable, SendOptions } from './api.ts';
import { type Cut, cutBatch, keyOfCut, resultsFrom } from './batches.ts';
import {
  AbortedError,
  BatchInterruptedError,
  ConnectionError,
  FulfilmentError,
  PendingError,
  RequestTimeoutError,
  UnexpectedAnswerError,
} from './errors.ts';
import { Download, isRepeatable } from './files.ts';
import type { Batch, Given, Operation } from './operation.ts';
import type { Settings } from './options.ts';
import { type Page, Pages } from './pages.ts';
import { bodyOf, type Call, callOf, jsonOf, reasonOf, unreadable } from './requests.ts';
import { Throttle, wait, waitBeforeRetry } from './retries.ts';

const TIMEOUT_MS = 35_000;
const UPLOAD_TIMEOUT_MS = 600_000;
/** The longest silence within a download. */
const SILENCE_MS = 120_000;
const PENDING_TIMEOUT_MS = 60_000;

/** Sends calls over `fetch`: keys, retries, time limits, pages, batches and files. */
export class Transport implements Api {
  readonly #settings: Settings;
  readonly #throttle: Throttle;
  /** The rate limit that the last answer told. */
  rateLimit: RateLimit | null = null;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#throttle = new Throttle(settings.requestsPerSecond);
  }

  async send<T>(operation: Operation, given: Given, options: SendOptions): Promise<T> {
    const call = callOf(this.#settings, operation, given, options);
    return operation.batch ? this.#sendBatch<T>(call, operation.batch) : this.#sendOne<T>(call);
  }

  pages<T>(operation: Operation, given: Given, options: CallOptions): Pages<T> {
    return new Pages((cursor) => {
      const query = { ...given.query, ...(cursor !== null && { cursor }) };
      return this.send<Page<T>>(operation, { ...given, query }, options);
    });
  }

  async download(operation: Operation, given: Given, options: CallOptions & Readable): Promise<Download> {
    const call = callOf(this.#settings, operation, given, { ...options, accept: options.accept ?? 'application/x-ndjson' });
    // Plain: `fetch` takes a compressed body that ends early for a whole one.
    const headers = { ...call.headers, 'accept-encoding': 'identity' };
    return this.#retrying({ ...call, headers }, async (attempt) => {
      const { response, controller, timer } = await this.#open(attempt);
      if (!response.ok) throw errorOf(response, await textOf(response, attempt, timer), null);
      timer.stop();
      const contentType = response.headers.get('content-type') ?? '';
      const { status } = response;
      const { requestId } = readFacts(response);
      const isPlain = /^(identity)?$/.test(response.headers.get('content-encoding') ?? '');
      if (isPlain && response.body && !/html/.test(contentType))
        return new Download(withoutSilence(response.body, controller, options.signal), { contentType, requestId });
      controller.abort();
      if (isPlain) throw unexpected(response, '');
      throw new UnexpectedAnswerError(
        'The file came compressed, although it was asked for as it is: a part of it could not be told from all of it. Let the proxies on the way not compress.',
        { status, requestId },
      );
    });
  }

  async #sendOne<T>(call: Call): Promise<T> {
    const until = performance.now() + (call.options.pendingTimeoutMs ?? PENDING_TIMEOUT_MS);
    for (;;) {
      const { value, response } = await this.#retrying<{ value: T; response: Response }>(call, (attempt) =>
        this.#exchange<T>(attempt),
      );
      if (response.status !== 202 || !call.operation.pending || call.options.pendingTimeoutMs === 0) return value;
      const waitMs = Math.max(250, (retryAfterOf(response.headers) ?? 1) * 1_000);
      if (performance.now() + waitMs > until) throw new PendingError(value, call.key ?? '', readFacts(response).requestId);
      // The same call under its key gets the final answer, and waits for it at the service.
      await wait(waitMs, call.options.signal, call.key);
    }
  }

  async #sendBatch<T>(call: Call, batch: Batch): Promise<T> {
    const [first, ...others] = cutBatch(call.body, batch);
    if (others.length === 0) return this.#sendOne<T>({ ...call, json: jsonOf(first?.body) });
    const results: unknown[] = [];
    const sendCut = async ({ body, from }: Cut, place: number): Promise<T> => {
      const key = keyOfCut(call.key ?? '', place);
      try {
        const answer = await this.#sendOne<T>({
          ...call,
          json: jsonOf(body),
          key,
          headers: { ...call.headers, 'idempotency-key': key },
        });
        results.push(...resultsFrom(answer, batch.results, from));
        return answer;
      } catch (error) {
        throw new BatchInterruptedError(results, call.key ?? '', error);
      }
    };
    let last = await sendCut(first ?? { body: {}, from: 0 }, 1);
    for (const [place, cut] of others.entries()) last = await sendCut(cut, place + 2);
    if (typeof last === 'object' && last !== null) Reflect.set(last, batch.results, results);
    return last;
  }

  async #retrying<T>(call: Call, attemptOnce: (call: Call) => Promise<T>): Promise<T> {
    const { operation, options } = call;
    const safety = {
      repeatable: operation.method === 'GET' || call.key !== null,
      hasBody: !operation.mediaTypes || isRepeatable(call.body),
    };
    const retries = options.retries ?? this.#settings.retries;
    for (let attempt = 0; ; attempt += 1) {
      await this.#throttle.turn(options.signal, call.key);
      try {
        return await attemptOnce(call);
      } catch (error) {
        const waitMs = attempt < retries ? waitBeforeRetry(error, attempt, safety) : null;
        if (waitMs === null) throw error;
        const code = error instanceof FulfilmentError ? error.code : 'connection_failed';
        this.#settings.onRetry({ operation: operation.id, attempt: attempt + 1, waitMs, code });
        await wait(waitMs, options.signal, call.key);
      }
    }
  }

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the record of its operation.
  async #exchange<T>(call: Call): Promise<{ value: T; response: Response }> {
    const { response, timer } = await this.#open(call);
    const text = await textOf(response, call, timer);
    if (!response.ok) throw errorOf(response, text, call.key);
    const type = response.headers.get('content-type') ?? '';
    if (!/\bjson\b/.test(type) && text !== '') throw unexpected(response, text, call.key);
    let value: T;
    try {
      value = JSON.parse(text === '' && response.status === 204 ? 'null' : text);
    } catch (error) {
      throw new ConnectionError(`Only a part of the answer came (${text.length} characters).`, {
        cause: error,
        idempotencyKey: call.key,
      });
    }
    if (response.status !== 204 && !isRecord(value)) throw unexpected(response, text, call.key);
    keepFacts(value, readFacts(response));
    return { value, response };
  }

  /** Sends one attempt and waits for the headers of its answer. */
  async #open(call: Call): Promise<{ response: Response; controller: AbortController; timer: Timer }> {
    const { operation, options } = call;
    const controller = new AbortController();
    const ms = options.timeoutMs ?? this.#settings.timeoutMs ?? (operation.mediaTypes ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS);
    let fault: Error | null = null;
    const body = bodyOf(call, (error) => (fault = unreadable(error)));
    const timer = startTimer(ms, controller, options.signal);
    try {
      const response = await this.#settings.fetch(call.url, {
        method: operation.method,
        headers: call.headers,
        redirect: 'manual',
        signal: controller.signal,
        ...body,
      });
      this.rateLimit = readFacts(response).rateLimit ?? this.rateLimit;
      return { response, controller, timer };
    } catch (error) {
      timer.stop();
      throw fault ?? connectionError(error, call);
    }
  }
}

interface Timer {
  readonly stop: () => void;
}

/** The text of an answer, within the time of its attempt. */
async function textOf(response: Response, call: Call, timer: Timer): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw connectionError(error, call);
  } finally {
    timer.stop();
  }
}

/** Aborts after the time, or when the caller's signal does. */
function startTimer(ms: number, controller: AbortController, signal: AbortSignal | undefined): Timer {
  const end = (): void => controller.abort();
  const timeout = setTimeout(() => controller.abort(new TooLate(ms)), ms);
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  return {
    stop: () => {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', end);
    },
  };
}

/** The reason of an abort by the library itself. */
class TooLate extends Error {
  constructor(ms: number) {
    super(`No answer within ${ms} ms.`);
  }
}

function connectionError(error: unknown, { url, key, options }: Call): Error {
  if (options.signal?.aborted) return new AbortedError({ cause: error, idempotencyKey: key });
  const repeat = key === null ? '' : ` The call may have taken effect: repeat it with the idempotency key ${key}.`;
  const more = { cause: error, idempotencyKey: key };
  if (error instanceof TooLate) return new RequestTimeoutError(`${error.message}${repeat}`, more);
  return new ConnectionError(`No complete answer came from ${new URL(url).origin}: ${reasonOf(error)}.${repeat}`, more);
}

/** Bytes as they come; a long silence is a connection that is gone. */
async function* withoutSilence(
  bytes: AsyncIterable<Uint8Array>,
  controller: AbortController,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const end = (): void => controller.abort();
  signal?.addEventListener('abort', end, { once: true });
  if (signal?.aborted) end();
  let timeout = setTimeout(() => controller.abort(new TooLate(SILENCE_MS)), SILENCE_MS);
  try {
    for await (const chunk of bytes) {
      clearTimeout(timeout);
      yield chunk;
      timeout = setTimeout(() => controller.abort(new TooLate(SILENCE_MS)), SILENCE_MS);
    }
  } catch (error) {
    throw signal?.aborted ? new AbortedError({ cause: error }) : error;
  } finally {
    clearTimeout(timeout);
    signal?.removeEventListener('abort', end);
  }
}

/** Every answer of the API with a body is one record. */
function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
