import type { ProblemDocument } from '@fulfilment/contracts';
import { connectionLost } from './connection.ts';
import { interrupt } from './interruption.ts';
import { ApiProblem, ConnectionLost, Interrupted } from './problem.ts';

/** How a request is sent, whatever it asks for. */
export interface Sending {
  /** The version that the change is based on, sent as `If-Match`. */
  readonly ifMatch?: number;
  /** Names a request that creates something, so that a repeat creates nothing twice. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** True for requests of the sign-in pages: a missing session is their answer. */
  readonly isAnonymous?: boolean;
}

/** A request to the gateway. */
interface ApiRequest extends Sending {
  readonly method: string;
  /** Path and query. */
  readonly address: string;
  readonly body?: object;
  /** Other headers, such as `Last-Event-ID`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Seconds that a request waits by itself where the rate limit asks for it, and how often. */
const LONGEST_WAIT_SECONDS = 10;
const MOST_WAITS = 3;

let onReconnect: () => void = () => undefined;
const reconnected = (): void => onReconnect();

/** @param refetch called when the connection is back. */
export function whenReconnected(refetch: () => void): void {
  onReconnect = refetch;
}

/**
 * Sends a request with the session's cookie. It is repeated by itself after a wait for the rate limit, after the member signed in again,
 * and after the member confirmed who they are, where the operation asks for that. Cross-site requests are refused by `Sec-Fetch-Site`,
 * which the browser sets.
 *
 * @returns the answer, whose body is read as it comes.
 * @throws ApiProblem for a refusal, ConnectionLost without an answer, Interrupted if the member left the dialog.
 */
export function receive(request: ApiRequest): Promise<Response> {
  return mended(request, () => sendOnce(request));
}

/**
 * Repeats a request as {@link receive} does, however it is sent.
 *
 * @param attempt sends it once.
 */
export async function mended<Answer>(
  request: Pick<Sending, 'isAnonymous' | 'signal'>,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  for (let waits = 0; ;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (isShortWait(error) && waits < MOST_WAITS) {
        waits += 1;
        await waitSeconds(error.retryAfter ?? 1, request.signal);
      } else if (!(await isMended(error, request))) throw error;
    }
  }
}

function isShortWait({ code, retryAfter = LONGEST_WAIT_SECONDS + 1 }: ApiProblem): boolean {
  return code === 'rate_limited' && retryAfter <= LONGEST_WAIT_SECONDS;
}

/** @returns true if the request can be repeated. @throws Interrupted if the member does not want to. */
async function isMended({ status, code }: ApiProblem, { isAnonymous = false }: Pick<Sending, 'isAnonymous'>): Promise<boolean> {
  if (isAnonymous) return false;
  const reason = reasonOf(status, code);
  if (reason === undefined) return false;
  if (!(await interrupt(reason))) throw new Interrupted();
  return true;
}

function reasonOf(status: number, code: string): 'session-ended' | 'confirm' | undefined {
  if (status === 401 && code === 'unauthenticated') return 'session-ended';
  return code === 'recent_authentication_required' ? 'confirm' : undefined;
}

async function sendOnce(request: ApiRequest): Promise<Response> {
  const { method, address, body, signal } = request;
  const answer = await fetch(address, {
    method,
    headers: headersOf(request),
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw lostConnection();
  });
  if (!answer.ok) throw await problemOf(answer);
  return answer;
}

/** Notes that no answer came; once one comes again, what is shown is read again. */
export function lostConnection(): ConnectionLost {
  connectionLost(reconnected);
  return new ConnectionLost();
}

function headersOf({ body, ifMatch, idempotencyKey, headers = {} }: ApiRequest): Record<string, string> {
  return {
    Accept: 'application/json',
    ...headers,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(ifMatch === undefined ? {} : { 'If-Match': `"${ifMatch}"` }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
  };
}

/** The refusal that an answer says, or stands for. */
export async function problemOf(answer: Response): Promise<ApiProblem> {
  const requestId = answer.headers.get('X-Request-Id') ?? '';
  const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  const document: ProblemDocument | undefined = await answer.json().catch(() => undefined);
  return new ApiProblem(document?.code ? document : unreadable(answer.status, requestId), retryAfter);
}

/** Stands for an answer that is no problem document: a proxy's page. */
function unreadable(status: number, requestId: string): ProblemDocument {
  const detail = `The server answered ${status} without a reason.`;
  return {
    type: '',
    title: 'Unexpected answer',
    status,
    code: 'internal',
    detail,
    request_id: requestId,
    retryable: status >= 500,
  };
}

async function waitSeconds(seconds: number, signal?: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  signal?.throwIfAborted();
}
