import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { send } from '../../api/client.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { IntegrityReport, InventoryOverview, OrdersOverview, ScansOverview } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/facts.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Tile, Tiles } from '../../parts/tiles.tsx';
import { Time } from '../../parts/time.tsx';
import { strings } from '../../strings.ts';
import { operations } from '../../strings-operations.ts';

const { overview: words } = operations;

const REFRESH_MS = 10_000;

/** The environment at a glance: open orders, stock, scans, and whether the records agree with each other. */
export function OverviewPage(): ReactNode {
  const may = usePermissions();
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <div className="stack">
        <OrdersPart />
        <StockPart />
        <ScansPart />
        {may('integrity:read') && <IntegrityPart />}
      </div>
    </>
  );
}

/** Numbers that the API counts, read again while the page is open. */
function useOverview<Numbers>(of: 'orders' | 'inventory' | 'scans') {
  const environment = useEnvironment();
  const path = `/account/v1/overview/${of}`;
  return useQuery({
    queryKey: [path, { environment }],
    queryFn: ({ signal }) => send<Numbers>({ path, query: { environment }, signal }),
    refetchInterval: REFRESH_MS,
  });
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
  const { data, error } = useOverview<OrdersOverview>('orders');
  const created = data?.created;
  return (
    <Panel title={words.orders}>
      <ProblemNotice error={error} />
      <Tiles>
        <Tile name={<Listed page="orders" view="ready" title={words.ready} />} value={created?.allocated} />
        <Tile
          name={<Listed page="orders" view="waiting" title={words.waiting} />}
          value={created && created.partial + created.backordered}
        />
        <Tile name={<Listed page="orders" view="packed" title={words.packed} />} value={data?.packed} />
        <Tile name={<Listed page="orders" view="unplaced" title={words.pending} />} value={data?.pending} />
      </Tiles>
    </Panel>
  );
}

function StockPart(): ReactNode {
  const { data, error } = useOverview<InventoryOverview>('inventory');
  return (
    <Panel title={words.stock}>
      <ProblemNotice error={error} />
      <Tiles>
        <Tile name={words.skus} value={data?.skus} />
        <Tile name={words.onHand} value={data?.on_hand} />
        <Tile name={words.available} value={data?.available} />
        <Tile name={<Listed page="stock" view="low" title={words.low} />} value={data?.low_stock} />
      </Tiles>
    </Panel>
  );
}

function ScansPart(): ReactNode {
  const { data, error } = useOverview<ScansOverview>('scans');
  return (
    <Panel title={words.scans}>
      <ProblemNotice error={error} />
      <Tiles>
        <Tile name={words.minute} value={data?.last_minute} />
        <Tile name={words.hour} value={data?.last_hour} />
        <Tile name={words.day} value={data?.last_day} />
      </Tiles>
    </Panel>
  );
}

/** Reads all records of the environment, so it is done where someone asks for it. */
function IntegrityPart(): ReactNode {
  const environment = useEnvironment();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['/v1/integrity', { environment }],
    queryFn: ({ signal }) => send<IntegrityReport>({ path: '/v1/integrity', query: { environment }, signal }),
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
