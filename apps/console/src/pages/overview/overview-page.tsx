import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { reading } from '../../api/call.ts';
import { accountOperations, operations } from '../../api/callable-operations.ts';
import { heldOf, readyOf } from '../../api/order-counts.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { ScansOverview, WebhooksOverview } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Chart, type ChartProps, type ChartSeries } from '../../parts/chart.tsx';
import { Panel } from '../../parts/facts.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { StatusBadge } from '../../parts/states/status-badge.tsx';
import { Tile, Tiles } from '../../parts/tiles.tsx';
import { Time } from '../../parts/time.tsx';
import { strings } from '../../strings.ts';
import { overviewWords as words } from './overview-strings.ts';
import { Attention, REFRESHED } from './attention.tsx';
import { FirstSteps } from './first-steps.tsx';
import { OrderFigures } from './order-figures.tsx';
import { BusiestScanners } from './scan-figures.tsx';
import { StoragePanel } from './storage-panel.tsx';

/** The environment at a glance: open orders, stock, scans, and whether the records agree with each other. */
export function OverviewPage(): ReactNode {
  const may = usePermissions();
  const environment = useEnvironment();
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <div className="stack">
        <FirstSteps key={environment} />
        <Attention />
        <OrdersPart />
        <OrderFigures />
        <StockPart />
        <div className="halves">
          <ScansPart />
          {may('webhooks:read') && <AttemptsPart />}
        </div>
        <div className="halves">
          <StoragePanel />
          {may('integrity:read') && <IntegrityPart />}
        </div>
      </div>
    </>
  );
}

function Listed({ page, view, title }: { readonly page: 'orders' | 'stock'; readonly view: string; readonly title: string }) {
  const environment = useEnvironment();
  return (
    <Link to={`/${environment}/${page}`} search={{ view }}>
      {title}
    </Link>
  );
}

function OrdersPart(): ReactNode {
  const query = { environment: useEnvironment() };
  const { data, error } = useQuery({ ...reading(accountOperations.getOrdersOverview, { query }), ...REFRESHED });
  const created = data?.created;
  const open = created && created.allocated + created.partial + created.backordered + data.packed + data.pending;
  if (open === 0) return <TileGroup title={words.orders} error={error} none={words.noOrders} />;
  return (
    <TileGroup title={words.orders} error={error} link={<Link to={`/${query.environment}/orders/waiting`}>{words.waits}</Link>}>
      <Tiles>
        <Tile
          name={<Listed page="orders" view="ready" title={words.ready} />}
          value={created && readyOf(created)}
          note={created && heldOf(created) > 0 ? <HeldLink held={heldOf(created)} /> : undefined}
        />
        <Tile
          name={<Listed page="orders" view="waiting" title={words.waiting} />}
          value={created && created.partial + created.backordered}
        />
        <Tile name={<Listed page="orders" view="packed" title={words.packed} />} value={data?.packed} />
        <Tile name={<Listed page="orders" view="unplaced" title={words.pending} />} value={data?.pending} />
      </Tiles>
    </TileGroup>
  );
}

/** Leads to the orders that lack nothing but the end of a hold. */
function HeldLink({ held }: { readonly held: number }): ReactNode {
  const environment = useEnvironment();
  return (
    <Link to={`/${environment}/orders`} search={{ view: 'ready', on_hold: 'true' }}>
      {words.onHold(held)}
    </Link>
  );
}

function StockPart(): ReactNode {
  const query = { environment: useEnvironment() };
  const { data, error } = useQuery({ ...reading(accountOperations.getInventoryOverview, { query }), ...REFRESHED });
  return (
    <TileGroup title={words.stock} error={error} none={data?.storage.used === 0 && words.noSkus}>
      <Tiles>
        <Tile name={words.skus} value={data?.skus} />
        <Tile name={words.onHand} value={data?.on_hand} />
        <Tile name={words.available} value={data?.available} />
        <Tile name={<Listed page="stock" view="low" title={words.low} />} value={data?.low_stock} />
        <Tile name={<Listed page="stock" view="sold-out" title={words.soldOut} />} value={data?.sold_out} />
      </Tiles>
    </TileGroup>
  );
}

function ScansPart(): ReactNode {
  const environment = useEnvironment();
  const read = reading(accountOperations.getScansOverview, { query: { environment } });
  const { data, error } = useQuery({ ...read, ...REFRESHED });
  const minutes = useMinutes(data?.minutes, SCAN_SERIES);
  const list = <Link to={`/${environment}/scans`}>{words.open.scans}</Link>;
  return (
    <Panel title={words.scans} actions={list}>
      <ProblemNotice error={error} />
      {data?.last_day === 0 ? (
        <p className="quiet">{words.noScans}</p>
      ) : (
        <>
          <Tiles>
            <Tile name={words.minute} value={data?.last_minute} />
            <Tile name={words.hour} value={data?.last_hour} />
            <Tile name={words.day} value={data?.last_day} />
          </Tiles>
          {minutes && <Chart title={words.byMinute} {...minutes} kind="bars" height={140} />}
          {data && <BusiestScanners busiest={data.busiest} scanned={data.last_day} />}
        </>
      )}
    </Panel>
  );
}

