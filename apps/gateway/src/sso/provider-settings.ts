/** How the installation is known to its identity provider. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Space-separated; `openid` and `email` are among them. */
  readonly scopes: string;
  /** Where the provider sends browsers back to, as it is registered there. */
  readonly redirectUri: string;
}
