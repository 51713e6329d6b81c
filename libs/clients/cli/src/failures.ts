import {
  AbortedError,
  ApiError,
  BatchInterruptedError,
  ConfigurationError,
  ConnectionError,
  FulfilmentError,
  PendingError,
  UnexpectedAnswerError,
} from '@fulfilment/client';
import { reasonOf, UsageError } from './arguments.ts';
import { memberOf } from './profiles.ts';

/** Exit statuses. */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  unreachable: 3,
  authentication: 4,
  pending: 5,
  bug: 70,
  unwritten: 74,
  interrupted: 130,
} as const;
/** An exit status. */
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

/** There is no key to work with. */
export class NoKeyError extends Error {
  override readonly name = 'NoKeyError';
}

/** A command that did all it could and has said what was refused or left. */
export class Ended extends Error {
  readonly status: ExitStatus;

  constructor(status: ExitStatus) {
    super(`Ended with ${status}`);
    this.status = status;
  }
}

/** A failure, for people and for programs. */
export interface Failure {
  readonly status: ExitStatus;
  readonly code: string;
  /** The first says what happened, the others what helps. */
  readonly lines: readonly string[];
  /** The problem of the API, if it gave one. */
  readonly problem?: unknown;
}

const KEY_CODES: ReadonlySet<string> = new Set(['unauthenticated', 'forbidden', 'plan_required', 'account_suspended']);

/** The call of a command that failed. */
export interface Called {
  /** As far as it is known. */
  readonly baseUrl: string | null;
  /** The command has the option --idempotency-key. */
  readonly takesKey: boolean;
}

/** Tells what happened and what to do. */
export function failureOf(error: unknown, called: Called): Failure {
  if (error instanceof NoKeyError) return { status: EXIT.authentication, code: 'no_key', lines: [error.message] };
  if (error instanceof UsageError) return { status: EXIT.usage, code: 'usage', lines: [error.message] };
  if (error instanceof ApiError) return refusalOf(error);
  if (error instanceof BatchInterruptedError) return interruptedBatch(error, called);
  if (error instanceof AbortedError || memberOf(error, 'name') === 'AbortError')
    return { status: EXIT.interrupted, code: 'aborted', lines: interruptedLines(error, called) };
  if (error instanceof FulfilmentError) return failureOfLibrary(error, called);
  // A file, not the network: the library wraps what its calls meet.
  if (error instanceof Error && 'syscall' in error)
    return { status: EXIT.usage, code: 'file', lines: [`A file cannot be used: ${error.message}.`] };
  return { status: EXIT.bug, code: 'bug', lines: [`This is a bug of the tool: ${reasonOf(error)}`] };
}

/** Of a write, how to learn what became of it. */
function interruptedLines(error: unknown, { takesKey }: Called): readonly string[] {
  const key = error instanceof AbortedError ? error.idempotencyKey : null;
  if (key === null) return [];
  const again = takesKey ? `repeat it with --idempotency-key ${key}` : `look the record up before you repeat it (key ${key})`;
  return ['Interrupted before the answer came: the request may have taken effect.', `To know, ${again}.`];
}

function failureOfLibrary(error: FulfilmentError, called: Called): Failure {
  const { code } = error;
  if (error instanceof ConfigurationError) return { status: EXIT.usage, code, lines: [wordsOfTool(error.message)] };
  if (error instanceof PendingError)
    return {
      status: EXIT.pending,
      code,
      lines: [
        'The service has recorded the request but not completed it yet.',
        `Repeat it with --idempotency-key ${error.idempotencyKey} to get its answer.`,
      ],
    };
  if (error instanceof UnexpectedAnswerError) return { status: EXIT.unreachable, code, lines: [error.message] };
  if (error instanceof ConnectionError) return { status: EXIT.unreachable, code, lines: connectionLines(error, called) };
  return { status: EXIT.refused, code, lines: [error.message] };
}

