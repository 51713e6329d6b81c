/** The two environments of an account. They share nothing. */
export const ENVIRONMENTS = ['sandbox', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** Whom a record belongs to. Every record, cursor, event and webhook has exactly one tenant. */
export interface Tenant {
  readonly accountId: string;
  readonly environment: Environment;
}

/** The tenant as it stands first in documents, indexes and topic keys: `acc_…:sandbox`. */
export function tenantKey(tenant: Tenant): string {
  return `${tenant.accountId}:${tenant.environment}`;
}

/** @throws Error if `key` was not made by {@link tenantKey}. */
export function parseTenantKey(key: string): Tenant {
  const [accountId, environment] = key.split(':');
  const known = ENVIRONMENTS.find((name) => name === environment);
  if (!accountId || !known) throw new Error(`Not a tenant key: ${key}`);
  return { accountId, environment: known };
}
