import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { DELIVERED_TYPES, DELIVERY_STATUSES } from '../../../api/contracts/constants.ts';
import { call, reading } from '../../../api/call.ts';
import { followEvents, type StreamState } from '../../../api/event-stream.ts';
import { accountOperations } from '../../../api/operations.ts';
import { useStore } from '../../../api/store.ts';
import type { Environment } from '../../../api/types.ts';
import { someOf } from '../../../parts/address-values.ts';
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

/** The environment, and filters as the address has them: several values with commas between them. */
interface LogFilters {
  readonly environment: Environment;
  readonly status: string | undefined;
  readonly event_type: string | undefined;
}

/** The deliveries of an endpoint, newest first: older ones page by page, and attempts as they are made. */
export function useLiveDeliveries(webhookId: string, filters: LogFilters): LiveDeliveries {
  const { environment, status, event_type: eventType } = filters;
  const params = { id: webhookId };
  const query = useMemo(
    () => ({
      environment,
      status: someOf(DELIVERY_STATUSES, status),
      event_type: someOf(DELIVERED_TYPES, eventType),
      limit: PAGE,
    }),
    [environment, status, eventType],
  );
  const log = useMemo(
    () =>
      new LiveLog<DeliveryRecord>({
        readPage: (cursor) => call(accountOperations.listDeliveries, { params, query: { ...query, cursor } }),
        fits: (delivery) => query.status?.includes(delivery.status) ?? true,
      }),
    [webhookId, query],
  );
  const newest = useQuery({
    ...reading(accountOperations.listDeliveries, { params, query }),
    refetchInterval: LOOK_MS,
    structuralSharing: false,
  });
  useEffect(() => {
    if (newest.data) log.takeNewest(newest.data);
  }, [log, newest.data]);
  const [stream, setStream] = useState<StreamState>('connecting');
  useEffect(() => {
    const leaving = new AbortController();
    // Not by status: a delivery that had the status and has another one now is told too.
    const told = { environment, webhook_id: webhookId, event_type: query.event_type };
    void followEvents(
      accountOperations.streamDeliveries,
      { query: told },
      {
        onOpen: () => void newest.refetch(),
        onEvents: (events) => log.tell(events.map((data): DeliveryRecord => JSON.parse(data))),
        onState: setStream,
        signal: leaving.signal,
      },
    );
    return () => leaving.abort();
    // `refetch` is of the same query as long as these are the same.
  }, [log]);
  const view = useStore(log.view);
  return { ...view, error: view.error ?? newest.error, stream, log, reload: () => void newest.refetch() };
}
