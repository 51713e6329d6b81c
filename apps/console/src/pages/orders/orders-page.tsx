import '../../styles/operations.css';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RequestOf } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { useOrderCounts } from '../../api/order-counts.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { OrderRecord } from '../../api/types.ts';
import { flagOf, oneOf, startOfDay, useAddressValues } from '../../parts/address-values.ts';
import { Button } from '../../parts/button.tsx';
import { type Column, DataTable, useRows } from '../../parts/data-table.tsx';
import { useWarehouseFilter } from '../../parts/fields/warehouse-filter.ts';
import { type Filter, FilterBar } from '../../parts/filter-bar.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { bulkRunWords } from '../../parts/lists/bulk-run-strings.ts';
import { SavedFilters } from '../../parts/lists/saved-filters.tsx';
import { Time } from '../../parts/time.tsx';
import { useSelection } from '../../parts/lists/use-selection.ts';
import { useSort } from '../../parts/lists/use-sort.ts';
import { type View, Views } from '../../parts/lists/views.tsx';
import { orderWords as words } from './order-strings.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { entryStrings } from './entry/entry-strings.ts';
import { holdWords } from './holds/hold-strings.ts';
import { hasRank, Rank } from './holds/rank.tsx';
import { AllocationBadge, HoldBadge, nameOf, OrderStatusBadge, ProgressBadge, unitsOf } from './order-states.tsx';

type Query = RequestOf<typeof operations.listOrders>['query'];

/** The query of each view. */
const QUERIES: Readonly<Record<keyof typeof words.views, Pick<Query, 'status' | 'allocation' | 'on_hold'>>> = {
  open: { status: ['created', 'packed'] },
  ready: { status: 'created', allocation: 'allocated', on_hold: false },
  waiting: { status: 'created', allocation: ['partial', 'backordered'] },
  packed: { status: 'packed' },
  shipped: { status: 'shipped' },
  cancelled: { status: 'cancelled' },
  unplaced: { status: ['pending', 'rejected'] },
  all: { status: ['pending', 'created', 'packed', 'shipped', 'cancelled', 'rejected'] },
};

interface ViewFilters {
  readonly isHeld: boolean | undefined;
  /** True where another filter leaves rows out. */
  readonly isFiltered: boolean;
}

/** The views, with the orders of each where no filter leaves some of them out: orders that are ready are not on hold, asked for or not. */
function useViews({ isHeld, isFiltered }: ViewFilters): readonly View[] {
  const counts: Readonly<Partial<Record<string, number>>> = useOrderCounts() ?? {};
  return VIEWS.map((value) => ({
    value: value === 'open' ? undefined : value,
    title: words.views[value],
    count: isFiltered || (isHeld !== undefined && isHeld !== QUERIES[value].on_hold) ? undefined : counts[value],
  }));
}

const VIEWS = ['open', 'ready', 'waiting', 'packed', 'shipped', 'cancelled', 'unplaced', 'all'] as const;

const FILTERS: readonly Filter[] = [
  { name: 'q', label: words.search, type: 'search', placeholder: words.searchHint },
  { name: 'sku', label: words.sku, type: 'search' },
  {
    name: 'on_hold',
    label: holdWords.filter,
    choices: [
      { value: '', label: holdWords.filters.any },
      { value: 'true', label: holdWords.filters.held },
      { value: 'false', label: holdWords.filters.free },
    ],
  },
  {
    name: 'fulfilment',
    label: words.shipped,
    choices: [
      { value: '', label: words.anyProgress },
      { value: 'none', label: words.progress.none },
      { value: 'partial', label: words.progress.partial },
      { value: 'complete', label: words.progress.complete },
    ],
  },
];

/** An order on hold is not ready: those that are not stand there by themselves, and the others where they are asked for. */
const HOLD_OF_READY: Filter = {
  name: 'on_hold',
  label: holdWords.filter,
  choices: [
    { value: '', label: holdWords.filters.free },
    { value: 'true', label: holdWords.filters.held },
  ],
};
const FILTERS_OF_READY = FILTERS.map((filter) => (filter.name === 'on_hold' ? HOLD_OF_READY : filter));

const SELDOM: readonly Filter[] = [
  {
    name: 'sort',
    label: words.sort,
    choices: [
      { value: '', label: words.sorts.created_at },
      { value: 'updated_at', label: words.sorts.updated_at },
    ],
  },
  { name: 'from', label: words.from, type: 'date' },
  { name: 'to', label: words.to, type: 'date' },
];