/** The attempts of all webhook endpoints. */
function AttemptsPart(): ReactNode {
  const environment = useEnvironment();
  const read = reading(accountOperations.getWebhooksOverview, { query: { environment } });
  const { data, error } = useQuery({ ...read, ...REFRESHED });
  const minutes = useMinutes(data?.minutes, ATTEMPT_SERIES);
  const ofHour = (name: 'delivered' | 'refused') => data?.minutes.reduce((sum, minute) => sum + minute[name], 0);
  const none = data && (data.data.length === 0 ? words.noEndpoints : sumOf(data.minutes) === 0 && words.noAttempts);
  const list = <Link to={`/${environment}/developers/webhooks`}>{words.open.webhooks}</Link>;
  return (
    <Panel title={words.deliveries} actions={list}>
      <ProblemNotice error={error} />
      {none ? (
        <p className="quiet">{none}</p>
      ) : (
        <>
          <Tiles>
            <Tile name={words.minute} value={data && lastWhole(data.minutes)} />
            <Tile name={words.deliveredHour} value={ofHour('delivered')} />
            <Tile name={words.refusedHour} value={ofHour('refused')} />
          </Tiles>
          {minutes && <Chart title={words.byMinute} {...minutes} kind="bars" height={140} />}
        </>
      )}
    </Panel>
  );
}

function sumOf(minutes: WebhooksOverview['minutes']): number {
  return minutes.reduce((sum, { delivered, refused }) => sum + delivered + refused, 0);
}

/** The attempts of the last minute that is over. */
function lastWhole(minutes: WebhooksOverview['minutes']): number {
  const { delivered = 0, refused = 0 } = minutes.at(-2) ?? {};
  return delivered + refused;
}

type MinuteSeries<Minute> = ReadonlyArray<Pick<ChartSeries, 'label' | 'tone'> & { readonly of: (minute: Minute) => number }>;

const SCAN_SERIES: MinuteSeries<ScansOverview['minutes'][number]> = [{ label: words.scans, of: ({ scans }) => scans }];
const ATTEMPT_SERIES: MinuteSeries<WebhooksOverview['minutes'][number]> = [
  // A bar of failures stands in front of one of all attempts, so that their heights add up.
  { label: words.attempts, of: ({ delivered, refused }) => delivered + refused },
  { label: words.refused, tone: 'danger', of: ({ refused }) => refused },
];

/** The minutes of an overview as a chart has them. */
function useMinutes<Minute extends { readonly at: string }>(
  minutes: readonly Minute[] | undefined,
  series: MinuteSeries<Minute>,
): Pick<ChartProps, 'times' | 'series'> | undefined {
  return useMemo(
    () =>
      minutes && {
        times: minutes.map(({ at }) => at),
        series: series.map(({ of, ...look }) => ({ ...look, values: minutes.map(of) })),
      },
    [minutes, series],
  );
}

interface TileGroupProps {
  readonly title: string;
  readonly error: unknown;
  /** The text in place of tiles that are all 0. */
  readonly none?: string | false;
  /** Leads to more about the numbers, at the end of the title. */
  readonly link?: ReactNode;
  readonly children?: ReactNode;
}

function TileGroup({ title, error, none = false, link, children }: TileGroupProps): ReactNode {
  return (
    <section className="tile-group" aria-label={title}>
      <header className="row">
        <h2>{title}</h2>
        {link}
      </header>
      <ProblemNotice error={error} />
      {none === false ? children : <p className="quiet">{none}</p>}
    </section>
  );
}

/** Reads all records of the environment, so it is done where someone asks for it. */
function IntegrityPart(): ReactNode {
  const environment = useEnvironment();
  const { data, error, isFetching, refetch } = useQuery({
    ...reading(operations.checkIntegrity, { query: { environment } }),
    enabled: false,
  });
  const check = (
    <Button size="small" isDisabled={isFetching} onPress={() => void refetch()}>
      {isFetching ? strings.form.working : words.check}
    </Button>
  );
  return (
    <Panel title={words.integrity} actions={check}>
      <p className="quiet">{words.integrityText}</p>
      <ProblemNotice error={error} />
      <div role="status">
        {data && (
          <span className="row">
            <StatusBadge tone={data.consistent ? 'good' : 'bad'}>
              {data.consistent ? words.consistent : words.differing(data.differing)}
            </StatusBadge>
            <span className="quiet">
              {words.compared(data.compared.skus, data.compared.movements)} · <Time at={data.as_of} />
            </span>
          </span>
        )}
      </div>
    </Panel>
  );
}
