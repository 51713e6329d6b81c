import type { ActingRole, CallerClaims, MemberRole, Plan, Role, StorageBounds } from '@fulfilment/contracts';
import type { Tenant } from '@fulfilment/kernel';
import type { KeyDigest } from '../accounts/account-ports.ts';
import type { KeyEnds } from '../accounts/domain/api-key.ts';
import type { Limit } from '../accounts/domain/limits.ts';
import type { SessionTimes } from '../members/domain/session-life.ts';

/** The authenticated sender of a request: a program with its key, or a member with a session. */
export type Principal = KnownKey | KnownSession;

export interface KnownKey extends KeyEnds {
  readonly type: 'key';
  readonly id: string;
  /** Changes with every change of the key. */
  readonly rev: number;
  readonly tenant: Tenant;
  readonly role: Role;
  /** Undefined where none was given. */
  readonly name: string | undefined;
  readonly accountName: string;
  readonly plan: Plan;
  /** Storage limits of the account in each environment. */
  readonly storage: StorageBounds;
  /** True while the operator has suspended the account. */
  readonly isSuspended: boolean;
  readonly limit: Limit;
  /** Of all keys of the tenant together. */
  readonly tenantLimit: Limit;
  readonly ipAllowlist: readonly string[];
}

export interface KnownSession extends SessionTimes {
  readonly type: 'session';
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly plan: Plan;
  /** Storage limits of the account in each environment. */
  readonly storage: StorageBounds;
  /** True while the operator has suspended the account. */
  readonly isSuspended: boolean;
  /** Time of the sign-in, or of the last confirmation. */
  readonly confirmedAt: Date;
  readonly member: { readonly id: string; readonly email: string; readonly role: MemberRole; readonly version: number };
}

/** A principal that may do what it asks, as the service is told: in one tenant, as one role. */
export interface AuthorisedCaller {
  readonly claims: CallerClaims & { readonly role: ActingRole };
  /** Changes with every change of the key or member. */
  readonly rev: number;
  readonly sessionId?: string | undefined;
}

/** The digests of a key's text, the one under the current pepper first. */
export type KeyDigests = readonly [current: KeyDigest, ...older: KeyDigest[]];

/** Reads a key from the primary. @returns undefined if there is none. It ends with the key or with that secret, whichever is first. */
export type LookUpKey = (digests: KeyDigests) => Promise<KnownKey | undefined>;

/** Reads a session by its digest, from the primary. @returns undefined where there is none, or its member is not active. */
export type LookUpSession = (digest: string) => Promise<KnownSession | undefined>;
