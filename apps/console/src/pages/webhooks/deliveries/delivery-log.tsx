import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEnvironment } from '../../../api/session.ts';
import { useAddressValues } from '../../../parts/address-values.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { type Filter, FilterBar } from '../../../parts/filter-bar.tsx';
import { Time } from '../../../parts/time.tsx';
import { useEventTypes } from '../event-types.ts';
import { useLiveDeliveries } from './live-deliveries.ts';
import { DeliveryState } from '../webhook-status.tsx';
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
        {list.isLive && <span className="live">{words.live}</span>}
      </div>
      <FilterBar filters={filters} />
      <DataTable
        label={words.table}
        columns={columnsBelow(`/${environment}/developers/webhooks/${id}/deliveries`)}
        list={list}
        keyOf={(delivery) => delivery.id}
        empty={
          isFiltered ? { title: words.noneFound, text: words.noneFoundHint } : { title: words.emptyTitle, text: words.empty }
        }
      />
    </section>
  );
}

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
    { id: 'created', title: words.created, cell: ({ created_at: at }) => <Time at={at} isRelative /> },
    {
      id: 'next',
      title: words.next,
      priority: 'low',
      cell: ({ next_attempt_at: at }) => <Time at={at} isRelative fallback="–" />,
    },
    {
      id: 'event',
      title: words.event,
      priority: 'low',
      cell: ({ event_id: eventId }) => <code className="nowrap quiet">{eventId}</code>,
    },
  ];
}
