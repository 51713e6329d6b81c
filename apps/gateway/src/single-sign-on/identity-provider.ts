import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  clockTolerance,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import { fetchFromProvider } from './provider-answers.ts';
import { providerUnavailable, refusalOf } from './provider-failures.ts';
import type { ProviderSettings } from './provider-settings.ts';
import type { ProvenIdentity, ProviderAnswer, SignInFlow } from './single-sign-on-ports.ts';

// Some providers send the boolean as text.
const verified = z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false);
const idToken = z.looseObject({ iss: z.string(), sub: z.string().min(1).max(255) });
const mail = z.looseObject({ email: z.email().max(254).optional().catch(undefined), email_verified: verified });

export interface IdentityProviderParts {
  readonly discovery: ProviderDiscovery;
  readonly onFailure: (error: unknown, requestId: string) => void;
}

/** OpenID Connect by authorization code, with PKCE, state, nonce and the issuer of the answer (RFC 9207, RFC 9700). */
export class IdentityProvider {
  readonly #settings: ProviderSettings;
  readonly #parts: IdentityProviderParts;

  constructor(settings: ProviderSettings, parts: IdentityProviderParts) {
    this.#settings = settings;
    this.#parts = parts;
  }

  /** Begins a sign-in with random values. @returns it with the address at the provider. @throws AppError `upstream_unavailable`. */
  async begin(wish: Pick<SignInFlow, 'returnTo' | 'accountId' | 'endsAt'>): Promise<{ flow: SignInFlow; url: string }> {
    const configuration = await this.#parts.discovery.configuration();
    const flow = { ...wish, state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#settings.redirectUri,
      scope: this.#settings.scopes,
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
    });
    return { flow, url: url.href };
  }

  /**
   * Redeems an answer.
   *
   * @param requestId of the request with the answer, for the log.
   * @throws AppError `sso_denied`, `sso_expired` (the code was used or has expired), `sso_not_trusted`, `upstream_unavailable`.
   */
  async identify(answer: ProviderAnswer, flow: SignInFlow, requestId: string): Promise<ProvenIdentity> {
    const configuration = await this.#parts.discovery.configuration();
    try {
      return await identityFrom(configuration, callbackUrl(this.#settings.redirectUri, answer), flow);
    } catch (error) {
      this.#parts.onFailure(error, requestId);
      throw refusalOf(error);
    }
  }
}

async function identityFrom(configuration: Configuration, url: URL, flow: SignInFlow): Promise<ProvenIdentity> {
  const { state: expectedState, nonce: expectedNonce, verifier: pkceCodeVerifier } = flow;
  const tokens = await authorizationCodeGrant(configuration, url, { expectedState, expectedNonce, pkceCodeVerifier });
  const claims = tokens.claims();
  const { iss: issuer, sub: subject } = idToken.parse(claims);
  const { email, email_verified: emailVerified } = mail.parse(
    // With an access token, a provider may reserve claims for its userinfo endpoint (OpenID Connect Core 1.0 section 5.4).
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

/** Seconds that the provider may take for one answer. */
const TIMEOUT_SECONDS = 5;
/** Seconds that its clock may be off. */
const CLOCK_TOLERANCE_SECONDS = 30;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Providers move their endpoints rarely, and announce it. */
const TIME_TO_LIVE_MS = 3_600_000;

export interface ProviderDiscoveryParts {
  /** A monotonic clock, in milliseconds. */
  readonly nowMs: () => number;
  readonly onFailure: (error: unknown) => void;
}

/**
 * The endpoints of the provider (OpenID Connect Discovery 1.0), fetched on first use: a gateway starts and serves without its
 * provider. Concurrent callers share one request, failures are repeated with a growing pause, and an hour-old configuration stays
 * in use while the provider is unavailable or its document lacks an endpoint.
 */
export class ProviderDiscovery {
  readonly #settings: ProviderSettings;
  readonly #parts: ProviderDiscoveryParts;
  #found: { readonly configuration: Configuration; readonly atMs: number } | undefined;
  #pauseMs = 0;
  #notBeforeMs = 0;
  #underWay: Promise<Configuration> | undefined;

  constructor(settings: ProviderSettings, parts: ProviderDiscoveryParts) {
    this.#settings = settings;
    this.#parts = parts;
  }

  /** @throws AppError `upstream_unavailable`. */
  async configuration(): Promise<Configuration> {
    const { nowMs } = this.#parts;
    if (this.#found && nowMs() - this.#found.atMs < TIME_TO_LIVE_MS) return this.#found.configuration;
    const waitMs = this.#notBeforeMs - nowMs();
    if (waitMs > 0 && !this.#underWay) {
      if (this.#found) return this.#found.configuration;
      throw providerUnavailable(waitMs);
    }
    this.#underWay ??= this.#fetch().finally(() => (this.#underWay = undefined));
    return this.#underWay;
  }

  async #fetch(): Promise<Configuration> {
    const { nowMs, onFailure } = this.#parts;
    try {
      const configuration = await discover(this.#settings);
      this.#found = { configuration, atMs: nowMs() };
      this.#pauseMs = 0;
      return configuration;
    } catch (error) {
      this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
      this.#notBeforeMs = nowMs() + this.#pauseMs;
      onFailure(error);
      if (this.#found) return this.#found.configuration;
      throw providerUnavailable(this.#pauseMs);
    }
  }
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const client = { client_secret: clientSecret, [clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const url = new URL(issuer);
  const configuration = await discovery(url, clientId, client, ClientSecretBasic(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    [customFetch]: fetchFromProvider,
    // Signatures are verified as well: TLS alone does not exclude an intermediary between the gateway and the provider.
    execute: [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])],
  });
  refuseUnusable(configuration, url.protocol);
  return configuration;
}

/** The library reads these when a person signs in, and a document without them would be kept for an hour. */
const REQUIRED_ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/** @throws Error for a document whose endpoints cannot be used. */
function refuseUnusable(configuration: Configuration, protocolOfIssuer: string): void {
  const metadata = configuration.serverMetadata();
  const protocols = new Set(['https:', protocolOfIssuer]);
  for (const name of REQUIRED_ENDPOINTS) {
    const url: unknown = metadata[name];
    if (typeof url !== 'string' || !URL.canParse(url) || !protocols.has(new URL(url).protocol))
      throw new Error(`the discovery document has no usable "${name}"`);
  }
}
