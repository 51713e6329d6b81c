import { createHmac, timingSafeEqual } from 'node:crypto';

// A signature that is older, or from further ahead, may be a replay.
const TOLERANCE_SECONDS = 300;

/** What a receiver has in hand when a delivery comes in. */
export interface SignedDelivery {
  /** `Service-Signature`: `t=<unix seconds>,v1=<hex>`, with one more `v1` for each live secret. */
  readonly header: string;
  /** The body as it came, before any parsing. */
  readonly rawBody: string;
  /** The endpoint's secret as it was shown, `whsec_…`. */
  readonly secret: string;
  readonly nowSeconds: number;
}

/** Whether a delivery was signed with the secret within the last 5 minutes: HMAC-SHA-256 over `<t>.<raw body>`, in hex. */
export function isSigned({ header, rawBody, secret, nowSeconds }: SignedDelivery): boolean {
  const fields = header.split(',').map((field) => field.split('='));
  const time = fields.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d+$/.test(time) || Math.abs(nowSeconds - Number(time)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${rawBody}`).digest();
  const signatures = fields.filter(([name]) => name === 'v1').map(([, hex = '']) => Buffer.from(hex, 'hex'));
  return signatures.some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}
