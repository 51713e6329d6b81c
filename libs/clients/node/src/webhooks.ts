import { createHmac, timingSafeEqual } from 'node:crypto';
import { ConfigurationError, FulfilmentError } from './errors.ts';
import type { Event, EventsByType } from './generated/schemas.ts';

const TOLERANCE_SECONDS = 300;

/** A delivery that is not to be trusted, with the reason as `code`. Answer it with 400 and say nothing of the reason. */
export class WebhookError extends FulfilmentError {
  declare readonly code: 'missing_signature' | 'invalid_signature' | 'timestamp_out_of_tolerance' | 'malformed_payload';
}

/** Header fields of a request: a plain object, a `Map`, pairs, or any `Headers`, that of `undici` and `node-fetch` too. Names in any case. */
export type HeaderFields = Headers | HeaderPairs | Readonly<Record<string, string | readonly string[] | undefined>>;
/** A `Map`, a list of pairs, or a `Headers` of another package. */
export type HeaderPairs = Iterable<readonly [string, string | readonly string[] | undefined]>;

/** Options of a verification. */
export interface VerifyOptions {
  /** Seconds that the signed time may differ from the clock, either way; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
  /** Unix seconds; the clock by default. */
  readonly now?: number | undefined;
}

/** One request to an endpoint. */
export interface Delivery {
  /** `dlv_…`, the same at every attempt. */
  readonly id: string | null;
  /** From 1. */
  readonly attempt: number | null;
  /** The event, or all of a batch in the order of the feed. */
  readonly events: readonly Event[];
}

/**
 * Verifies a delivery and reads its events. Events of unknown types are among them.
 *
 * @param rawBody bytes of the body as they came, before any parser.
 * @param secrets of the endpoint, as they were shown: one, or several during a rotation.
 * @throws ConfigurationError for secrets that {@link readSecrets} refuses: anyone can sign under an empty one.
 * @throws WebhookError for a delivery that is not to be trusted.
 */
export function verifyWebhook(
  rawBody: Uint8Array | string,
  headers: HeaderFields,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Delivery {
  const known = readSecrets(secrets);
  const body =
    typeof rawBody === 'string' ? Buffer.from(rawBody) : Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  const field = (name: string): string | null => fieldOf(headers, name);
  const signed = readServiceSignature(field) ?? readStandardSignature(field);
  if (!signed) throw new WebhookError('missing_signature', 'The request has neither Service-Signature nor webhook-signature.');
  // Every secret and signature is compared, so that the time tells nothing.
  const matches = known.map((secret) => signed.given.map((given) => isEqual(given, signed.expected(secret, body))));
  if (!matches.flat().some(Boolean))
    throw new WebhookError('invalid_signature', 'No signature matches: check the secret, and that the raw body was not changed.');
  refuseOld(signed.time, options);
  const attempt = field('service-attempt') ?? '';
  const isNumber = /^\d{1,12}$/.test(attempt);
  return { id: field('service-delivery-id'), attempt: isNumber ? Number(attempt) : null, events: eventsIn(body) };
}

/** Standard Webhooks asks for 24 bytes; the service makes 32. */
const LEAST_SECRET_BYTES = 16;

/**
 * Secrets of an endpoint without the blanks and line ends around them.
 *
 * @throws ConfigurationError where there is none, or one of them is not `whsec_` and the base64 of 16 bytes or more; no secret is in
 *   its message.
 */
export function readSecrets(secrets: string | readonly string[]): readonly string[] {
  const given: readonly unknown[] = Array.isArray(secrets) ? secrets : [secrets];
  if (given.length === 0) throw new ConfigurationError('No webhook secret is given.');
  return given.map((each, place) => {
    const secret = typeof each === 'string' ? each.trim() : '';
    const bytes = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(secret)
      ? Buffer.from(secret.slice('whsec_'.length), 'base64').length
      : 0;
    if (bytes >= LEAST_SECRET_BYTES) return secret;
    const what = given.length === 1 ? 'The webhook secret' : `Webhook secret ${place + 1} of ${given.length}`;
    const fault = secret === '' ? 'is empty: it' : 'is unusable: it';
    throw new ConfigurationError(
      `${what} ${fault} must be \`whsec_\` and the base64 of ${LEAST_SECRET_BYTES} bytes or more, as the endpoint shows it.`,
    );
  });
}

/** True if an event is of a type: narrows it. */
export function isEvent<T extends keyof EventsByType>(event: Event, type: T): event is EventsByType[T] & Event {
  return event.type === type;
}

interface Signed {
  /** Unix seconds. */
  readonly time: number;
  readonly given: readonly Buffer[];
  readonly expected: (secret: string, body: Buffer) => Buffer;
}

function refuseOld(time: number, { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() / 1_000 }: VerifyOptions): void {
  const off = Math.round(now - time);
  if (Math.abs(off) <= toleranceSeconds) return;
  throw new WebhookError(
    'timestamp_out_of_tolerance',
    `The signed time is ${Math.abs(off)} s ${off > 0 ? 'ago' : 'ahead'}; ${toleranceSeconds} s are allowed. Check the clock of this machine (NTP), or the request was recorded and repeated.`,
  );
}

type ReadField = (name: string) => string | null;

function readServiceSignature(field: ReadField): Signed | null {
  const header = field('service-signature');
  if (header === null) return null;
  const parts = header.split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  return {
    time: timeOf(time),
    given: parts.flatMap(([name, value = '']) => (name === 'v1' ? [Buffer.from(value, 'hex')] : [])),
    expected: (secret, body) => createHmac('sha256', secret).update(`${time}.`).update(body).digest(),
  };
}

function readStandardSignature(field: ReadField): Signed | null {
  const [id, time, header] = [field('webhook-id'), field('webhook-timestamp'), field('webhook-signature')];
  if (id === null || time === null || header === null) return null;
  return {
    time: timeOf(time),
    given: header.split(' ').flatMap((part) => (part.startsWith('v1,') ? [Buffer.from(part.slice(3), 'base64')] : [])),
    expected: (secret, body) => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      return createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest();
    },
  };
}

function timeOf(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new WebhookError('invalid_signature', 'The signature has no time in Unix seconds.');
  return Number(text);
}

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function fieldOf(headers: HeaderFields, name: string): string | null {
  const pairs = isPairs(headers) ? [...headers] : Object.entries(headers);
  const found = pairs.find(([each]) => each.toLowerCase() === name)?.[1];
  const value = typeof found === 'string' ? found : found?.[0];
  return value ?? null;
}

function isPairs(headers: HeaderFields): headers is HeaderPairs {
  return Symbol.iterator in headers;
}

function eventsIn(body: Buffer): readonly Event[] {
  try {
    const parsed: Event | { readonly batch: readonly Event[] } = JSON.parse(body.toString());
    const events = 'batch' in parsed ? parsed.batch : [parsed];
    if (events.every((event) => typeof event.type === 'string' && typeof event.id === 'string')) return events;
  } catch (error) {
    throw new WebhookError('malformed_payload', 'The signature is genuine, but the body is not JSON.', { cause: error });
  }
  throw new WebhookError('malformed_payload', 'The signature is genuine, but the body holds no event.');
}
