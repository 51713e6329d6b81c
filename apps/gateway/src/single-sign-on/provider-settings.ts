import { accountOperations, pathOf } from '@fulfilment/contracts';

/** How the installation is known to its identity provider. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Space-separated; `openid` is among them. */
  readonly scopes: string;
  /** Where the provider sends browsers back to, as it is registered there. */
  readonly redirectUri: string;
}

/** What the process reads of them. */
export interface ProviderVariables {
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_SCOPES: string;
  readonly PUBLIC_URL: string;
}

/** @returns undefined where there is no identity provider. */
export function providerSettingsOf(variables: ProviderVariables): ProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = variables;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  const redirectUri = `${variables.PUBLIC_URL.replace(/\/+$/, '')}${pathOf(accountOperations.finishSingleSignOn)}`;
  return { issuer, clientId, clientSecret, scopes: variables.OIDC_SCOPES, redirectUri };
}
