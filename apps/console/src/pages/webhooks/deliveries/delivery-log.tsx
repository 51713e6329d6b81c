import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { accountOperations } from '../../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../../api/session.ts';
import { startOfDay, useAddressValues } from '../../../parts/address-values.ts';
import { Button } from '../../../parts/button.tsx';
import type { Column } from '../../../parts/data-table.tsx';
import { type Filter, FilterBar } from '../../../parts/filter-bar.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Time } from '../../../parts/time.tsx';
import { toast } from '../../../parts/toasts.tsx';
import { VirtualTable } from '../../../parts/virtual-table.tsx';
import { useAction } from '../endpoint-query.ts';
import { useEventTypes } from '../event-types.ts';
import { type LiveDeliveries, useLiveDeliveries } from './live-deliveries.ts';
import { durationText } from '../../../language/formats.ts';
import { RESENDABLE } from './resends.ts';
import { DeliveryState } from '../webhook-status.tsx';
import { strings as all } from '../../../strings.ts';
import { strings } from '../webhook-strings.ts';
import type { DeliveryRecord, WebhookEndpointRecord } from '../webhook-types.ts';

const { log: words } = strings;

/** The id of an event, as the API takes it. */
const EVENT = /^evt_[0-9A-HJKMNP-TV-Z]{26}$/;

/** The deliveries of an endpoint, newest first, with new ones as they come. */
export function DeliveryLog({ endpoint: { id } }: { readonly endpoint: WebhookEndpointRecord }): ReactNode {
  const environment = useEnvironment();
  const may = usePermissions();
  const [{ status, event_type: eventType, event = '', from, to }] = useAddressValues();
  const { data: types = [] } = useEventTypes();
  const list = useLiveDeliveries(id, {
    environment,
    status,
    event_type: eventType,
    event_id: EVENT.test(event) ? event : undefined,
    since: startOfDay(from),
    until: startOfDay(to, 1),
  });
  const [refusal, setRefusal] = useState<unknown>();
  const isFiltered = [status, eventType, event, from, to].some(Boolean);
  const address = `/${environment}/developers/webhooks/${id}/deliveries`;
  const mayResend = may('webhooks:manage');
  const columns = useMemo(
    () => [...columnsBelow(address), ...(mayResend ? [resendColumn(setRefusal)] : [])],
    [address, mayResend],
  );
  const filters: readonly Filter[] = [
    { name: 'status', label: words.status, choices: [{ value: '', label: words.anyStatus }, ...STATUSES] },
    {
      name: 'event_type',
      label: words.type,
      choices: [{ value: '', label: words.anyType }, ...types.map(({ type }) => ({ value: type, label: type }))],
    },
    { name: 'event', label: words.event, type: 'search', placeholder: 'evt_…' },
    { name: 'from', label: words.from, type: 'date' },
    { name: 'to', label: words.to, type: 'date' },
  ];
  return (
    <section className="delivery-log" aria-labelledby="log">
      <div className="section-head">
        <h2 id="log">{words.title}</h2>
        <span className="live" role="status" data-state={list.stream}>
          {words.streams[list.stream]}
        </span>
      </div>
      <FilterBar filters={filters} />
      {event !== '' && !EVENT.test(event) && <p className="quiet">{words.wholeEvent}</p>}
      <ProblemNotice error={refusal} />
      {list.error ? <ProblemNotice error={list.error} onRetry={list.reload} /> : null}
      <div className="table-frame">
        <Rows list={list} columns={columns} isFiltered={isFiltered} />
      </div>
    </section>
  );
}

interface RowsProps {
  readonly list: LiveDeliveries;
  readonly columns: ReadonlyArray<Column<DeliveryRecord>>;
  readonly isFiltered: boolean;
}

function Rows({ list: { rows, waiting, log, hasMore, isLoadingMore }, columns, isFiltered }: RowsProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  if (rows === undefined) return <p className="loading">{all.table.loading}</p>;
  if (rows.length === 0)
    return (
      <div className="table-empty">
        <h2>{isFiltered ? words.noneFound : words.emptyTitle}</h2>
        <p>{isFiltered ? words.noneFoundHint : words.empty}</p>
      </div>
    );
  const showWaiting = async (): Promise<void> => {
    await log.showWaiting();
    frame.current?.querySelector('.virtual')?.scrollTo({ top: 0 });
  };
  return (
    <div ref={frame}>
      {waiting > 0 && (
        <span className="waiting">
          <Button kind="primary" size="small" onPress={() => void showWaiting()}>
            {words.waiting(waiting)}
          </Button>
        </span>
      )}
      <VirtualTable
        label={words.table}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        hasMore={hasMore}
        isLoadingMore={isLoadingMore}
        onEnd={() => void log.loadMore()}
        onReading={(isReading) => log.setReading(isReading)}
      />
    </div>
  );
}

const keyOf = ({ id }: DeliveryRecord): string => id;

const STATUSES = Object.entries(words.statuses).map(([value, label]) => ({ value, label }));

function columnsBelow(address: string): ReadonlyArray<Column<DeliveryRecord>> {
  return [
    {
      id: 'type',
      title: words.type,
      brief: 'what',
      cell: ({ id, event_type: type, events }) => (
        <Link to={`${address}/${id}`}>
          <code>{type}</code>
          {type === 'batch' && ` ${words.ofEvents(events)}`}
        </Link>
      ),
    },
    { id: 'status', title: words.status, brief: 'who', cell: ({ status }) => <DeliveryState status={status} /> },
    { id: 'attempts', title: words.attempts, align: 'end', priority: 'low', cell: ({ attempts }) => attempts },
    { id: 'created', title: words.created, brief: 'when', cell: ({ created_at: at }) => <Time at={at} isRelative="short" /> },
    { id: 'took', title: words.took, priority: 'low', cell: tookOf },
    {
      id: 'event',
      title: words.event,
      priority: 'low',
      cell: ({ event_id: eventId }) => (
        <code className="nowrap quiet" title={eventId}>
          {eventId}
        </code>
      ),
    },
  ];
}

/** The time of the next attempt, or that from an event to its delivery, or to the end of one that was given up. */
function tookOf({ status, created_at: at, ended_at: end, delivered_at: delivered, next_attempt_at: next }: DeliveryRecord) {
  if (next !== null) return <Time at={next} isRelative="short" />;
  const ended = delivered ?? end;
  if (ended === null || (status !== 'delivered' && status !== 'failed')) return '–';
  return durationText(Math.max(0, Date.parse(ended) - Date.parse(at)));
}

function resendColumn(onRefusal: (error: unknown) => void): Column<DeliveryRecord> {
  return {
    id: 'resend',
    title: words.actions,
    align: 'end',
    priority: 'low',
    cell: (delivery) => RESENDABLE.has(delivery.status) && <ResendButton delivery={delivery} onRefusal={onRefusal} />,
  };
}

interface ResendProps {
  readonly delivery: DeliveryRecord;
  /** Called with the reason of a refusal, and without one once a delivery is due again. */
  readonly onRefusal: (error: unknown) => void;
}

function ResendButton({ delivery: { id, event_type: type, event_id: event }, onRefusal }: ResendProps): ReactNode {
  const environment = useEnvironment();
  const resend = useAction(async () => {
    try {
      await call(accountOperations.resendDelivery, { params: { id }, query: { environment } });
      toast(strings.delivery.resent);
      onRefusal(undefined);
    } catch (error) {
      onRefusal(error);
    }
  });
  return (
    <Button size="small" kind="quiet" label={words.resend(type, event)} isDisabled={resend.isWorking} onPress={resend.run}>
      {strings.delivery.resend}
    </Button>
  );
}
