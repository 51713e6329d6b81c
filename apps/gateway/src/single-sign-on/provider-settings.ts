import { accountOperations, pathOf } from '@fulfilment/contracts';
import { z } from 'zod';

/** The registration of the installation at its identity provider. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Space-separated; `openid` is among them. */
  readonly scopes: string;
  /** The registered redirect URI of the gateway. */
  readonly redirectUri: string;
}

type ProviderVariables = Omit<z.output<z.ZodObject<typeof providerVariables>>, 'OIDC_NAME'> & { readonly PUBLIC_URL: string };

/** @returns undefined without an identity provider. */
export function providerSettingsOf(variables: ProviderVariables): ProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = variables;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  const redirectUri = `${variables.PUBLIC_URL.replace(/\/+$/, '')}${pathOf(accountOperations.finishSingleSignOn)}`;
  return { issuer, clientId, clientSecret, scopes: variables.OIDC_SCOPES, redirectUri };
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The settings of the identity provider. */
export const providerVariables = {
  OIDC_ISSUER: z
    .url('must be an https URL')
    .refine(isSafeIssuer, 'must be an https URL; http only for this machine')
    .optional()
    .describe('Issuer of the identity provider (OpenID Connect Discovery 1.0). Unset: passwords only.'),
  OIDC_CLIENT_ID: z.string().max(500).optional().describe('Client id of the installation at the provider.'),
  OIDC_CLIENT_SECRET: z.string().max(500).optional().describe('Client secret of the installation at the provider.'),
  OIDC_NAME: z.string().max(100).default('Single sign-on').describe('Display name of the identity provider.'),
  OIDC_SCOPES: z
    .string()
    .regex(/^openid( [!#-[\]-~]+)*$/, 'must begin with openid and be separated by spaces')
    .default('openid email')
    .describe('Requested scopes; without the e-mail address no first sign-in succeeds.'),
};

const TOGETHER = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

/** Reports the missing settings where only some of them are set. */
export function setTogether(
  settings: Readonly<Partial<Record<(typeof TOGETHER)[number], string | undefined>>>,
  { addIssue }: Pick<z.core.$RefinementCtx, 'addIssue'>,
): void {
  const missing = TOGETHER.filter((name) => settings[name] === undefined);
  if (missing.length === TOGETHER.length) return;
  for (const name of missing)
    addIssue({
      code: 'custom',
      path: [name],
      message: `is required with ${TOGETHER.filter((each) => each !== name).join(' and ')}`,
    });
}

function isSafeIssuer(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}
