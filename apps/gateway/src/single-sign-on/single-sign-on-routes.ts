import { accountOperations as account, pathOf } from '@fulfilment/contracts';
import { type BoundRoute, route } from '@fulfilment/http';
import type { BeginSingleSignOn } from './begin-single-sign-on.ts';
import type { FinishSingleSignOn } from './finish-single-sign-on.ts';
import type { ProviderAnswer } from './single-sign-on-ports.ts';
import { begunElsewhere, noSingleSignOn } from '../members/single-sign-on-refusals.ts';

/** Signing in at the identity provider of the installation. */
export interface SingleSignOn {
  /** What the provider is called. */
  readonly name: string;
  readonly begin: BeginSingleSignOn;
  readonly finish: FinishSingleSignOn;
  /** The text of `Set-Cookie` that has the browser keep no sign-in any more. */
  readonly forgotten: string;
}

/** What a browser says of a page of ours and of what was typed; older browsers say nothing. */
const OWN_OR_NOBODYS: ReadonlySet<string | undefined> = new Set(['same-origin', 'none', undefined]);

/** @param singleSignOn undefined where the installation has no identity provider. */
export function singleSignOnRoutes(singleSignOn: SingleSignOn | undefined): readonly BoundRoute[] {
  const use = (): SingleSignOn => {
    if (!singleSignOn) throw noSingleSignOn();
    return singleSignOn;
  };
  return [
    route(account.getSignInMethods, async () => {
      const own = singleSignOn ? { name: singleSignOn.name, path: pathOf(account.beginSingleSignOn) } : null;
      return { status: 200 as const, body: { password: { path: pathOf(account.signIn) }, single_sign_on: own } };
    }),
    route(account.beginSingleSignOn, async ({ query: { return_to: returnTo, account_id: accountId }, header }) => {
      if (!OWN_OR_NOBODYS.has(header('sec-fetch-site'))) throw begunElsewhere();
      const { url, cookie } = await use().begin({ returnTo, accountId });
      return redirection(url, [cookie]);
    }),
    route(account.finishSingleSignOn, async ({ query, header, context }) => {
      const { finish, forgotten } = use();
      const { clientAddress: address, userAgent, requestId } = context;
      const command = { answer: answerOf(query), cookies: header('cookie') };
      const { returnTo, cookie } = await finish(command, { address, userAgent, requestId });
      return redirection(returnTo, [cookie, forgotten]);
    }),
  ];
}

/** What of a query the protocol knows; providers add words of their own. */
function answerOf({
  code,
  state,
  iss,
  error,
}: Partial<Record<'code' | 'state' | 'iss' | 'error', string | undefined>>): ProviderAnswer {
  const said = Object.entries({ code, state, iss, error }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(said);
}

function redirection(location: string, cookies: string[]) {
  return { status: 302 as const, body: { location }, headers: { Location: location, 'Set-Cookie': cookies } };
}
