import type { Plan, Role } from '@fulfilment/contracts';
import type { Environment, Page, PageQuery, Tenant } from '@fulfilment/kernel';
import type { KeyEnds } from './domain/key-status.ts';
import type { KeySecret, KeySecrets } from './domain/key-secrets.ts';
import type { Limit } from './domain/limits.ts';

/** A customer. Its plan decides whether production is open to it. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly createdAt: Date;
}

/** By what a key is found again, and under which pepper that was made. */
export interface KeyDigest {
  readonly digest: string;
  readonly pepperId: string;
}

export interface KeptSecret extends KeySecret, KeyDigest {}

/** A key as it is kept: never its text. */
export interface ApiKey extends KeyEnds {
  readonly id: string;
  readonly accountId: string;
  readonly environment: Environment;
  readonly role: Role;
  readonly name: string | undefined;
  readonly secrets: KeySecrets<KeptSecret>;
  /** Addresses and ranges that it is good from; from all where there are none. */
  readonly ipAllowlist: readonly string[];
  readonly limit: Limit;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  /** Another one after every change. */
  readonly rev: number;
}

/** Who asks for a change of an account, and from where. */
export interface Requester {
  /** `key_…`, `mem_…` or `operator`. */
  readonly actor: string;
  /** Where the request came from, as far as that is known. */
  readonly address: string | undefined;
  readonly requestId: string;
}

export const AUDIT_ACTIONS = [
  'account.created',
  'account.plan_changed',
  'key.created',
  'key.updated',
  'key.rotated',
  'key.revoked',
  'member.invited',
  'member.invitation_renewed',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'member.reset_issued',
  'member.password_changed',
  'member.password_refused',
  'member.identity_linked',
  'session.created',
  'session.refused',
  'session.revoked',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Who changed what of an account, when and from where. Written with the change; never changed, never deleted. */
export interface AuditEntry {
  readonly id: string;
  readonly accountId: string;
  /** Null where the change belongs to both. */
  readonly environment: Environment | null;
  readonly action: AuditAction;
  readonly target: { readonly type: 'account' | 'key' | 'member' | 'session'; readonly id: string };
  readonly by: Requester;
  readonly at: Date;
  /** What was changed, as the wire has it; never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AuditFilter {
  readonly accountId: string;
  /** With what belongs to both environments; undefined for all. */
  readonly environment: Environment | undefined;
  readonly targetId: string | undefined;
}

export interface AuditLog {
  /** Newest first. @throws AppError `invalid_cursor`. */
  page(filter: AuditFilter, page: PageQuery): Promise<Page<AuditEntry>>;
}

export interface AccountStore {
  add(account: Account, entry: AuditEntry): Promise<void>;
  find(id: string): Promise<Account | undefined>;
  /** Every account, oldest first. */
  all(): Promise<readonly Account[]>;
  /** The account with its new plan; undefined if there is none. */
  setPlan(id: string, plan: Plan, entry: AuditEntry): Promise<Account | undefined>;
}

export interface KeyFilter {
  readonly accountId?: string | undefined;
  readonly environment?: Environment | undefined;
}

/** One key, of any account for the operator, of one tenant for everybody else. */
export interface KeyName extends KeyFilter {
  readonly keyId: string;
}

/** Keys of one tenant, as its owner lists them. */
export interface OwnKeysQuery extends PageQuery {
  readonly tenant: Tenant;
  /** Whether it opens anything `at` that moment; undefined for all. */
  readonly active: boolean | undefined;
  readonly at: Date;
}

export interface KeyStore {
  /** Keeps a key, and widens its tenant's limit to it, in one transaction. */
  add(key: ApiKey, entry: AuditEntry): Promise<void>;
  find(name: KeyName): Promise<ApiKey | undefined>;
  /** Newest first. */
  list(filter: KeyFilter): Promise<readonly ApiKey[]>;
  /** Newest first. @throws AppError `invalid_cursor`. */
  page(query: OwnKeysQuery): Promise<Page<ApiKey>>;
  /** Keeps a changed key unless it was changed since it was read. @returns whether it is kept. */
  save(key: ApiKey, entry: AuditEntry): Promise<boolean>;
}

/** Makes the text of a new key. It is never kept. */
export type MintKey = (environment: Environment) => KeyDigest & { readonly text: string };
