import { generateKeyPairSync } from 'node:crypto';
import type { ActingRole, CallerClaims } from '@fulfilment/contracts';
import { makeSignIdentity } from '@fulfilment/identity';
import { newId, type Tenant } from '@fulfilment/kernel';

/** The holder of an API key, or a member by their session: `member:viewer`. */
export interface Caller extends Tenant {
  readonly keyId: string;
  readonly role: ActingRole;
  /** The most that the tenant may store; without bounds by default. */
  readonly storage?: NonNullable<CallerClaims['max']>;
  /** Sent beside the usual ones, or in their place. */
  readonly headers?: Readonly<Record<string, string>>;
}

const KEY_ID = 'test';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');

/** The public keys of the test signer, for `JWT_PUBLIC_KEYS`: a JWK Set (RFC 7517). */
export const SIGNERS = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID }] });

/** Signs identities as the gateway does, but for a day: tokens are kept as long as the worker of the tests runs. */
export const signIdentity = await makeSignIdentity({
  key: { ...privateKey.export({ format: 'jwk' }), kid: KEY_ID },
  lifetimeSeconds: 86_400,
});

/** A tenant of a new account. */
export const newTenant = (): Tenant => ({ accountId: newId('acc'), environment: 'sandbox' });

/** A caller of a new account; an admin by default. */
export const newCaller = (role: ActingRole = 'admin'): Caller => ({ ...newTenant(), keyId: newId('key'), role });

const identities = new Map<string, Promise<string>>();

/** The token of a caller for `service`: one for each key, as the gateway keeps them. */
export function identityOf({ keyId, accountId, environment, role, storage: max }: Caller, service: string): Promise<string> {
  const which = [service, keyId, accountId, environment, role, ...Object.values(max ?? {})].join();
  const claims = { sub: keyId, acc: accountId, env: environment, role, ...(max && { max }) };
  const known = identities.get(which) ?? signIdentity(claims, service);
  identities.set(which, known);
  return known;
}
