import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import type { IdentityProvider, ProvenIdentity, ProviderAnswer, SignInFlow } from './single-sign-on-ports.ts';
import type { Discover } from './discover.ts';
import { refusalOf } from './provider-failures.ts';
import type { ProviderSettings } from './provider-settings.ts';

// Some providers write the truth as text.
const verified = z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false);
const idToken = z.looseObject({ iss: z.string(), sub: z.string().min(1).max(255) });
const mail = z.looseObject({ email: z.email().max(254).optional().catch(undefined), email_verified: verified });

export interface IdentityProviderParts {
  readonly discover: Discover;
  readonly onFailure: (error: unknown, requestId: string) => void;
}

/** OpenID Connect by authorization code, with PKCE, state, nonce and the issuer of the answer (RFC 9207, RFC 9700). */
export function makeIdentityProvider(
  settings: ProviderSettings,
  { discover, onFailure }: IdentityProviderParts,
): IdentityProvider {
  const { redirectUri, scopes } = settings;
  return {
    begin: async (wish) => {
      const configuration = await discover();
      const flow = { ...wish, state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: scopes,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      });
      return { flow, url: url.href };
    },
    identify: async (answer, flow, requestId) => {
      const configuration = await discover();
      try {
        return await identityFrom(configuration, callbackUrl(redirectUri, answer), flow);
      } catch (error) {
        onFailure(error, requestId);
        throw refusalOf(error);
      }
    },
  };
}

async function identityFrom(configuration: Configuration, url: URL, flow: SignInFlow): Promise<ProvenIdentity> {
  const { state: expectedState, nonce: expectedNonce, verifier: pkceCodeVerifier } = flow;
  const tokens = await authorizationCodeGrant(configuration, url, { expectedState, expectedNonce, pkceCodeVerifier });
  const claims = tokens.claims();
  const { iss: issuer, sub: subject } = idToken.parse(claims);
  const { email, email_verified: emailVerified } = mail.parse(
    // Where an access token comes too, a provider may keep claims for its userinfo (OpenID Connect Core 1.0 section 5.4).
    claims?.['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
      ? await fetchUserInfo(configuration, tokens.access_token, subject)
      : claims,
  );
  return { issuer, subject, email, emailVerified };
}

function callbackUrl(redirectUri: string, answer: ProviderAnswer): URL {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.append(name, value);
  return url;
}
