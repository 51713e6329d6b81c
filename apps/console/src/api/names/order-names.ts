import { useQuery } from '@tanstack/react-query';
import { call, readRows } from '../call.ts';
import { operations } from '../callable-operations.ts';
import { useEnvironment } from '../session.ts';
import { joinedReads } from './joined-reads.ts';

const orderName = joinedReads<string>(async (environment, ids) => {
  const query = { environment, id: [...ids], limit: ids.length };
  const { rows } = await readRows((cursor) => call(operations.listOrders, { query: { ...query, cursor } }));
  return new Map(rows.map(({ id, external_id: externalId }) => [id, externalId ?? id]));
});

/** The name that people know the order of an id by; undefined until it is read, its id where it cannot be. */
export function useOrderName(id: string): string | undefined {
  const environment = useEnvironment();
  const { data, isError } = useQuery({
    queryKey: ['order name', environment, id],
    queryFn: async () => (await orderName(environment, id)) ?? id,
    staleTime: 60_000,
  });
  return isError ? id : data;
}
