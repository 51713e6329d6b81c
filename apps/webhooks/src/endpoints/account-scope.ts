import { type Environment, ENVIRONMENTS, type Tenant } from '@fulfilment/kernel';

/** An account, in one environment or in all. */
export interface AccountScope {
  readonly accountId: string;
  readonly environment?: Environment | undefined;
}

export function tenantsOf({ accountId, environment }: AccountScope): readonly Tenant[] {
  const environments = environment === undefined ? ENVIRONMENTS : [environment];
  return environments.map((each) => ({ accountId, environment: each }));
}
