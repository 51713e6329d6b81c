import { ConfigurationError } from './errors.ts';

/** Options of a client. */
export interface ClientOptions {
  /** API key, `fsk_sandbox_…` or `fsk_live_…`. */
  readonly apiKey: string;
  /** Address of the API: `http://localhost:8080`. A path `/v1` at its end is removed. */
  readonly baseUrl: string;
  /** Milliseconds for one attempt, 1 or more; 35 000 by default, 600 000 for uploads. */
  readonly timeoutMs?: number | undefined;
  /** Retries after the first attempt, 0 or more; 2 by default. */
  readonly retries?: number | undefined;
  /** Spaces requests: at most this many start in a second, above 0. No limit by default. */
  readonly requestsPerSecond?: number | undefined;
  /** Name and version of your program, for `User-Agent`. */
  readonly userAgent?: string | undefined;
  /** The function that sends requests; the global `fetch` by default. */
  readonly fetch?: typeof fetch | undefined;
  /** Called before each wait for a retry, for your log. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

/** A retry that is about to be made. */
export interface Retry {
  /** Operation, as in the OpenAPI documents. */
  readonly operation: string;
  /** 1 for the first retry. */
  readonly attempt: number;
  readonly waitMs: number;
  /** Why: the code of the error. */
  readonly code: string;
}

/** Options that were checked. */
export interface Settings {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly timeoutMs: number | null;
  readonly retries: number;
  readonly requestsPerSecond: number | null;
  readonly userAgent: string;
  readonly fetch: typeof fetch;
  readonly onRetry: (retry: Retry) => void;
}

/** @throws ConfigurationError for options that no call could be made with; the key is never in its message. */
export function readOptions(options: ClientOptions, agent: string): Settings {
  refuseOthers(options, OPTIONS, 'a client');
  const { apiKey, timeoutMs = null, retries = 2, requestsPerSecond = null, onRetry = () => {} } = options;
  refuse(typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey), '`apiKey` is missing or has blanks or line ends in it.');
  refuseLimits(timeoutMs, retries);
  refuse(requestsPerSecond !== null && !(requestsPerSecond > 0), '`requestsPerSecond` must be above 0.');
  refuse(!isHeader(options.userAgent ?? ''), '`userAgent` must be printable ASCII characters.');
  const userAgent = options.userAgent === undefined ? agent : `${agent} ${options.userAgent}`;
  return {
    apiKey,
    baseUrl: readBaseUrl(options.baseUrl),
    timeoutMs,
    retries,
    requestsPerSecond,
    userAgent,
    fetch: options.fetch ?? fetch,
    onRetry,
  };
}

const OPTIONS = ['apiKey', 'baseUrl', 'timeoutMs', 'retries', 'requestsPerSecond', 'userAgent', 'fetch', 'onRetry'];
/** The longest time that a timer takes: a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** @throws ConfigurationError for an option that there is not, which would be left out in silence. */
export function refuseOthers(options: object, known: readonly string[], of: string): void {
  const other = Object.keys(options).find((name) => !known.includes(name));
  refuse(other !== undefined, `\`${other}\` is no option of ${of}: there are ${known.join(', ')}.`);
}

/** @throws ConfigurationError for a time or a number of retries that no call can have. */
export function refuseLimits(timeoutMs: number | null, retries: number): void {
  const isTime = timeoutMs === null || (timeoutMs >= 1 && timeoutMs <= LONGEST_TIMER_MS);
  refuse(!isTime, `\`timeoutMs\` must be 1 to ${LONGEST_TIMER_MS}.`);
  refuse(!Number.isInteger(retries) || retries < 0, '`retries` must be a whole number from 0.');
}

/** True for a value that a header field can have. */
export function isHeader(value: unknown): boolean {
  return typeof value === 'string' && /^[\x20-\x7e]*$/.test(value);
}

function refuse(isWrong: boolean, message: string): void {
  if (isWrong) throw new ConfigurationError(message);
}

function readBaseUrl(text: string): string {
  const url = parsed(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ConfigurationError('`baseUrl` must be an http or https URL: https://api.example.com.');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new ConfigurationError('`baseUrl` is to have no credentials, query or fragment.');
  return url.origin + url.pathname.replace(/\/+$/, '').replace(/(\/account)?\/v1$/, '');
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
