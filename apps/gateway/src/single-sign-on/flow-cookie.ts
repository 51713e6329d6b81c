import type { SealedText } from '@fulfilment/identity';
import { parseCookie, stringifySetCookie } from 'cookie';
import { z } from 'zod';
import type { FlowCookie } from './single-sign-on-ports.ts';

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

/** Seals the state of a sign-in into a cookie, so that any gateway can finish it. */
export function makeFlowCookie(sealed: SealedText): FlowCookie {
  return {
    seal: async ({ endsAt, ...rest }, now) => {
      const seconds = Math.floor((endsAt.getTime() - now.getTime()) / 1_000);
      return cookie(await sealed.seal({ ...rest }, endsAt), seconds);
    },
    open: async (header, now) => {
      const text = header === undefined ? undefined : parseCookie(header)[NAME];
      if (text === undefined) return undefined;
      const { success, data } = flow.safeParse(await sealed.open(text, now));
      if (!success) return undefined;
      const { state, nonce, verifier, returnTo, accountId, exp } = data;
      return { state, nonce, verifier, returnTo, accountId, endsAt: new Date(exp * 1_000) };
    },
    ended: cookie('', 0),
  };
}

function cookie(value: string, maxAge: number): string {
  // Lax: the browser must send it when the provider redirects back.
  return stringifySetCookie({ name: NAME, value, maxAge, path: '/', httpOnly: true, secure: true, sameSite: 'lax' });
}
