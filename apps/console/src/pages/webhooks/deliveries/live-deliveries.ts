import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { send } from '../../../api/client.ts';
import { followEvents, type StreamState } from '../../../api/event-stream.ts';
import { useStore } from '../../../api/store.ts';
import type { ListPage } from '../../../api/types.ts';
import type { DeliveryRecord } from '../webhook-types.ts';
import { LiveLog, type LogView } from './live-log.ts';

/** The stream tells attempts; deliveries that are held, dropped or batched have none, and are seen by this. */
const LOOK_MS = 15_000;
const PAGE = 200;

/** The log of deliveries as it is shown, and how it follows them. */
export interface LiveDeliveries extends LogView<DeliveryRecord> {
  readonly stream: StreamState;
  readonly log: LiveLog<DeliveryRecord>;
  readonly reload: () => void;
}

interface LogFilters {
  readonly environment: string;
  readonly status: string | undefined;
  readonly event_type: string | undefined;
}

/** The deliveries of an endpoint, newest first: older ones page by page, and attempts as they are made. */
export function useLiveDeliveries(webhookId: string, filters: LogFilters): LiveDeliveries {
  const { environment, status, event_type: eventType } = filters;
  const path = `/account/v1/webhooks/${webhookId}/deliveries`;
  const query = { environment, status, event_type: eventType, limit: PAGE };
  const log = useMemo(
    () =>
      new LiveLog<DeliveryRecord>({
        readPage: (cursor) => send<ListPage<DeliveryRecord>>({ path, query: { ...query, cursor } }),
        fits: (delivery) => status === undefined || status === '' || status.split(',').includes(delivery.status),
      }),
    [webhookId, environment, status, eventType],
  );
  const newest = useQuery({
    queryKey: [path, query, 'newest'],
    queryFn: ({ signal }) => send<ListPage<DeliveryRecord>>({ path, query, signal }),
    refetchInterval: LOOK_MS,
    structuralSharing: false,
  });
  useEffect(() => {
    if (newest.data) log.takeNewest(newest.data);
  }, [log, newest.data]);
  const [stream, setStream] = useState<StreamState>('connecting');
  useEffect(() => {
    const leaving = new AbortController();
    void followEvents({
      path: '/account/v1/deliveries/stream',
      // Not by status: a delivery that had the status and has another one now is told too.
      query: { environment, webhook_id: webhookId, event_type: eventType },
      onOpen: () => void newest.refetch(),
      onEvents: (events) => log.tell(events.map((data): DeliveryRecord => JSON.parse(data))),
      onState: setStream,
      signal: leaving.signal,
    });
    return () => leaving.abort();
    // `refetch` is of the same query as long as these are the same.
  }, [log]);
  const view = useStore(log.view);
  return { ...view, error: view.error ?? newest.error, stream, log, reload: () => void newest.refetch() };
}
