import './webhooks.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { reading } from '../../api/call.ts';
import { accountOperations } from '../../api/operations.ts';
import { useEnvironment } from '../../api/session.ts';
import { Identifier } from '../../parts/copy.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { localTime, Time } from '../../parts/time.tsx';
import { DeliveryLog } from './deliveries/delivery-log.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointHistory } from './endpoint-history.tsx';
import { EndpointNumbers } from './endpoint-numbers.tsx';
import { REFRESH_MS, useEndpoint } from './endpoint-query.ts';
import { EndpointSecrets } from './endpoint-secrets.tsx';
import { rowsOfFilter } from './form/filter-rows.ts';
import { Replays } from './deliveries/replays.tsx';
import { EndpointStatus, restOf } from './webhook-status.tsx';
import { strings as words } from './webhook-strings.ts';
import type { WebhookEndpointRecord } from './webhook-types.ts';

/** One endpoint: its settings, health, secrets, and the log of its deliveries. */
export function EndpointPage(): ReactNode {
  const environment = useEnvironment();
  const { data: endpoint, error, refetch } = useEndpoint();
  const back = <Link to={`/${environment}/developers/webhooks`}>{words.title}</Link>;
  if (!endpoint)
    return (
      <>
        <PageHeader title={words.endpoint} back={back} />
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      </>
    );
  return (
    <div className="stack">
      <PageHeader
        title={endpoint.description ?? words.endpoint}
        back={back}
        lead={<Lead endpoint={endpoint} />}
        actions={<EndpointActions endpoint={endpoint} />}
      />
      {endpoint.disabled !== null && (
        <div className="notice" data-kind="error">
          <strong>{words.disabledBecause[endpoint.disabled.reason]}</strong>
          <span>
            <Time at={endpoint.disabled.at} /> · {words.disabledHint}
          </span>
        </div>
      )}
      {restOf(endpoint) !== undefined && (
        <div className="notice" data-kind="warning">
          <strong>{words.restsUntil(localTime(restOf(endpoint) ?? ''))}</strong>
          <span>{words.restingHint}</span>
        </div>
      )}
      <EndpointNumbers endpoint={endpoint} />
      <DeliveryLog endpoint={endpoint} />
      <div className="columns">
        <Settings endpoint={endpoint} />
        <div className="stack">
          <EndpointSecrets endpoint={endpoint} />
          <Replays endpoint={endpoint} />
          <EndpointHistory endpoint={endpoint} />
        </div>
      </div>
    </div>
  );
}

function Lead({ endpoint }: { readonly endpoint: WebhookEndpointRecord }): ReactNode {
  const environment = useEnvironment();
  const { data: overview } = useQuery({
    ...reading(accountOperations.getWebhooksOverview, { query: { environment } }),
    refetchInterval: REFRESH_MS,
  });
  const health = overview?.data.find(({ id }) => id === endpoint.id)?.health;
  return (
    <span className="lead-line">
      <EndpointStatus {...endpoint} failing_since={health?.failing_since} /> <code className="breakable">{endpoint.url}</code>
    </span>
  );
}

function FilterInWords({ filter }: Pick<WebhookEndpointRecord, 'filter'>): ReactNode {
  const rows = rowsOfFilter(filter);
  if (rows === undefined) return <pre className="json">{JSON.stringify(filter, null, 2)}</pre>;
  if (rows.length === 0) return words.noFilter;
  return rows.map(({ path, operator, value }) => (
    <div key={`${path} ${operator} ${value}`}>
      <code>{path}</code> {words.filter.operators[operator]} <code>{value}</code>
    </div>
  ));
}

function Settings({ endpoint }: { readonly endpoint: WebhookEndpointRecord }): ReactNode {
  const { events, filter, ordered, batch, max_rate: rate } = endpoint;
  return (
    <section className="panel stack" aria-labelledby="settings">
      <h2 id="settings">{words.settings}</h2>
      <dl className="facts-list">
        <dt>{words.events}</dt>
        <dd>{events.includes('*') ? words.allEvents : events.map((type) => <code key={type}>{type} </code>)}</dd>
        <dt>{words.filter.title}</dt>
        <dd>
          <FilterInWords filter={filter} />
        </dd>
        <dt>{words.form.sending}</dt>
        <dd>{batch ? words.batchOf(batch.max_events, batch.max_wait_ms) : ordered ? words.inOrder : words.inParallel}</dd>
        <dt>{words.form.rate}</dt>
        <dd>{rate === null ? words.noRate : words.perSecond(rate)}</dd>
        <dt>{words.id}</dt>
        <dd>
          <Identifier id={endpoint.id} />
        </dd>
        <dt>{words.changed}</dt>
        <dd>
          <Time at={endpoint.updated_at} />
        </dd>
      </dl>
    </section>
  );
}
