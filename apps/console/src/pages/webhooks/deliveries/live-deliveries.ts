import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { DELIVERED_TYPES, DELIVERY_STATUSES } from '../../../api/contracts/constants.ts';
import { call, reading } from '../../../api/call.ts';
import { followEvents, type StreamState } from '../../../api/event-stream.ts';
import { accountOperations } from '../../../api/callable-operations.ts';
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
  /** Ids of events, and times, RFC 3339. */
  readonly event_id: string | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** The deliveries of an endpoint, newest first: older ones page by page, and attempts as they are made. */
export function useLiveDeliveries(webhookId: string, filters: LogFilters): LiveDeliveries {
  const { environment, status, event_type: eventType, event_id: eventId, since, until } = filters;
  const params = { id: webhookId };
  const query = useMemo(
    () => ({
      environment,
      status: someOf(DELIVERY_STATUSES, status),
      event_type: someOf(DELIVERED_TYPES, eventType),
      event_id: eventId,
      since,
      until,
      limit: PAGE,
    }),
    [environment, status, eventType, eventId, since, until],
  );
  const log = useMemo(
    () =>
      new LiveLog<DeliveryRecord>({
        readPage: (cursor) => call(accountOperations.listDeliveries, { params, query: { ...query, cursor } }),
        fits: (delivery) => fits(delivery, query),
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
    const told = { environment, webhook_id: webhookId, event_type: query.event_type, event_id: query.event_id };
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

interface Fitting {
  readonly status: readonly DeliveryRecord['status'][] | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** True if the list has a delivery by its state and time; types and ids are of the stream too. */
function fits({ status, created_at: at }: DeliveryRecord, filters: Fitting): boolean {
  const { status: statuses, since = at, until } = filters;
  return (statuses?.includes(status) ?? true) && at >= since && (until === undefined || at < until);
}
