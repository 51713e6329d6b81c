import { type AccountScope, tenantsOf } from './account-scope.ts';
import type { Endpoint } from './domain/endpoint.ts';
import type { EndpointStore } from './endpoint-ports.ts';

/** The endpoints of an account, oldest first; of one environment where it is named. */
export type ListEndpoints = (scope: AccountScope) => Promise<readonly Endpoint[]>;

export function makeListEndpoints(endpoints: Pick<EndpointStore, 'list'>): ListEndpoints {
  return (scope) => endpoints.list(tenantsOf(scope));
}
