import { errors } from '@fulfilment/contracts';
import type { AppError } from '@fulfilment/kernel';
import { AuthorizationResponseError, ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';

/** A failure of openid-client without its data: its causes hold tokens, claims and whole answers. */
export interface ProviderFailure {
  readonly code: string;
  readonly message: string;
  /** The claim or parameter that failed a check. */
  readonly check: string | undefined;
}

/** A failure as it may be logged. */
export function describeFailure(error: unknown): ProviderFailure {
  const causes = causesOf(error);
  const last = causes.findLast((each) => each instanceof Error);
  const code = causes.map(codeOf).find((each) => each !== undefined) ?? 'unknown';
  const check = causes.map(claimOf).find((each) => each !== undefined);
  return { code, message: last instanceof Error ? last.message : 'unknown', check };
}

export const providerUnavailable = (waitMs: number): AppError =>
  errors.upstreamUnavailable('The identity provider is unavailable. Try again, or sign in with your password.', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1_000))) },
  });

const RETRYABLE_ERRORS: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);
/** Codes of a missing or malformed answer of the provider. */
const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** The refusal of a sign-in that openid-client rejected. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof AuthorizationResponseError) return refusedByProvider(error.error);
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
    return errors.ssoExpired('The code was used already, or has expired. Begin the sign-in again.');
  if (isRevoked(error)) return errors.ssoExpired('The identity provider has revoked the sign-in. Begin it again.');
  if (isUnavailable(error)) return providerUnavailable(0);
  const { check } = describeFailure(error);
  return errors.ssoNotTrusted('The answer of the identity provider failed verification.', {
    facts: check === undefined ? {} : { check },
  });
}

function refusedByProvider(error: string): AppError {
  if (RETRYABLE_ERRORS.has(error)) return providerUnavailable(0);
  // It comes through the browser, so it may be forged.
  const facts = /^[a-z_]{1,64}$/.test(error) ? { provider_error: error } : {};
  return errors.ssoDenied('The identity provider did not sign you in.', { facts });
}

/** A second redemption of a code revokes its tokens (RFC 6749 section 4.1.2). */
function isRevoked(error: unknown): boolean {
  if (!(error instanceof WWWAuthenticateChallengeError)) return false;
  return error.cause.some(({ parameters }) => parameters.error === 'invalid_token');
}

function isUnavailable(error: unknown): boolean {
  // Thrown by `fetch` where nothing answers.
  if (error instanceof TypeError) return true;
  // The provider rejects this client or its request: for the operator to correct, not for the person.
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError) return true;
  return error instanceof ClientError && UNAVAILABLE_CODES.has(error.code ?? '');
}

const MAX_DEPTH = 8;

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let each = error; each !== undefined && causes.length < MAX_DEPTH; each = causeOf(each)) causes.push(each);
  return causes;
}

function causeOf(value: unknown): unknown {
  return value instanceof Error ? value.cause : undefined;
}

function codeOf(value: unknown): string | undefined {
  return value instanceof Error && 'code' in value && typeof value.code === 'string' ? value.code : undefined;
}

/** The claim in the cause of a failed check: `{ claims, claim: 'aud' }`. */
function claimOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('claim' in value)) return undefined;
  return typeof value.claim === 'string' ? value.claim : undefined;
}
