import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef } from 'react';
import { useEnvironment } from '../../../api/session.ts';
import { useAddressValues } from '../../../parts/address-values.ts';
import { Button } from '../../../parts/button.tsx';
import type { Column } from '../../../parts/data-table.tsx';
import { type Filter, FilterBar } from '../../../parts/filter-bar.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Time } from '../../../parts/time.tsx';
import { VirtualTable } from '../../../parts/virtual-table.tsx';
import { useEventTypes } from '../event-types.ts';
import { type LiveDeliveries, useLiveDeliveries } from './live-deliveries.ts';
import { DeliveryState } from '../webhook-status.tsx';
import { strings as all } from '../../../strings.ts';
import { strings } from '../webhook-strings.ts';
import type { DeliveryRecord, WebhookEndpointRecord } from '../webhook-types.ts';

const { log: words } = strings;

/** The deliveries of an endpoint, newest first, with new ones as they come. */
export function DeliveryLog({ endpoint: { id } }: { readonly endpoint: WebhookEndpointRecord }): ReactNode {
  const environment = useEnvironment();
  const [{ status, event_type: eventType }] = useAddressValues();
  const { data: types = [] } = useEventTypes();
  const list = useLiveDeliveries(id, { environment, status, event_type: eventType });
  const isFiltered = Boolean(status ?? eventType);
  const address = `/${environment}/developers/webhooks/${id}/deliveries`;
  const columns = useMemo(() => columnsBelow(address), [address]);
  const filters: readonly Filter[] = [
    { name: 'status', label: words.status, choices: [{ value: '', label: words.anyStatus }, ...STATUSES] },
    {
      name: 'event_type',
      label: words.type,
      choices: [{ value: '', label: words.anyType }, ...types.map(({ type }) => ({ value: type, label: type }))],
    },
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
      cell: ({ id, event_type: type, events }) => (
        <Link to={`${address}/${id}`}>
          <code>{type}</code>
          {type === 'batch' && ` ${words.ofEvents(events)}`}
        </Link>
      ),
    },
    { id: 'status', title: words.status, cell: ({ status }) => <DeliveryState status={status} /> },
    { id: 'attempts', title: words.attempts, align: 'end', priority: 'low', cell: ({ attempts }) => attempts },
    { id: 'created', title: words.created, cell: ({ created_at: at }) => <Time at={at} isRelative="short" /> },
    {
      id: 'next',
      title: words.next,
      priority: 'low',
      cell: ({ next_attempt_at: at }) => <Time at={at} isRelative="short" fallback="–" />,
    },
    {
      id: 'event',
      title: words.event,
      priority: 'low',
      cell: ({ event_id: eventId }) => <code className="nowrap quiet">{eventId}</code>,
    },
  ];
}