/** The orders of the environment, by state. */
export function OrdersPage(): ReactNode {
  const environment = useEnvironment();
  const [{ view = 'open', q, sku, on_hold: held, fulfilment, from, to }, change] = useAddressValues();
  const byWarehouse = useWarehouseFilter();
  const { sort, ofTable } = useSort('created_at', ['updated_at']);
  const asked = isView(view) ? QUERIES[view] : QUERIES.open;
  const filters = {
    q,
    sku,
    fulfilment: oneOf(['none', 'partial', 'complete'], fulfilment),
    on_hold: flagOf(held) ?? asked.on_hold,
    created_after: startOfDay(from),
    created_before: startOfDay(to, 1),
    sort,
  };
  const query = { environment, ...asked, ...filters, warehouse: byWarehouse.warehouse };
  const list = useRows(operations.listOrders, { query });
  const isFiltered = [q, sku, fulfilment, from, to, byWarehouse.warehouse].some(Boolean);
  const views = useViews({ isHeld: flagOf(held), isFiltered });
  const chosen = useSelection({
    rows: list.rows,
    keyOf: ({ id }) => id,
    labelOf: (order) => bulkRunWords.select(nameOf(order)),
    list: JSON.stringify(query),
  });
  const elsewhere = Boolean(q) && view !== 'all' && <Button onPress={() => change({ view: 'all' })}>{words.searchAll}</Button>;
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} actions={<CreateLink />} />
      <Views label={words.viewsLabel} views={views} />
      <FilterBar filters={[...(view === 'ready' ? FILTERS_OF_READY : FILTERS), ...byWarehouse.filters]} seldom={SELDOM} />
      <SavedFilters list="orders" />
      <BulkBar chosen={chosen} />
      <DataTable
        label={words.title}
        columns={columnsOf(environment, sort).filter(({ id }) => id !== 'rank' || list.rows?.some(hasRank))}
        list={list}
        selection={chosen.selection}
        {...ofTable}
        keyOf={({ id }) => id}
        empty={{ title: words.emptyTitle, text: words.empty, action: elsewhere }}
      />
    </>
  );
}

function CreateLink(): ReactNode {
  const environment = useEnvironment();
  const mayCreate = usePermissions()('orders:create');
  if (!mayCreate) return null;
  return (
    <Link to={`/${environment}/orders/new`} className="button" data-kind="primary">
      {entryStrings.create}
    </Link>
  );
}

function isView(view: string): view is keyof typeof QUERIES {
  return Object.hasOwn(QUERIES, view);
}

/** The columns of the list; its time is the one that the list is sorted by. */
function columnsOf(environment: string, sort: Query['sort']): readonly Column<OrderRecord>[] {
  const byChange = sort === 'updated_at';
  return [
    {
      id: 'order',
      title: words.order,
      cell: (order) => (
        <Link className="number" to={`/${environment}/orders/${order.id}`}>
          {nameOf(order)}
        </Link>
      ),
      detail: recipientOf,
    },
    {
      id: 'status',
      title: words.state,
      cell: (order) => (
        <span className="badges">
          <OrderStatusBadge order={order} />
          <HoldBadge order={order} />
          <LackBadge order={order} />
        </span>
      ),
    },
    { id: 'rank', title: holdWords.priority, priority: 'low', cell: (order) => <Rank order={order} isDay /> },
    { id: 'allocation', title: words.allocation, priority: 'low', cell: (order) => <AllocationBadge order={order} /> },
    { id: 'fulfilment', title: words.shipped, priority: 'low', cell: (order) => <ProgressBadge order={order} /> },
    { id: 'units', title: words.units, align: 'end', cell: (order) => unitsOf(order).ordered },
    {
      id: 'ship_to',
      title: words.shipTo,
      priority: 'low',
      cell: (order) => recipientOf(order) ?? words.none,
    },
    {
      id: 'time',
      title: byChange ? words.updated : words.created,
      priority: 'low',
      sorts: byChange ? { ascending: 'updated_at' } : { descending: 'created_at' },
      cell: (order) => <Time at={byChange ? order.updated_at : order.created_at} isRelative />,
    },
  ];
}

/** Says on phones, which leave out the column of the allocation, that units of an order lack. */
function LackBadge({ order }: { readonly order: OrderRecord }): ReactNode {
  if (order.status !== 'created' || order.allocation === 'allocated') return null;
  return (
    <span className="narrow-only">
      <AllocationBadge order={order} />
    </span>
  );
}

function recipientOf({ ship_to: to }: OrderRecord): string | undefined {
  return to ? `${to.name}, ${to.city}` : undefined;
}
