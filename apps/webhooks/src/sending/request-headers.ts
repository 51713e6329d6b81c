import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { WebhookRequest } from '../deliveries/delivery-ports.ts';
import { secondsOf, sentHeaders } from '../model/domain/delivery.ts';

/** All headers of one attempt. @throws Error where it cannot be signed, for lack of a secret that only its endpoint knows. */
export function deliveryHeaders(request: WebhookRequest, at: Date): Record<string, string> {
  const { delivery, event } = request;
  const secrets = request.secrets.map(({ secret }) => secret);
  if (secrets.length === 0) throw new Error('The endpoint has no secret to sign with');
  const signed = { secrets, eventId: delivery.eventId, timestamp: secondsOf(at), body: event.body };
  return {
    ...sentHeaders(request, at),
    'Service-Signature': serviceSignature(signed),
    'webhook-signature': standardSignature(signed),
  };
}

interface Signed {
  /** The valid secrets of the endpoint, as they were shown: `whsec_` and base64. */
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
 * Value of `webhook-signature`, one for each secret: the key is its decoded base64.
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

/** The keys of one secret in the two signature schemes. */
interface SigningKeys {
  /** The secret's text as it is shown. */
  readonly text: KeyObject;
  /** Its decoded base64. */
  readonly bytes: KeyObject;
}

const known = new LRUCache<string, SigningKeys>({ max: 2_000 });

/** Fewer than the 32 that {@link newSecret} makes, and those that receivers take. */
const LEAST_SECRET_BYTES = 16;

/**
 * Caches the keys of a secret: making them costs more than signing with them.
 *
 * @throws Error for a secret that is empty or short, under which others could sign too.
 */
function signingKeys(secret: string): SigningKeys {
  const cached = known.get(secret);
  if (cached) return cached;
  const bytes = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  if (!secret.startsWith(SECRET_PREFIX) || bytes.length < LEAST_SECRET_BYTES)
    throw new Error('The secret of an endpoint is empty or too short to sign with');
  const keys = { text: createSecretKey(secret, 'ascii'), bytes: createSecretKey(bytes) };
  known.set(secret, keys);
  return keys;
}

/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A new endpoint secret, `whsec_` and the base64 of 32 random bytes. */
export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
