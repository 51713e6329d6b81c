import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { LocationRecord } from '../../api/types.ts';
import { useAddressValues } from '../address-values.ts';
import type { Filter } from '../filter-bar.tsx';
import { fieldStrings as words } from './field-strings.ts';

interface WarehouseFilter {
  /** None where there is one warehouse, or the member may not see them. */
  readonly filters: readonly Filter[];
  /** The id of the warehouse that the address names; undefined where there is none of it. */
  readonly warehouse: string | undefined;
}

/** The warehouses of the environment; undefined until they are read, and for a member that may not see them. */
export function useWarehouses(): readonly LocationRecord[] | undefined {
  const environment = useEnvironment();
  const { data } = useQuery({
    ...reading(operations.listLocations, { query: { environment, type: 'warehouse', limit: 200 } }),
    enabled: usePermissions()('locations:read'),
    staleTime: 60_000,
  });
  return data?.data;
}

/** The filter of a list by warehouse, `label` by default named as that. */
export function useWarehouseFilter(label: string = words.warehouse): WarehouseFilter {
  const [{ warehouse }] = useAddressValues();
  const warehouses = useWarehouses();
  if (warehouses === undefined) return { filters: [], warehouse: warehouse || undefined };
  const named = warehouses.find(({ id }) => id === warehouse)?.id;
  if (warehouses.length < 2) return { filters: [], warehouse: named };
  const choices = warehouses.map(({ id, code, name }) => ({ value: id, label: name === null ? code : `${code} – ${name}` }));
  const filter = { name: 'warehouse', label, choices: [{ value: '', label: words.anyWarehouse }, ...choices] };
  return { filters: [filter], warehouse: named };
}