/** The library speaks of its options. */
function wordsOfTool(message: string): string {
  return message
    .replace('`apiKey`', 'The key')
    .replace('`baseUrl`', 'The base URL')
    .replace('`idempotencyKey`', '--idempotency-key');
}

function refusalOf(error: ApiError): Failure {
  const { code, status, detail, errors, remedy, requestId, problem, retryAfterSeconds } = error;
  const fields = errors.map(({ pointer, message }) => `  ${pointer ?? ''}: ${message}`);
  const helps = code === 'unauthenticated' ? 'Check the key: `fulfil login` takes another one.' : remedy;
  const later = retryAfterSeconds === null ? [] : [`Try again in ${retryAfterSeconds} s.`];
  return {
    status: KEY_CODES.has(code) ? EXIT.authentication : status >= 500 ? EXIT.unreachable : EXIT.refused,
    code,
    lines: [`${detail} (${code}, ${status})`, ...fields, ...(helps === '' ? [] : [helps]), ...later, `Request ${requestId}`],
    problem,
  };
}

function interruptedBatch({ code, results, idempotencyKey, cause }: BatchInterruptedError, called: Called): Failure {
  const { status, lines } = failureOf(cause, called);
  const before = `${results.length} items were answered before; the others are unknown (key ${idempotencyKey}).`;
  return { status, code, lines: [...lines, before] };
}

const certificateOff = (at: string, code: string): string =>
  `The certificate of ${at} is not valid now (${code}): check the clock of this machine first, then the certificate.`;

/** Codes of system calls and of TLS for a request that was not sent, and what helps. */
const UNSENT: ReadonlyArray<readonly [RegExp, (at: string, code: string) => string]> = [
  [/^ECONNREFUSED$/, (at) => `Nothing listens at ${at}: check the base URL, and that the service runs.`],
  [/^(ENOTFOUND|EAI_AGAIN)$/, (at) => `The host of ${at} is not found: check the base URL and the network.`],
  [/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/, (at) => `${at} speaks no TLS: check the base URL, http or https.`],
  [/^CERT_(NOT_YET_VALID|HAS_EXPIRED)$/, certificateOff],
  [
    /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_)/,
    (at, code) =>
      `The certificate of ${at} is not trusted (${code}): check the base URL, or name your authority in NODE_EXTRA_CA_CERTS.`,
  ],
];

function connectionLines({ message, cause, idempotencyKey }: ConnectionError, { baseUrl, takesKey }: Called): readonly string[] {
  const at = baseUrl ?? 'the base URL';
  const code = innermostCode(cause);
  const unsent = UNSENT.find(([pattern]) => pattern.test(code));
  if (unsent) return [unsent[1](at, code)];
  const repeat = takesKey
    ? `It may have taken effect: repeat it with --idempotency-key ${idempotencyKey}, which is safe.`
    : 'It may have taken effect: check before you repeat it.';
  return [silenceOf(message, at), ...(idempotencyKey === null ? [] : [repeat])];
}

/** The library's message with the address, and without its own words on repetition. */
function silenceOf(message: string, at: string): string {
  const [first = message] = message.split(' The call may have taken effect');
  const [, ms] = /^No answer within (\d+) ms/.exec(first) ?? [];
  if (ms !== undefined)
    return `${at} took the request and did not answer within ${Number(ms) / 1_000} s: try again later, or with a longer --timeout.`;
  return first.startsWith('No complete answer came from ') ? first : `${at}: ${first}`;
}

/** The code of the system call or of TLS, under the errors that wrap it. */
function innermostCode(error: unknown, depth = 0): string {
  const below = memberOf(error, 'cause');
  if (below !== undefined && depth < 8) return innermostCode(below, depth + 1);
  // Several addresses were tried: the first tells.
  const several = memberOf(error, 'errors');
  const code = memberOf(Array.isArray(several) ? several[0] : error, 'code') ?? memberOf(error, 'code');
  return typeof code === 'string' ? code : '';
}
