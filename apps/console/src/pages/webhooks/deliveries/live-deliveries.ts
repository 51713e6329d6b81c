import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { send } from '../../../api/client.ts';
import type { ListPage } from '../../../api/types.ts';
import { type Rows, useRows } from '../../../parts/data-table.tsx';
import type { DeliveryRecord } from '../webhook-types.ts';

const LIVE_MS = 3_000;
const PAGE = 25;

interface LiveDeliveries extends Rows<DeliveryRecord> {
  /** True while new rows are asked for. */
  readonly isLive: boolean;
}

/** The deliveries of an endpoint, newest first: older ones page by page, and new ones every few seconds. */
export function useLiveDeliveries(webhookId: string, filters: Readonly<Record<string, string | undefined>>): LiveDeliveries {
  const path = `/account/v1/webhooks/${webhookId}/deliveries`;
  const query = { ...filters, limit: PAGE };
  const list = useRows<DeliveryRecord>({ path, query });
  const newest = useQuery({
    queryKey: [path, query, 'newest'],
    queryFn: ({ signal }) => send<ListPage<DeliveryRecord>>({ path, query, signal }),
    refetchInterval: LIVE_MS,
  });
  const merged = newest.data && list.rows ? mergedRows(newest.data, list.rows) : undefined;
  const { reload } = list;
  const hasGap = merged === 'gap';
  useEffect(() => {
    if (hasGap) reload();
    // `reload` is another function each time; the gap alone calls for it.
  }, [hasGap]);
  return {
    ...list,
    rows: merged === undefined || merged === 'gap' ? list.rows : merged,
    error: list.error ?? newest.error,
    isLive: newest.isSuccess && newest.error === null,
  };
}

/** The newest page before the rows that were read earlier; `gap` if rows between the two are missing. */
export function mergedRows<Row extends { readonly id: string }>(
  newest: ListPage<Row>,
  earlier: readonly Row[],
): readonly Row[] | 'gap' {
  const last = newest.data.at(-1);
  if (last === undefined || newest.next_cursor === null) return newest.data;
  const known = new Set(newest.data.map(({ id }) => id));
  if (!earlier.some(({ id }) => known.has(id))) return 'gap';
  // What was on the newest page's stretch and is not on it now has left the list, such as by its status.
  const overlap = earlier.findLastIndex(({ id }) => known.has(id));
  return [...newest.data, ...earlier.slice(overlap + 1)];
}
