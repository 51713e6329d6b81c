import '../../../styles/operations.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call, keyOf, type RequestOf } from '../../../api/call.ts';
import { operations } from '../../../api/operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import type { OrderRecord } from '../../../api/types.ts';
import { inWords } from '../../../language/codes.ts';
import { oneOf, useAddressValues } from '../../../parts/address-values.ts';
import { type Column, DataTable, fixedRows } from '../../../parts/data-table.tsx';
import { SkuLink } from '../../../parts/facts.tsx';
import { type Filter, FilterBar } from '../../../parts/filter-bar.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { STATES } from '../../../parts/states/states.ts';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { Time, useNow } from '../../../parts/time.tsx';
import { type View, Views } from '../../../parts/lists/views.tsx';
import { dailyWork } from '../../../strings-operations.ts';
import { nameOf } from '../order-states.tsx';
import { holdWords } from './hold-strings.ts';
import { Rank } from './rank.tsx';
import { byRank, waitsOf } from './waits.ts';

const { waits: words } = holdWords;
const { orders } = dailyWork;

type Query = RequestOf<typeof operations.listOrders>['query'];

/** The query of each kind of waiting. */
const KINDS = {
  stock: { allocation: ['partial', 'backordered'] },
  held: { on_hold: true },
} as const satisfies Readonly<Record<string, Omit<Query, 'environment'>>>;
type Kind = keyof typeof KINDS;

const VIEWS: readonly View[] = [
  { value: undefined, title: words.views.all },
  { value: 'stock', title: words.views.stock },
  { value: 'held', title: words.views.held },
];
const FILTERS: readonly Filter[] = [{ name: 'sku', label: orders.sku, type: 'search' }];

const LOOK_MS = 15_000;
/** Holds end by their time, also between two reads. */
const END_MS = 5_000;
const PAGE = 200;
/** Pages of each kind that are read: the API lists by age, and a rank is known of those that were read. */
const MOST_PAGES = 5;

/** The open orders that wait, in the order of their rank, with the reasons of each. */
export function WaitingPage(): ReactNode {
  const environment = useEnvironment();
  const [{ view, sku }] = useAddressValues();
  const kind = oneOf(['stock', 'held'], view);
  const query = { environment, sku };
  const kinds: readonly Kind[] = kind === undefined ? ['stock', 'held'] : [kind];
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...keyOf(operations.listOrders), 'waiting', kinds, query],
    queryFn: async ({ signal }) => await Promise.all(kinds.map((each) => waitingOrders(each, query, signal))),
    placeholderData: (before) => before,
    refetchInterval: LOOK_MS,
  });
  const rows = data && byRank(data.flatMap((read) => read.rows));
  const now = useNow(END_MS);
  const waiting = rows?.filter((order) => {
    const { holds, lacks } = waitsOf(order, now);
    return kind === 'held' ? holds.length > 0 : holds.length + lacks.length > 0;
  });
  return (
    <>
      <PageHeader
        title={words.title}
        lead={words.lead}
        back={<Link to={`/${environment}/overview`}>{dailyWork.overview.title}</Link>}
      />
      <Views label={words.viewsLabel} views={VIEWS} />
      <FilterBar filters={FILTERS} />
      {data?.some(({ isBounded }) => isBounded) && (
        <p className="notice" data-kind="warning">
          {words.bounded(PAGE * MOST_PAGES)}
        </p>
      )}
      <DataTable
        label={words.title}
        columns={columnsOf(environment, now)}
        list={{ ...fixedRows(waiting ?? []), rows: waiting, error, isOutdated: isPlaceholderData, reload: () => void refetch() }}
        keyOf={({ id }) => id}
        empty={{
          title: words.emptyTitle,
          text: words.empty,
          action: <Link to={`/${environment}/orders`}>{words.toOrders}</Link>,
        }}
        hasCards
      />
    </>
  );
}

/** The orders of one kind of waiting, the longest unchanged first, and whether there are more than are read. */
async function waitingOrders(kind: Kind, query: Pick<Query, 'environment' | 'sku'>, signal: AbortSignal) {
  const rows: OrderRecord[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const asked = { ...query, ...KINDS[kind], sort: 'updated_at', limit: PAGE, cursor } as const;
    const page = await call(operations.listOrders, { query: asked, signal });
    rows.push(...page.data);
    if (page.next_cursor === null) return { rows, isBounded: false };
    cursor = page.next_cursor;
  }
  return { rows, isBounded: true };
}

function columnsOf(environment: string, nowMs: number): readonly Column<OrderRecord>[] {
  return [
    {
      id: 'order',
      title: orders.order,
      cell: (order) => <Link to={`/${environment}/orders/${order.id}`}>{nameOf(order)}</Link>,
    },
    { id: 'why', title: words.why, cell: (order) => <Why order={order} nowMs={nowMs} /> },
    { id: 'rank', title: holdWords.priority, cell: (order) => <Rank order={order} /> },
    { id: 'created', title: words.since, cell: ({ created_at: at }) => <Time at={at} isRelative /> },
  ];
}

interface WhyProps {
  readonly order: OrderRecord;
  readonly nowMs: number;
}

function Why({ order, nowMs }: WhyProps): ReactNode {
  const { holds, lacks } = waitsOf(order, nowMs);
  return (
    <span className="lines">
      {holds.map(({ id, reason, until }) => (
        <span key={id} className="badges">
          <StatusBadge tone="warning">{holdWords.onHold}</StatusBadge>
          <span>{inWords(reason, holdWords.reasons)}</span>
          {until !== null && (
            <span className="quiet">
              {holdWords.until.toLowerCase()} <Time at={until} />
            </span>
          )}
        </span>
      ))}
      {lacks.length > 0 && (
        <span className="badges">
          <StatusBadge {...STATES.allocation[order.allocation]}>{orders.allocations[order.allocation]}</StatusBadge>
          {lacks.map(({ id, sku, backordered }) => (
            <SkuLink key={id} sku={sku}>
              {words.lacks(backordered, sku)}
            </SkuLink>
          ))}
        </span>
      )}
    </span>
  );
}
