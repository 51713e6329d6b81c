import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LOCATION_TYPES } from '../../api/contracts/constants.ts';
import { below, reading } from '../../api/call.ts';
import { type NamedCall, useNamedCall } from '../../api/named-call.ts';
import { operations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import { compareNames } from '../../language/formats.ts';
import type { Environment, LocationRecord, LocationType } from '../../api/types.ts';

/** The type of locations that stand in one of a type; undefined for a bin. */
export function typeBelow(type: LocationType): LocationType | undefined {
  return LOCATION_TYPES[LOCATION_TYPES.indexOf(type) + 1];
}

/** True for the warehouse that every environment has: its code is fixed, and it is never archived. */
export function isDefaultWarehouse({ type, code }: LocationRecord): boolean {
  return type === 'warehouse' && code === 'MAIN';
}

/** The location of an id, read again after each change of locations. */
export function useLocation(id: string | undefined) {
  const environment = useEnvironment();
  return useQuery({
    ...reading(operations.getLocation, { params: { id: id ?? '' }, query: { environment } }),
    enabled: id !== undefined && id !== '',
  });
}

type Change = (call: NamedCall, query: { readonly environment: Environment }) => Promise<LocationRecord>;

/** Sends changes of locations; afterwards, also after a refusal, everything shown of them is read again. */
export function useChangeOfLocations() {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const call = useNamedCall();
  return async (change: Change): Promise<LocationRecord> => {
    try {
      return await change(call, { environment });
    } finally {
      await queries.invalidateQueries({ predicate: below(operations.listLocations) });
    }
  };
}

/** The ids of the locations that a location stands in, as far as they have been read. */
export function useIdsAbove(location: LocationRecord | undefined): readonly string[] {
  const parent = useLocation(location?.parent_id ?? undefined).data;
  const grandparent = useLocation(parent?.parent_id ?? undefined).data;
  return [location?.parent_id, parent?.parent_id, grandparent?.parent_id].filter((id) => typeof id === 'string');
}

/** Locations in the order that people count: A2 before A10. */
export function inOrder(locations: readonly LocationRecord[]): readonly LocationRecord[] {
  return locations.toSorted((one, other) => compareNames(one.path, other.path));
}
