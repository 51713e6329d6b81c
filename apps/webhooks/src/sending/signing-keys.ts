import { createSecretKey, type KeyObject } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/** One secret as the two schemes sign with it. */
export interface SigningKeys {
  /** The secret's text as it is shown. */
  readonly text: KeyObject;
  /** What its base64 says. */
  readonly bytes: KeyObject;
}

const MOST_KEYS = 2_000;
const known = new Map<string, SigningKeys>();

/** Making the keys costs more than signing with them, so those that were asked for last are kept. */
export function signingKeys(secret: string): SigningKeys {
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
