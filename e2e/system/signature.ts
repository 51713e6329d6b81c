import { createHmac, timingSafeEqual } from 'node:crypto';

/** Receivers refuse what was signed longer ago, or later, than this. */
const TOLERANCE_SECONDS = 300;

const HEADER = /^t=(\d{1,12})((?:,v1=[0-9a-f]{64})+)$/;

/**
 * Verifies `Service-Signature` as a subscriber would who has read the reference and nothing else: the lower-case hex of
 * HMAC-SHA-256 over `<t>.<raw body>`, keyed by the secret as it was shown.
 *
 * @returns what is wrong with it, or undefined.
 */
export function signatureFault(header: string, rawBody: string, secret: string): string | undefined {
  const [, time = '', signatures = ''] = HEADER.exec(header) ?? [];
  if (time === '') return `Service-Signature is ${header}`;
  if (Math.abs(Date.now() / 1_000 - Number(time)) > TOLERANCE_SECONDS) return `it was signed at ${time}`;
  const expected = createHmac('sha256', secret).update(`${time}.${rawBody}`).digest();
  const given = signatures.split(',v1=').slice(1);
  const fits = given.some((hex) => timingSafeEqual(Buffer.from(hex, 'hex'), expected));
  return fits ? undefined : 'no v1 of Service-Signature fits the body';
}
