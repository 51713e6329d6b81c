import { randomBytes } from 'node:crypto';
import { traceparentFrom } from '@fulfilment/http';
import type { Exchange } from './exchange.ts';

/** W3C Trace Context: the caller's, or one that begins here and is sampled. */
export function traceOf({ request }: Exchange): string {
  const given = request.headers['traceparent'];
  const known = traceparentFrom(typeof given === 'string' ? given : undefined);
  if (known !== undefined) return known;
  const random = randomBytes(24).toString('hex');
  return `00-${random.slice(0, 32)}-${random.slice(32)}-01`;
}
