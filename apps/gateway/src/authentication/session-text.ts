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
    const text = newSecretText();
    return { text, digest: digestOfSecret(text) };
  },
  digestOf: (text) => (isSecretText(text) ? digestOfSecret(text) : undefined),
  cookie: sessionCookie,
  endedCookie: endedSessionCookie(),
};

/** A new secret of a session or an invitation: 43 characters of base64url, shown once and stored as its digest. */
function newSecretText(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** True for the shape of a secret. */
function isSecretText(text: string): boolean {
  return SHAPE.test(text);
}

/** The digest that a secret is found by. */
export function digestOfSecret(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The secret of the session in a `Cookie` field; undefined where there is none of its shape. */
export function sessionTextOf(cookie: string | undefined): string | undefined {
  if (cookie === undefined || !cookie.includes(SESSION_COOKIE)) return undefined;
  const text = parseCookie(cookie)[SESSION_COOKIE];
  return text !== undefined && isSecretText(text) ? text : undefined;
}

/** The `Set-Cookie` of a session. Scripts cannot read it, and writes from other sites lack it. */
function sessionCookie(text: string, expires: Date): string {
  return stringifySetCookie({ ...COOKIE, value: text, expires });
}

/** The `Set-Cookie` that removes it. */
export function endedSessionCookie(): string {
  return stringifySetCookie({ ...COOKIE, value: '', maxAge: 0 });
}
