import { createHmac } from 'node:crypto';
import { signingKeys } from './signing-keys.ts';

export interface Signed {
  /** Those of the endpoint that live, as they were shown: `whsec_` and base64. */
  readonly secrets: readonly string[];
  readonly eventId: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  readonly body: string;
}

/** Value of `Service-Signature`, one `v1` for each secret: the key is its text as it is shown. */
export function serviceSignature({ secrets, timestamp, body }: Signed): string {
  const content = `${timestamp}.${body}`;
  const macs = secrets.map((secret) => createHmac('sha256', signingKeys(secret).text).update(content).digest('hex'));
  return [`t=${timestamp}`, ...macs.map((mac) => `v1=${mac}`)].join(',');
}

/**
 * Value of `webhook-signature`, one for each secret: the key is what its base64 says.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function standardSignature({ secrets, eventId, timestamp, body }: Signed): string {
  const content = `${eventId}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', signingKeys(secret).bytes).update(content).digest('base64');
    return `v1,${mac}`;
  });
  return signatures.join(' ');
}
