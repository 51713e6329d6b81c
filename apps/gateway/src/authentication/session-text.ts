import { createHash, randomBytes } from 'node:crypto';
import { SESSION_COOKIE } from '@fulfilment/contracts';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Secrets } from '../members/member-ports.ts';

/** 256 bits: far beyond guessing, so one round of SHA-256 protects it as well as a slow hash. */
const BYTES = 32;
const SHAPE = /^[A-Za-z0-9_-]{43}$/;

const COOKIE = { name: SESSION_COOKIE, httpOnly: true, secure: true, sameSite: 'lax', path: '/' } as const;

/** Makes the secrets of sessions and one-time tokens, and their digests. */
export const secrets: Secrets = {
  mint: () => {
    const text = randomBytes(BYTES).toString('base64url');
    return { text, digest: digestOfSecret(text) };
  },
  digestOf: (text) => (SHAPE.test(text) ? digestOfSecret(text) : undefined),
  // Scripts cannot read it, and writes from other sites lack it.
  cookie: (text, expires) => stringifySetCookie({ ...COOKIE, value: text, expires }),
  endedCookie: endedSessionCookie(),
};

/** The digest that a secret is found by. */
export function digestOfSecret(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The secret of the session in a `Cookie` field; undefined where there is none of its shape. */
export function sessionTextOf(cookie: string | undefined): string | undefined {
  if (cookie === undefined || !cookie.includes(SESSION_COOKIE)) return undefined;
  const text = parseCookie(cookie)[SESSION_COOKIE];
  return text !== undefined && SHAPE.test(text) ? text : undefined;
}

/** The `Set-Cookie` that removes it. */
export function endedSessionCookie(): string {
  return stringifySetCookie({ ...COOKIE, value: '', maxAge: 0 });
}
