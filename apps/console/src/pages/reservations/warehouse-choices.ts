import { useQuery } from '@tanstack/react-query';
import { reading } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import type { Choice } from '../../parts/form.tsx';

/** The active warehouses by id, behind a choice of none; nothing where there is one warehouse alone, or while they are read. */
export function useWarehouseChoices(none: string): readonly Choice[] {
  const environment = useEnvironment();
  const { data } = useQuery({
    ...reading(operations.listLocations, { query: { environment, type: 'warehouse', limit: 200 } }),
    staleTime: 60_000,
  });
  const choices = (data?.data ?? []).map(({ id, code, name }) => ({
    value: id,
    label: name === null ? code : `${code} – ${name}`,
  }));
  return choices.length > 1 ? [{ value: '', label: none }, ...choices] : [];
}
