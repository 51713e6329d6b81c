import { accountOperations as account, errors, pathOf } from '@fulfilment/contracts';
import { type BoundRoute, route } from '@fulfilment/http';
import type { SingleSignOn } from './single-sign-on-commands.ts';
import type { ProviderAnswer } from './single-sign-on-ports.ts';

/** Values of `Sec-Fetch-Site` of the gateway's own pages and of typed addresses; older browsers send none. */
const ALLOWED_SITES: ReadonlySet<string | undefined> = new Set(['same-origin', 'none', undefined]);

/** Sign-in methods and single sign-on. @param singleSignOn undefined without an identity provider. */
export function singleSignOnRoutes(singleSignOn: SingleSignOn | undefined): readonly BoundRoute[] {
  const use = (): SingleSignOn => {
    if (!singleSignOn) throw errors.notFound('This installation has no identity provider.');
    return singleSignOn;
  };
  return [
    route(account.getSignInMethods, async () => {
      const own = singleSignOn ? { name: singleSignOn.name, path: pathOf(account.beginSingleSignOn) } : null;
      return { status: 200 as const, body: { password: { path: pathOf(account.signIn) }, single_sign_on: own } };
    }),
    route(account.beginSingleSignOn, async ({ query: { return_to: returnTo, account_id: accountId }, header }) => {
      // Otherwise any page could sign a visitor in without their intent.
      if (!ALLOWED_SITES.has(header('sec-fetch-site')))
        throw errors.crossOrigin(
          'A page of another site began this sign-in. Begin it on a page of this origin, or open the link directly.',
        );
      const { url, cookie } = await use().begin({ returnTo, accountId });
      return redirection(url, [cookie]);
    }),
    route(account.finishSingleSignOn, async ({ query, header, context }) => {
      const own = use();
      const { clientAddress: address, userAgent, requestId } = context;
      const by = { address, userAgent, requestId };
      const { returnTo, cookie } = await own.finish(answerOf(query), header('cookie'), by);
      return redirection(returnTo, [cookie, own.endedFlowCookie]);
    }),
  ];
}

/** The parameters of the protocol in a query; providers add their own. */
function answerOf({
  code,
  state,
  iss,
  error,
}: Partial<Record<'code' | 'state' | 'iss' | 'error', string | undefined>>): ProviderAnswer {
  const parameters = Object.entries({ code, state, iss, error });
  return Object.fromEntries(parameters.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function redirection(location: string, cookies: string[]) {
  return { status: 302 as const, body: { location }, headers: { Location: location, 'Set-Cookie': cookies } };
}
