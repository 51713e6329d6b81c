import { type CallerClaims, callerClaims, IDENTITY_ISSUER, operatorClaims } from '@fulfilment/contracts';
import { AppError } from '@fulfilment/kernel';
import { createLocalJWKSet, errors, importJWK, type JSONWebKeySet, jwtVerify, SignJWT, type JWK } from 'jose';

/** The caller of a request: a key or a member with a tenant and a role, the operator, or an unauthenticated client. */
export type Caller =
  | { readonly type: 'caller'; readonly claims: CallerClaims }
  | { readonly type: 'operator'; readonly name?: string | undefined }
  | { readonly type: 'anonymous' };

/**
 * @throws AppError `unauthenticated` unless the token is signed by one of the keys, for this audience; `upstream_unavailable` where it is,
 * and has expired: the gateway signs for each request, so its clock is behind, which is no fault of the client's key.
 */
export type VerifyIdentity = (token: string) => Promise<Caller>;

const ALGORITHM = 'EdDSA';
const CLOCK_TOLERANCE_SECONDS = 5;
/** Verified tokens that are remembered: verifying costs more than the rest of a small request (measured: 0.18 ms). */
const REMEMBERED = 10_000;

/**
 * Verifies the identity that the gateway signs (RFC 7519; EdDSA, RFC 8037). A token is verified once and then remembered until it expires.
 *
 * @param audience the service that asks; a token for another one is refused.
 */
export function makeVerifyIdentity({
  keys,
  audience,
}: {
  readonly keys: JSONWebKeySet;
  readonly audience: string;
}): VerifyIdentity {
  const keySet = createLocalJWKSet(keys);
  const remembered = new Map<string, { readonly caller: Caller; readonly expiresMs: number }>();
  return async (token) => {
    const known = remembered.get(token);
    if (known && known.expiresMs > Date.now()) return known.caller;
    const { payload } = await jwtVerify(token, keySet, {
      algorithms: [ALGORITHM],
      issuer: IDENTITY_ISSUER,
      audience,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['exp', 'sub'],
    }).catch((cause: unknown) => {
      throw cause instanceof errors.JWTExpired ? clocksDiffer(cause) : unauthenticated(cause);
    });
    const caller = callerOf(payload);
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(token, { caller, expiresMs: (payload.exp ?? 0) * 1_000 });
    return caller;
  };
}

/** Signs identities for `audience`. @returns a compact JWS (RFC 7515). */
export type SignIdentity = (claims: Readonly<Record<string, unknown>>, audience: string) => Promise<string>;

/**
 * @param key private EdDSA key as a JWK with its `kid`.
 * @param lifetimeSeconds how long a token lives.
 */
export async function makeSignIdentity({
  key,
  lifetimeSeconds,
}: {
  readonly key: JWK;
  readonly lifetimeSeconds: number;
}): Promise<SignIdentity> {
  const privateKey = await importJWK(key, ALGORITHM);
  return (claims, audience) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: ALGORITHM, ...(key.kid ? { kid: key.kid } : {}) })
      .setIssuer(IDENTITY_ISSUER)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${lifetimeSeconds}s`)
      .sign(privateKey);
}

function callerOf(payload: unknown): Caller {
  const operator = operatorClaims.safeParse(payload).data;
  if (operator) return { type: 'operator', name: operator.as };
  const parsed = callerClaims.safeParse(payload);
  if (!parsed.success) throw unauthenticated(parsed.error);
  return { type: 'caller', claims: parsed.data };
}

function clocksDiffer(cause: unknown): AppError {
  const message = 'The service refuses requests: its clock and that of the gateway differ by minutes.';
  return new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message, cause });
}

function unauthenticated(cause: unknown): AppError {
  return new AppError({
    kind: 'unauthenticated',
    code: 'unauthenticated',
    message: 'The request has no valid identity.',
    cause,
  });
}
