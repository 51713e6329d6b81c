import './webhooks.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { reading } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import { type Column, DataTable, useRows } from '../../parts/data-table.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ReceiverLesson } from './receiver-lesson.tsx';
import { EndpointStatus, milliseconds, percentage } from './webhook-status.tsx';
import { strings as words } from './webhook-strings.ts';
import type { WebhookEndpointRecord, WebhooksOverview } from './webhook-types.ts';

const REFRESH_MS = 15_000;

type Overview = WebhooksOverview['data'][number];

interface EndpointRow extends WebhookEndpointRecord {
  readonly lastDay: Overview['last_24_hours'] | undefined;
  readonly failing_since: string | null | undefined;
}

/** The webhook endpoints of the environment, with the health of each. */
export function WebhooksPage(): ReactNode {
  const environment = useEnvironment();
  const may = usePermissions();
  const list = useRows(
    accountOperations.listWebhooks,
    { query: { environment, limit: 50 } },
    { everyMs: REFRESH_MS, keyOf: ({ id }) => id },
  );
  const { data: overview } = useQuery({
    ...reading(accountOperations.getWebhooksOverview, { query: { environment } }),
    refetchInterval: REFRESH_MS,
  });
  const numbers = new Map(overview?.data.map((each) => [each.id, each]));
  const rows = list.rows?.map((endpoint) => {
    const { last_24_hours: lastDay, health } = numbers.get(endpoint.id) ?? {};
    return { ...endpoint, lastDay, failing_since: health?.failing_since };
  });
  const add = may('webhooks:manage') && (
    <Link className="button" data-kind="primary" to={`/${environment}/developers/webhooks/new`}>
      {words.add}
    </Link>
  );
  return (
    <div className="stack">
      <PageHeader title={words.title} lead={words.lead} actions={rows?.length === 0 ? undefined : add} />
      <DataTable
        label={words.title}
        columns={columnsIn(environment)}
        list={{ ...list, rows }}
        hasCards
        keyOf={({ id }) => id}
        empty={{ title: words.emptyTitle, text: words.empty, action: add }}
      />
      {rows?.length === 0 && <ReceiverLesson />}
    </div>
  );
}

function columnsIn(environment: string): readonly Column<EndpointRow>[] {
  return [
    {
      id: 'url',
      title: words.url,
      cell: ({ id, url, description }) => (
        <div className="endpoint-name">
          <Link to={`/${environment}/developers/webhooks/${id}`}>{url}</Link>
          {description !== null && <small>{description}</small>}
        </div>
      ),
    },
    { id: 'status', title: words.status, cell: (endpoint) => <EndpointStatus {...endpoint} /> },
    { id: 'events', title: words.events, priority: 'low', cell: (endpoint) => <Selection {...endpoint} /> },
    {
      id: 'success',
      title: words.success,
      align: 'end',
      cell: ({ lastDay }) => (
        <span title={lastDay && words.attempts(lastDay.delivered + lastDay.refused)}>
          {percentage(lastDay?.success_rate ?? null)}
        </span>
      ),
    },
    {
      id: 'latency',
      title: words.latency,
      align: 'end',
      priority: 'low',
      cell: ({ lastDay }) => <span className="nowrap">{milliseconds(lastDay?.latency_p95_ms ?? null)}</span>,
    },
  ];
}

/** The events that an endpoint selects, in a few words. */
function Selection({ events, filter }: Pick<WebhookEndpointRecord, 'events' | 'filter'>): ReactNode {
  const [first = '', ...others] = events;
  const text = first === '*' ? words.allEvents : others.length === 0 ? first : words.andMore(first, others.length);
  return (
    <span className="nowrap" title={events.join(', ')}>
      {text}
      {filter !== null && <span className="quiet"> · {words.filtered}</span>}
    </span>
  );
}
