import { AppError } from '@fulfilment/kernel';
import { AuthorizationResponseError, ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';

/** What the library's failures say, without what they carry: their causes hold tokens, claims and whole answers. */
export interface ProviderFailure {
  readonly code: string;
  readonly message: string;
  /** The claim or parameter that is wrong, where it is one. */
  readonly check: string | undefined;
}

/** For the log. */
export function describeFailure(error: unknown): ProviderFailure {
  const causes = causesOf(error);
  const last = causes.findLast((each) => each instanceof Error);
  const code = causes.map(codeOf).find((each) => each !== undefined) ?? 'unknown';
  const check = causes.map(claimOf).find((each) => each !== undefined);
  return { code, message: last instanceof Error ? last.message : 'unknown', check };
}

export const providerAway = (waitMs: number): AppError =>
  new AppError({
    kind: 'unavailable',
    code: 'upstream_unavailable',
    message: 'The identity provider cannot be reached. Try again, or sign in with your password.',
    details: { headers: { 'retry-after': Math.max(1, Math.ceil(waitMs / 1_000)) } },
  });

export const signInExpired = (message: string): AppError => new AppError({ kind: 'invalid', code: 'sso_expired', message });

const PASSING_ERRORS: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);
/** The provider's answer cannot be had, or is none. */
const AWAY_CODES: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** The refusal of a sign-in that the library would not take. */
export function refusalOf(error: unknown): AppError {
  if (error instanceof AuthorizationResponseError) return refusedByProvider(error.error);
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
    return signInExpired('The code was used already, or is too old. Begin the sign-in again.');
  if (isTakenBack(error)) return signInExpired('The identity provider has taken the sign-in back. Begin it again.');
  if (isAway(error)) return providerAway(0);
  const { check } = describeFailure(error);
  return new AppError({
    kind: 'forbidden',
    code: 'sso_not_trusted',
    message: 'What the identity provider says does not hold, so nobody was signed in.',
    details: check === undefined ? {} : { check },
  });
}

function refusedByProvider(error: string): AppError {
  if (PASSING_ERRORS.has(error)) return providerAway(0);
  return new AppError({
    kind: 'forbidden',
    code: 'sso_denied',
    message: 'The identity provider did not sign you in.',
    // It comes through the browser, so anybody can have written it.
    details: /^[a-z_]{1,64}$/.test(error) ? { provider_error: error } : {},
  });
}

/** Whoever redeems a code twice has what was given for it revoked (RFC 6749 section 4.1.2). */
function isTakenBack(error: unknown): boolean {
  if (!(error instanceof WWWAuthenticateChallengeError)) return false;
  return error.cause.some(({ parameters }) => parameters.error === 'invalid_token');
}

function isAway(error: unknown): boolean {
  // What `fetch` throws where nothing answers.
  if (error instanceof TypeError) return true;
  // It does not take this client, or its request, for good: an operator's matter, which the person cannot mend.
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError) return true;
  return error instanceof ClientError && AWAY_CODES.has(error.code ?? '');
}

const DEEPEST = 8;

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let each = error; each !== undefined && causes.length < DEEPEST; each = causeOf(each)) causes.push(each);
  return causes;
}

function causeOf(value: unknown): unknown {
  return value instanceof Error ? value.cause : undefined;
}

function codeOf(value: unknown): string | undefined {
  return value instanceof Error && 'code' in value && typeof value.code === 'string' ? value.code : undefined;
}

/** What the library says beside a claim that is wrong: `{ claims, claim: 'aud' }`. */
function claimOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('claim' in value)) return undefined;
  return typeof value.claim === 'string' ? value.claim : undefined;
}
