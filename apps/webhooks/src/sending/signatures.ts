import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

export interface Signed {
  /** The endpoint's secret as it was shown: `whsec_` and base64. */
  readonly secret: string;
  readonly eventId: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** Value of `Service-Signature`: the key is the secret's text as it is shown. */
export function serviceSignature({ secret, timestamp, body }: Signed): string {
  const mac = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${mac}`;
}

/**
 * Value of `webhook-signature`: the key is what the secret's base64 says.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function standardSignature({ secret, eventId, timestamp, body }: Signed): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64')}`;
}
