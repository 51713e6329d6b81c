import { useQuery } from '@tanstack/react-query';
import { reading } from '../../../api/call.ts';
import { operations } from '../../../api/callable-operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import type { OrderRecord, ReturnRecord } from '../../../api/types.ts';

/** The returns of an order; undefined while they load. An order that has none is not asked for them. */
export function useReturnsOf({ id, returns }: OrderRecord) {
  const environment = useEnvironment();
  const hasReturns = returns.length > 0;
  const { data, error } = useQuery({
    ...reading(operations.listOrderReturns, { params: { id }, query: { environment, limit: 50 } }),
    enabled: hasReturns,
  });
  const none: readonly ReturnRecord[] = [];
  return { returns: hasReturns ? data?.data : none, error };
}
