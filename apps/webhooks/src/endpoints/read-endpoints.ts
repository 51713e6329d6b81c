import { type Environment, ENVIRONMENTS, type Page, type PageQuery, type Tenant } from '@fulfilment/kernel';
import type { Endpoint } from './domain/endpoint.ts';
import { orEndpointNotFound } from './endpoint-errors.ts';
import type { Author, EndpointReader, OpenSecret } from './endpoint-ports.ts';

/** An account in one environment, or in all. */
export interface AccountScope {
  readonly accountId: string;
  readonly environment?: Environment | undefined;
}

export function tenantsOf({ accountId, environment }: AccountScope): readonly Tenant[] {
  const environments = environment === undefined ? ENVIRONMENTS : [environment];
  return environments.map((each) => ({ accountId, environment: each }));
}

/** The queries on endpoints. */
export interface ReadEndpoints {
  /** @throws AppError `not_found`. */
  find(tenant: Tenant, id: string): Promise<Endpoint>;
  /** Oldest first. */
  list(scope: AccountScope): Promise<readonly Endpoint[]>;
  /** @throws AppError `invalid_cursor`. */
  page(tenant: Tenant, page: PageQuery): Promise<Page<Endpoint>>;
  /** The valid secrets in the clear; the audit log records the call. @throws AppError `not_found`. */
  reveal(tenant: Tenant, id: string, by: Author): Promise<readonly OpenSecret[]>;
}

export function makeReadEndpoints(endpoints: EndpointReader): ReadEndpoints {
  return {
    find: async (tenant, id) => orEndpointNotFound(await endpoints.find({ id, tenants: [tenant] })),
    list: (scope) => endpoints.list(tenantsOf(scope)),
    page: (tenant, page) => endpoints.page(tenant, page),
    reveal: async (tenant, id, by) => orEndpointNotFound(await endpoints.reveal({ id, tenants: [tenant] }, by)),
  };
}
