import { oneOf, useAddressValues } from '../address-values.ts';

/**
 * The sort order of a list, which the address keeps.
 *
 * @param usual the order of the list where none is asked for.
 * @returns the order to ask for, undefined for the usual one, and what the table is given.
 */
export function useSort<Other extends string>(usual: string, others: readonly Other[]) {
  const [{ sort: asked }, change] = useAddressValues();
  const sort = oneOf(others, asked);
  const onSort = (order: string): void => change({ sort: order === usual ? undefined : order });
  return { sort, ofTable: { sort: sort ?? usual, onSort } };
}
