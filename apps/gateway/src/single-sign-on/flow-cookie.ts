import type { SealedText } from '@fulfilment/identity';
import { parseCookie, stringifySetCookie } from 'cookie';
import { z } from 'zod';
import type { FlowKeeper } from './single-sign-on-ports.ts';

/** The prefix ties it to this host, the whole path and HTTPS (RFC 6265bis section 4.1.3.2). */
const NAME = '__Host-single-sign-on';

const kept = z.looseObject({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  accountId: z.string().optional(),
  exp: z.number(),
});

/** Has the browser keep the sign-in that it began, sealed: a gateway that is asked next needs to know nothing of it. */
export function makeFlowCookie(sealed: SealedText): FlowKeeper {
  return {
    keep: async ({ endsAt, ...flow }, now) => {
      const seconds = Math.floor((endsAt.getTime() - now.getTime()) / 1_000);
      return cookie(await sealed.seal({ ...flow }, endsAt), seconds);
    },
    recall: async (header, now) => {
      const text = header === undefined ? undefined : parseCookie(header)[NAME];
      if (text === undefined) return undefined;
      const { success, data } = kept.safeParse(await sealed.open(text, now));
      if (!success) return undefined;
      const { state, nonce, verifier, returnTo, accountId, exp } = data;
      return { state, nonce, verifier, returnTo, accountId, endsAt: new Date(exp * 1_000) };
    },
    forgotten: cookie('', 0),
  };
}

function cookie(value: string, maxAge: number): string {
  // Lax: it has to come along when the provider sends the browser back.
  return stringifySetCookie({ name: NAME, value, maxAge, path: '/', httpOnly: true, secure: true, sameSite: 'lax' });
}
