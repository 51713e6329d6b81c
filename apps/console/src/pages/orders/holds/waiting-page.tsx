import '../../../styles/operations.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call, keyOf, type RequestOf } from '../../../api/call.ts';
import { operations } from '../../../api/callable-operations.ts';
import { useEnvironment } from '../../../api/session.ts';
import type { OrderRecord } from '../../../api/types.ts';
import { inWords } from '../../../language/codes.ts';
import { type AddressValues, oneOf, useAddressValues } from '../../../parts/address-values.ts';
import { Button } from '../../../parts/button.tsx';
import { type Column, DataTable, fixedRows } from '../../../parts/data-table.tsx';
import { SkuLink } from '../../../parts/facts.tsx';
import { useWarehouseFilter } from '../../../parts/fields/warehouse-filter.ts';
import { type Filter, FilterBar } from '../../../parts/filter-bar.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { STATES } from '../../../parts/states/states.ts';
import { StatusBadge } from '../../../parts/states/status-badge.tsx';
import { Time, useNow } from '../../../parts/time.tsx';
import { SavedFilters } from '../../../parts/lists/saved-filters.tsx';
import { type View, Views } from '../../../parts/lists/views.tsx';
import { strings } from '../../../strings.ts';
import { orderWords as orders } from '../order-strings.ts';
import { nameOf } from '../order-states.tsx';
import { holdWords } from './hold-strings.ts';
import { Rank } from './rank.tsx';
import { byRank, waitsOf } from './waits.ts';

const { waits: words } = holdWords;

type Query = RequestOf<typeof operations.listOrders>['query'];

/** The query of each kind of waiting. */
const KINDS = {
  stock: { allocation: ['partial', 'backordered'] },
  held: { on_hold: true },
} as const satisfies Readonly<Record<string, Omit<Query, 'environment'>>>;
type Kind = keyof typeof KINDS;
type Filtered = Pick<Query, 'environment' | 'q' | 'sku' | 'warehouse' | 'created_before'>;
/** A search would find orders of every status. */
const OPEN = ['created', 'packed'] as const;

const VIEWS: readonly View[] = [
  { value: undefined, title: words.views.all },
  { value: 'stock', title: words.views.stock },
  { value: 'held', title: words.views.held },
];
/** Least ages in days that are offered. */
const AGES = [1, 2, 4, 7, 30] as const;
const DAY_MS = 86_400_000;
const FILTERS: readonly Filter[] = [
  { name: 'q', label: orders.search, type: 'search', placeholder: orders.searchHint },
  { name: 'sku', label: orders.sku, type: 'search' },
  {
    name: 'age',
    label: words.age,
    choices: [{ value: '', label: words.anyAge }, ...AGES.map((days) => ({ value: String(days), label: words.ages(days) }))],
  },
];
/** The filters of the address when none is set. */
const UNFILTERED: AddressValues = { q: undefined, sku: undefined, age: undefined, warehouse: undefined };

const LOOK_MS = 15_000;
/** Holds end by their time, also between two reads. */
const END_MS = 5_000;
const PAGE = 200;
/** Pages of each kind that are read: the API lists by age, and a rank is known of those that were read. */
const MOST_PAGES = 5;

/** The open orders that wait, in the order of their rank, with the reasons of each. */
export function WaitingPage(): ReactNode {
  const environment = useEnvironment();
  const [{ view, q, sku, age }, change] = useAddressValues();
  const byWarehouse = useWarehouseFilter(words.warehouse);
  const kind = oneOf(['stock', 'held'], view);
  const minDays = AGES.find((days) => String(days) === age);
  const query = { environment, q, sku, warehouse: byWarehouse.warehouse };
  const isFiltered = [q, sku, minDays, byWarehouse.warehouse].some(Boolean);
  const kinds: readonly Kind[] = kind === undefined ? ['stock', 'held'] : [kind];
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...keyOf(operations.listOrders), 'waiting', kinds, query, minDays],
    queryFn: async ({ signal }) => {
      const before = minDays && { created_before: new Date(Date.now() - minDays * DAY_MS).toISOString() };
      return await Promise.all(kinds.map((each) => waitingOrders(each, { ...query, ...before }, signal)));
    },
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
        back={<Link to={`/${environment}/overview`}>{strings.shell.pages.overview}</Link>}
      />
      <Views label={words.viewsLabel} views={VIEWS} />
      <FilterBar filters={[...FILTERS, ...byWarehouse.filters]} />
      <SavedFilters list="waiting" />
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
          title: isFiltered ? words.noneTitle : words.emptyTitle,
          text: isFiltered ? words.none : words.empty,
          action: (
            <span className="row">
              {isFiltered && <Button onPress={() => change(UNFILTERED)}>{words.clear}</Button>}
              <Link to={`/${environment}/orders`}>{words.toOrders}</Link>
            </span>
          ),
        }}
        hasCards
      />
    </>
  );
}

/** The orders of one kind of waiting, the longest unchanged first, and whether there are more than are read. */
async function waitingOrders(kind: Kind, query: Filtered, signal: AbortSignal) {
  const rows: OrderRecord[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const asked = { ...query, ...KINDS[kind], status: OPEN, sort: 'updated_at', limit: PAGE, cursor } as const;
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
