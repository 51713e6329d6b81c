import { AppError } from '@fulfilment/kernel';
import { bindingLevel, retryAfterSeconds, type Verdict } from './access/bucket.ts';

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

export const planRequired = (): AppError =>
  new AppError({ kind: 'forbidden', code: 'plan_required', message: 'Production access needs the Enterprise plan.' });

export function rateLimited(verdict: Verdict): AppError {
  const seconds = retryAfterSeconds(verdict);
  const { name, limit } = bindingLevel(verdict.levels);
  const whose = { key: 'This key', tenant: 'The account in this environment', address: 'This address without a valid key' }[name];
  return new AppError({
    kind: 'limited',
    code: 'rate_limited',
    message: `${whose} may send ${limit.burst} requests at once. The next is let in after ${seconds} s.`,
    details: { limit: name, retry_after: seconds, headers: { 'retry-after': seconds } },
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
