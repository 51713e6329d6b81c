import type { ActingRole, MemberRole, Plan, Role } from '@fulfilment/contracts';
import type { Tenant } from '@fulfilment/kernel';
import type { KeyDigest } from '../accounts/account-ports.ts';
import type { KeyEnds } from '../accounts/domain/api-key.ts';
import type { Limit } from '../accounts/domain/limits.ts';
import type { SessionTimes } from '../members/domain/session-life.ts';

/** Who sends a request: a program with its key, or a member with a session. */
export type Principal =
  | { readonly type: 'key'; readonly key: KnownKey }
  | { readonly type: 'session'; readonly session: KnownSession };

/** Who acts, as which role, in which tenant: what the service that answers is told. */
export interface Acting {
  /** `key_…` or `mem_…`. */
  readonly id: string;
  /** Another one after every change of the key or member. */
  readonly rev: number;
  readonly tenant: Tenant;
  readonly role: ActingRole;
  /** Where it is a member. */
  readonly sessionId?: string | undefined;
}

/** Everything that has to be known of a key to let a request in. */
export interface KnownKey extends KeyEnds {
  readonly id: string;
  /** Another one after every change of the key. */
  readonly rev: number;
  readonly tenant: Tenant;
  readonly role: Role;
  /** Of the account. */
  readonly plan: Plan;
  readonly limit: Limit;
  /** Of all keys of the tenant together. */
  readonly tenantLimit: Limit;
  readonly ipAllowlist: readonly string[];
}

/**
 * Reads a key from the primary by the digests of one text, the one under the current pepper first.
 *
 * @returns the key as that text opens it: it ends with the key or with that secret, whichever is first. Undefined if there is none.
 */
export type LookUpKey = (digests: readonly [current: KeyDigest, ...older: KeyDigest[]]) => Promise<KnownKey | undefined>;

/** Everything that has to be known of a session to let a request in. */
export interface KnownSession extends SessionTimes {
  /** `ses_…`. */
  readonly id: string;
  readonly accountId: string;
  /** Of the account. */
  readonly plan: Plan;
  readonly member: { readonly id: string; readonly role: MemberRole; readonly version: number };
}

/**
 * Reads a session by its digest, from the primary, as a majority has it.
 *
 * @returns undefined where there is none, or its member is not active.
 */
export type LookUpSession = (digest: string) => Promise<KnownSession | undefined>;
