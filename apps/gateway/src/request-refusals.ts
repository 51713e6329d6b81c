import { AppError, type Environment } from '@fulfilment/kernel';
import { type Bucket, bindingLevel, retryAfterSeconds, type Verdict } from './rate-limiting/buckets.ts';

const CLOSE = { headers: { connection: 'close' } };

/** What cannot be understood in one way only is not passed on, and the connection is not trusted further. */
export const invalidRequest = (message: string): AppError =>
  new AppError({ kind: 'invalid', code: 'invalid_request', message, details: CLOSE });

export const uriTooLong = (maxBytes: number): AppError =>
  new AppError({
    kind: 'invalid',
    code: 'uri_too_long',
    message: `The request target may have at most ${maxBytes} bytes.`,
    details: { max_bytes: maxBytes, ...CLOSE },
  });

export const headersTooLarge = (bounds: { readonly maxBytes: number; readonly maxFields: number }): AppError =>
  new AppError({
    kind: 'invalid',
    code: 'headers_too_large',
    message: `The header may have at most ${bounds.maxBytes} bytes and ${bounds.maxFields} fields.`,
    details: { max_bytes: bounds.maxBytes, max_fields: bounds.maxFields, ...CLOSE },
  });

export const payloadTooLarge = (maxBytes: number): AppError =>
  new AppError({
    kind: 'invalid',
    code: 'payload_too_large',
    message: `The body may have at most ${maxBytes} bytes.`,
    details: { max_bytes: maxBytes, ...CLOSE },
  });

export const noSuchPath = (): AppError =>
  new AppError({ kind: 'not-found', code: 'not_found', message: 'There is no such path.' });

const WHOSE: Readonly<Record<Bucket['name'], string>> = {
  key: 'This key',
  tenant: 'The account in this environment',
  session: 'This session',
  account: 'The sessions of the account together',
  address: 'This address without a valid key',
  'password-client': 'This client',
  'password-mailbox': 'This client with this e-mail address',
  'password-mailbox-everywhere': 'All clients with this e-mail address',
  'password-member': 'Whoever is signed in as this member',
};

export const planRequired = (): AppError =>
  new AppError({ kind: 'forbidden', code: 'plan_required', message: 'Production access needs the Enterprise plan.' });

export const sessionRequired = (): AppError =>
  new AppError({ kind: 'forbidden', code: 'session_required', message: 'This is for a signed-in member; a key has no session.' });

export const crossOrigin = (): AppError =>
  new AppError({
    kind: 'forbidden',
    code: 'cross_origin',
    message: 'The request does not come from a page of ours: send Origin or Sec-Fetch-Site as a browser does there.',
  });

export const otherEnvironment = (own: Environment): AppError =>
  environmentRefused('other_environment', `The key works in ${own} and in nothing else.`);

export const environmentNeeded = (): AppError =>
  environmentRefused('required', 'A session works in the environment that is named: ?environment=sandbox or production.');

function environmentRefused(code: string, message: string): AppError {
  const errors = [{ pointer: '/environment', code, message }];
  return new AppError({ kind: 'invalid', code: 'invalid_parameter', message, details: { errors } });
}

/** @param headers that say of the verdict what no other place does. */
export function rateLimited(verdict: Verdict, headers: Readonly<Record<string, string>> = {}): AppError {
  const seconds = retryAfterSeconds(verdict);
  const { name, limit } = bindingLevel(verdict.levels);
  const whose = WHOSE[name];
  return new AppError({
    kind: 'limited',
    code: 'rate_limited',
    message: `${whose} may send ${limit.burst} requests at once. The next is let in after ${seconds} s.`,
    details: { limit: name, retry_after: seconds, headers: { ...headers, 'retry-after': seconds } },
  });
}

export const unreachable = (cause: unknown): AppError =>
  new AppError({
    kind: 'unavailable',
    code: 'upstream_unavailable',
    message: 'A part of the service cannot be reached. Nothing was done. Try again.',
    cause,
  });

export const overloaded = (): AppError =>
  new AppError({
    kind: 'unavailable',
    code: 'upstream_unavailable',
    message: 'A part of the service has all it can take. Nothing was done. Try again.',
  });

export const brokeOff = (cause: unknown): AppError =>
  new AppError({
    kind: 'unavailable',
    code: 'upstream_unavailable',
    message:
      'A part of the service broke off before it answered. The work may still be done: read the record before you repeat it.',
    cause,
  });

export const noAnswerInTime = (): AppError =>
  new AppError({
    kind: 'unavailable',
    code: 'timeout',
    message: 'No answer came in time. The work may still be done: read the record before you repeat it.',
  });
