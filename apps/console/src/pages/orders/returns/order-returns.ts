import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keyOf, reading } from '../../../api/call.ts';
import { operations } from '../../../api/operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import type { OrderRecord, ReturnRecord } from '../../../api/types.ts';

/** The returns of an order as they are at its version; undefined while they load. An order that has none is not asked for them. */
export function useReturnsOf({ id, version, returns }: OrderRecord) {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const hasReturns = returns.length > 0;
  const { data, error } = useQuery({
    ...reading(operations.listOrderReturns, { params: { id }, query: { environment, limit: 50 } }),
    enabled: hasReturns,
  });
  useEffect(
    () => void queries.invalidateQueries({ queryKey: keyOf(operations.listOrderReturns, { id }) }),
    [queries, id, version],
  );
  const none: readonly ReturnRecord[] = [];
  return { returns: hasReturns ? data?.data : none, error };
}
