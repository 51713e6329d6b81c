import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

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

const SECRET_PREFIX = 'whsec_';

/** One secret as the two schemes sign with it. */
interface SigningKeys {
  /** The secret's text as it is shown. */
  readonly text: KeyObject;
  /** What its base64 says. */
  readonly bytes: KeyObject;
}

const MOST_KEYS = 2_000;
const known = new Map<string, SigningKeys>();

/** Making the keys costs more than signing with them, so those that were asked for last are kept. */
function signingKeys(secret: string): SigningKeys {
  const keys = known.get(secret) ?? {
    text: createSecretKey(secret, 'ascii'),
    bytes: createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64'),
  };
  known.delete(secret);
  known.set(secret, keys);
  const [oldest] = known.keys();
  if (known.size > MOST_KEYS && oldest !== undefined) known.delete(oldest);
  return keys;
}

/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A new endpoint secret, `whsec_` and the base64 of 32 random bytes. */
export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
