import { delay } from '@fulfilment/kernel';
import { patient } from '@fulfilment/testing';
import type { Answer, Call } from '../system/call.ts';

/** A request under an idempotency key, sent as often as it takes. */
export interface NamedRequest {
  readonly key: string;
  readonly path: string;
  readonly body?: unknown;
}

/** The result of a request: the same for every client that repeats it under its key, at any time. */
export interface FinalAnswer {
  readonly status: number;
  readonly body: unknown;
  /** True if the result was given before, to a client that perhaps never received it. */
  readonly replayed: boolean;
}

const PAUSE_MS = 250;
const PATIENCE_MS = patient(180_000);

/**
 * Posts a request until it has its answer: again where the connection broke, where it is pending (202), and where the refusal
 * says that it may succeed later.
 *
 * @throws Error if no answer is final within 180 s, times `TEST_PATIENCE`.
 */
export async function postUntilFinal(call: Call, apiKey: string, { key, path, body }: NamedRequest): Promise<FinalAnswer> {
  const deadline = performance.now() + PATIENCE_MS;
  const options = { key: apiKey, body, headers: { 'idempotency-key': key } };
  for (;;) {
    const answer = await call('POST', path, options).catch(brokenConnection);
    if (answer && isFinal(answer)) return finalOf(answer);
    if (performance.now() > deadline) throw new Error(`POST ${path} has no answer; the last was ${answer?.text}`);
    // wait: between two attempts, as a client does.
    await delay(PAUSE_MS);
  }
}

function isFinal(answer: Answer): boolean {
  return answer.status >= 400 ? !answer.problem().retryable : answer.status !== 202;
}

function finalOf({ status, text, headers }: Answer): FinalAnswer {
  return { status, body: JSON.parse(text), replayed: headers.get('idempotency-replayed') === 'true' };
}

/** The error that fetch throws where the other side is gone; any other is an error of ours, or of the contract. */
function brokenConnection(error: unknown): undefined {
  if (error instanceof TypeError) return undefined;
  throw error;
}
