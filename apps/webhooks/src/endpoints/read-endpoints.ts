import type { Page, PageQuery, Tenant } from '@fulfilment/kernel';
import type { Endpoint } from './domain/endpoint.ts';
import { endpointNotFound } from './endpoint-errors.ts';
import type { Author, EndpointStore, OpenSecret } from './endpoint-ports.ts';

/** What owners read of their endpoints. */
export interface ReadEndpoints {
  /** @throws AppError `not_found`. */
  find(tenant: Tenant, id: string): Promise<Endpoint>;
  /** @throws AppError `invalid_cursor`. */
  page(tenant: Tenant, page: PageQuery): Promise<Page<Endpoint>>;
  /** Who looked is kept. @throws AppError `not_found`. */
  reveal(tenant: Tenant, id: string, by: Author): Promise<readonly OpenSecret[]>;
}

export function makeReadEndpoints(endpoints: Pick<EndpointStore, 'find' | 'page' | 'reveal'>): ReadEndpoints {
  return {
    find: async (tenant, id) => orNotFound(await endpoints.find({ id, tenants: [tenant] })),
    page: (tenant, page) => endpoints.page(tenant, page),
    reveal: async (tenant, id, by) => orNotFound(await endpoints.reveal({ id, tenants: [tenant] }, by)),
  };
}

function orNotFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw endpointNotFound();
  return found;
}
