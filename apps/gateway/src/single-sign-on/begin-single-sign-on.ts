import type { Clock } from '@fulfilment/kernel';
import type { FlowKeeper, IdentityProvider, SignInFlow } from './single-sign-on-ports.ts';

/** Where the browser goes, and what it keeps meanwhile. */
export interface BegunSignOn {
  readonly url: string;
  readonly cookie: string;
}

/** Begins a sign-in at the identity provider. @throws AppError `upstream_unavailable`. */
export type BeginSingleSignOn = (wish: Pick<SignInFlow, 'returnTo' | 'accountId'>) => Promise<BegunSignOn>;

export interface BeginSingleSignOnParts {
  readonly provider: Pick<IdentityProvider, 'begin'>;
  readonly keeper: Pick<FlowKeeper, 'keep'>;
  readonly now: Clock;
}

/** Long enough to find a telephone and type a code; short enough that what is left in a browser opens nothing. */
const LIFETIME_MS = 10 * 60_000;

export function makeBeginSingleSignOn({ provider, keeper, now }: BeginSingleSignOnParts): BeginSingleSignOn {
  return async (wish) => {
    const at = now();
    const { flow, url } = await provider.begin({ ...wish, endsAt: new Date(at.getTime() + LIFETIME_MS) });
    return { url, cookie: await keeper.keep(flow, at) };
  };
}
