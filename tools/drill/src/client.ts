/** The answer to a request of a drill; status 0 without one within a minute: then `text` is the reason. */
export interface Answer {
  readonly status: number;
  /** Milliseconds from its first byte sent to the last one of its answer. */
  readonly ms: number;
  readonly text: string;
  /** Milliseconds that `Retry-After` tells to wait; undefined without it. */
  readonly retryAfterMs?: number | undefined;
}

export type Send = (method: string, path: string, body?: unknown, fields?: Readonly<Record<string, string>>) => Promise<Answer>;

/** Longer than the gateway takes at most, which answers 504 after 30 s: a client without an answer was given none. */
const ANSWER_MS = 60_000;

/** Sends to `/v1` of a gateway with these header fields, in which the key is. */
export function sender(baseUrl: () => string, headers: Readonly<Record<string, string>>): Send {
  return async (method, path, body, fields) => {
    const started = performance.now();
    const init = { method, headers: { ...headers, ...fields }, signal: AbortSignal.timeout(ANSWER_MS) };
    try {
      const response = await fetch(`${baseUrl()}/v1${path}`, body === undefined ? init : { ...init, body: JSON.stringify(body) });
      const text = await response.text();
      return { text, status: response.status, ms: performance.now() - started, retryAfterMs: retryAfterOf(response) };
    } catch (error) {
      return { text: reasonOf(error), status: 0, ms: performance.now() - started };
    }
  };
}

/** Milliseconds of `Retry-After`, which our gateway tells in seconds and never as a date (RFC 9110, 10.2.3). */
export function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = headers.get('retry-after');
  return seconds === null ? undefined : Number(seconds) * 1_000;
}

/** Why there was no answer: the code of the socket's error, or `TimeoutError`. */
function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return error instanceof Error ? error.name : String(error);
}
