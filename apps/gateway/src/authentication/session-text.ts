import { createHash, randomBytes } from 'node:crypto';
import { SESSION_COOKIE } from '@fulfilment/contracts';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Secrets } from '../members/member-ports.ts';

/** 256 bits: far beyond guessing, so one round of SHA-256 keeps it as well as any slow hash would. */
const BYTES = 32;
const SHAPE = /^[A-Za-z0-9_-]{43}$/;

const COOKIE = { name: SESSION_COOKIE, httpOnly: true, secure: true, sameSite: 'lax', path: '/' } as const;

/** What the use cases need of secrets: to make them, and to find them again. */
export const secrets: Secrets = {
  mint: () => {
    const text = newSecretText();
    return { text, digest: digestOfSecret(text) };
  },
  digestOf: (text) => (isSecretText(text) ? digestOfSecret(text) : undefined),
  cookie: sessionCookie,
  endedCookie: endedSessionCookie(),
};

/** A new secret of a session or an invitation: 43 characters of base64url. It is shown once and kept as its digest. */
function newSecretText(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** Whether `text` can be such a secret at all. */
function isSecretText(text: string): boolean {
  return SHAPE.test(text);
}

/** By what a secret is found again. */
export function digestOfSecret(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The secret of the session in a `Cookie` field; undefined where there is none, or what cannot be one. */
export function sessionTextOf(cookie: string | undefined): string | undefined {
  if (cookie === undefined || !cookie.includes(SESSION_COOKIE)) return undefined;
  const text = parseCookie(cookie)[SESSION_COOKIE];
  return text !== undefined && isSecretText(text) ? text : undefined;
}

/** The `Set-Cookie` that gives a browser its session. Scripts cannot read it; other sites' requests that change something lack it. */
function sessionCookie(text: string, expires: Date): string {
  return stringifySetCookie({ ...COOKIE, value: text, expires });
}

/** The `Set-Cookie` that takes it away again. */
export function endedSessionCookie(): string {
  return stringifySetCookie({ ...COOKIE, value: '', maxAge: 0 });
}
