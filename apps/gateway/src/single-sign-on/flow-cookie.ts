import type { SealedText } from '@fulfilment/identity';
import { parseCookie, stringifySetCookie } from 'cookie';
import { z } from 'zod';
import type { SignInFlow } from './single-sign-on-ports.ts';

/** The prefix ties it to this host, the whole path and HTTPS (RFC 6265bis section 4.1.3.2). */
const NAME = '__Host-single-sign-on';

const flow = z.looseObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  accountId: z.string().optional(),
  exp: z.number(),
});

/** Keeps a sign-in in the browser, sealed into a cookie, so that any gateway can finish it. */
export class FlowCookie {
  /** The `Set-Cookie` that deletes it. */
  readonly ended = cookie('', 0);
  readonly #sealed: SealedText;

  constructor(sealed: SealedText) {
    this.#sealed = sealed;
  }

  /** @returns the text of `Set-Cookie`. */
  async seal({ endsAt, ...rest }: SignInFlow, now: Date): Promise<string> {
    const seconds = Math.floor((endsAt.getTime() - now.getTime()) / 1_000);
    return cookie(await this.#sealed.seal({ ...rest }, endsAt), seconds);
  }

  /** @param header the text of `Cookie`. @returns undefined where it has no intact flow, or an expired one. */
  async open(header: string | undefined, now: Date): Promise<SignInFlow | undefined> {
    const text = header === undefined ? undefined : parseCookie(header)[NAME];
    if (text === undefined) return undefined;
    const { success, data } = flow.safeParse(await this.#sealed.open(text, now));
    if (!success) return undefined;
    const { state, nonce, verifier, returnTo, accountId, exp } = data;
    return { state, nonce, verifier, returnTo, accountId, endsAt: new Date(exp * 1_000) };
  }
}

function cookie(value: string, maxAge: number): string {
  // Lax: the browser must send it when the provider redirects back.
  return stringifySetCookie({ name: NAME, value, maxAge, path: '/', httpOnly: true, secure: true, sameSite: 'lax' });
}
