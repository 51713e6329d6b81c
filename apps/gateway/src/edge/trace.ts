import { randomUUID } from 'node:crypto';
import { traceparentFrom } from '@fulfilment/http';
import type { Exchange } from './exchange.ts';

/** W3C Trace Context: the caller's, or one that begins here and is sampled. */
export function traceOf({ request }: Exchange): string {
  const given = request.headers['traceparent'];
  const known = traceparentFrom(typeof given === 'string' ? given : undefined);
  if (known !== undefined) return known;
  return `00-${hexDigits()}-${hexDigits().slice(16)}-01`;
}

/** 32, of which all but six bits are random. Unlike `randomBytes`, Node draws the bytes of many at once. */
function hexDigits(): string {
  return randomUUID().replaceAll('-', '');
}
