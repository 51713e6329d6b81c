import { type Clock, meetsCondition, type Tenant, type VersionCondition, versionConflict } from '@fulfilment/kernel';
import type { Endpoint } from './domain/endpoint.ts';
import { endpointNotFound } from './endpoint-errors.ts';
import type { Author, EndpointChange, EndpointStore } from './endpoint-ports.ts';

/** Which endpoint is meant, at which version, and who asks. */
export interface ChangeOrder {
  readonly id: string;
  /** Those of which one must have it; whoever has it where none are named. */
  readonly tenants: readonly Tenant[] | undefined;
  readonly by: Author;
  readonly ifMatch?: VersionCondition | undefined;
}

export interface ChangeParts {
  readonly endpoints: Pick<EndpointStore, 'change'>;
  readonly now: Clock;
  /** An endpoint as its owner sees it, for who meant another version of it. */
  readonly present: (endpoint: Endpoint) => { readonly version: number };
}

/** A change without what every change has. @returns undefined where there is nothing to do. */
export type Decide = (endpoint: Endpoint, at: Date) => EndpointChange | undefined;

/**
 * Loads, decides and saves, in one transaction.
 *
 * @throws AppError `not_found`; `version_conflict` where another version is meant; what `decide` throws.
 */
export async function changeEndpoint(
  { endpoints, now, present }: ChangeParts,
  order: ChangeOrder,
  decide: Decide,
): Promise<Endpoint> {
  const { by, ifMatch } = order;
  const changed = await endpoints.change(order, by, (endpoint) => {
    refuseOtherVersion(endpoint, ifMatch, present);
    const at = now();
    const change = decide(endpoint, at);
    return change && { ...change, endpoint: { ...change.endpoint, version: endpoint.version + 1, updatedAt: at } };
  });
  if (!changed) throw endpointNotFound();
  return changed;
}

/** @throws AppError `version_conflict` where another version is meant. */
export function refuseOtherVersion(
  endpoint: Endpoint,
  condition: VersionCondition | undefined,
  present: ChangeParts['present'],
): void {
  if (!meetsCondition(condition, endpoint.version)) throw versionConflict(present(endpoint));
}
