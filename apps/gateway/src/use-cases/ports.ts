import type { Plan, Role } from '@fulfilment/contracts';
import type { Environment, Tenant } from '@fulfilment/kernel';
import type { KeyEnds } from '../domain/key-status.ts';
import type { Limit } from '../domain/limits.ts';

/** A customer. Its plan decides whether production is open to it. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly createdAt: Date;
}

/** A key as it is kept: never its text. */
export interface ApiKey extends KeyEnds {
  readonly id: string;
  readonly accountId: string;
  readonly environment: Environment;
  readonly role: Role;
  readonly name: string | undefined;
  readonly prefix: string;
  readonly last4: string;
  readonly limit: Limit;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
}

/** By what a key is found again, and under which pepper that was made. */
export interface KeyDigest {
  readonly digest: string;
  readonly pepperId: string;
}

export interface AccountStore {
  add(account: Account): Promise<void>;
  find(id: string): Promise<Account | undefined>;
  /** Every account, oldest first. */
  all(): Promise<readonly Account[]>;
  /** The account with its new plan; undefined if there is none. */
  setPlan(id: string, plan: Plan): Promise<Account | undefined>;
}

export interface KeyFilter {
  readonly accountId?: string | undefined;
  readonly environment?: Environment | undefined;
}

export interface KeyStore {
  /** Keeps a key, and widens its tenant's limit to it, in one transaction. */
  add(key: ApiKey, digest: KeyDigest): Promise<void>;
  /** Newest first. */
  list(filter: KeyFilter): Promise<readonly ApiKey[]>;
  /** The key, revoked at `at` or before; undefined if there is none. */
  revoke(id: string, at: Date): Promise<ApiKey | undefined>;
}

/** Makes the text of a new key. It is never kept. */
export type MintKey = (environment: Environment) => KeyDigest & { readonly text: string };

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
}

/** Reads a key by its digest from the primary; undefined if there is none. */
export type LookUpKey = (digest: string) => Promise<KnownKey | undefined>;
