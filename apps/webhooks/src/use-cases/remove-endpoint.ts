import type { Endpoint } from '../domain/endpoint.ts';
import { type AccountScope, tenantsOf } from './account-scope.ts';
import { endpointNotFound } from './endpoint-errors.ts';
import type { EndpointStore } from './ports.ts';

/**
 * Removes an endpoint and gives it as it was.
 *
 * @param scope the account that it must belong to, where one is named.
 * @throws AppError `not_found` if there is none of that id.
 */
export type RemoveEndpoint = (id: string, scope: AccountScope | undefined) => Promise<Endpoint>;

export function makeRemoveEndpoint(endpoints: Pick<EndpointStore, 'remove'>): RemoveEndpoint {
  return async (id, scope) => {
    const removed = await endpoints.remove(id, scope && tenantsOf(scope));
    if (!removed) throw endpointNotFound();
    return removed;
  };
}
