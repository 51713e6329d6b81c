/** The two environments of an account. They share nothing. */
export const ENVIRONMENTS = ['sandbox', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** The owner of a record. Every record, cursor, event and webhook has exactly one tenant. */
export interface Tenant {
  readonly accountId: string;
  readonly environment: Environment;
}

/** The tenant as text, the first part of documents, indexes and topic keys: `acc_…:sandbox`. */
export function tenantKey(tenant: Tenant): string {
  return `${tenant.accountId}:${tenant.environment}`;
}

/** The tenants of an account: one for each environment. */
export function tenantsOf(accountId: string): readonly Tenant[] {
  return ENVIRONMENTS.map((environment) => ({ accountId, environment }));
}

/** @throws Error if `key` was not made by {@link tenantKey}. */
export function parseTenantKey(key: string): Tenant {
  const [accountId, environment] = key.split(':');
  const known = ENVIRONMENTS.find((name) => name === environment);
  if (!accountId || !known) throw new Error(`Not a tenant key: ${key}`);
  return { accountId, environment: known };
}
