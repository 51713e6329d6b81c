import { z } from 'zod';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** What a gateway reads of its identity provider. */
export const providerVariables = {
  OIDC_ISSUER: z
    .url('is an https URL')
    .refine(isSafeIssuer, 'is an https URL; http goes to this machine alone')
    .optional()
    .describe('The identity provider of the installation, by its issuer (OpenID Connect Discovery 1.0). Unset: passwords alone.'),
  OIDC_CLIENT_ID: z.string().max(500).optional().describe('How the installation is known there.'),
  OIDC_CLIENT_SECRET: z.string().max(500).optional().describe('By what it proves that there.'),
  OIDC_NAME: z.string().max(100).default('Single sign-on').describe('What the identity provider is called, for people.'),
  OIDC_SCOPES: z
    .string()
    .regex(/^openid( [!#-[\]-~]+)*$/, 'begins with openid; others follow, a space between')
    .default('openid email')
    .describe('What is asked for there; without the e-mail address nobody is recognised the first time.'),
};

const TOGETHER = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

/** Names those that are missing where some are set: half an identity provider is a mistake. */
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
      message: `is required beside ${TOGETHER.filter((each) => each !== name).join(' and ')}`,
    });
}

function isSafeIssuer(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}
