import { type ChangeOrder, type ChangeParts, refuseOtherVersion } from './change-endpoint.ts';
import type { Endpoint } from './domain/endpoint.ts';
import { endpointNotFound } from './endpoint-errors.ts';
import type { EndpointStore } from './endpoint-ports.ts';

/** Removes an endpoint and gives it as it was. @throws AppError `not_found`, `version_conflict`. */
export type RemoveEndpoint = (order: ChangeOrder) => Promise<Endpoint>;

export interface RemoveEndpointParts extends Pick<ChangeParts, 'present'> {
  readonly endpoints: Pick<EndpointStore, 'remove'>;
}

export function makeRemoveEndpoint({ endpoints, present }: RemoveEndpointParts): RemoveEndpoint {
  return async (order) => {
    const removed = await endpoints.remove(order, order.by, (endpoint) => refuseOtherVersion(endpoint, order.ifMatch, present));
    if (!removed) throw endpointNotFound();
    return removed;
  };
}
