import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call, type RequestOf } from '../../../api/call.ts';
import { operations } from '../../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../../api/session.ts';
import type { ReturnRecord } from '../../../api/types.ts';
import { numberText } from '../../../language/formats.ts';
import { Button } from '../../../parts/button.tsx';
import { flagOf, useAddressValues } from '../../../parts/address-values.ts';
import { type Column, DataTable, useRows } from '../../../parts/data-table.tsx';
import { type Filter, FilterBar } from '../../../parts/filter-bar.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { Time } from '../../../parts/time.tsx';
import { type View, Views } from '../../../parts/lists/views.tsx';
import { OpenDialog } from './open-dialog.tsx';
import { nameOfReturn, OrderOfReturn, ReturnStatusBadge, sumOf } from './return-states.tsx';
import { returnWords as words } from './return-strings.ts';

type Status = RequestOf<typeof operations.listReturns>['query']['status'];

/** The statuses of each view. */
const STATUSES: Readonly<Record<keyof typeof words.views, Status>> = {
  open: ['requested', 'approved', 'receiving'],
  requested: 'requested',
  approved: 'approved',
  receiving: 'receiving',
  closed: 'closed',
  ended: ['cancelled', 'rejected'],
  all: undefined,
};

const VIEWS: readonly View[] = Object.entries(words.views).map(([value, title]) => ({
  value: value === 'open' ? undefined : value,
  title,
}));

const FILTERS: readonly Filter[] = [
  { name: 'order', label: words.order, type: 'search', placeholder: words.orderHint },
  { name: 'external_id', label: words.externalId, type: 'search' },
  {
    name: 'unlinked',
    label: words.kind,
    choices: [
      { value: '', label: words.kinds.any },
      { value: 'false', label: words.kinds.linked },
      { value: 'true', label: words.kinds.unlinked },
    ],
  },
];

/** The returns of the environment, by state. */
export function ReturnsPage(): ReactNode {
  const environment = useEnvironment();
  const [{ view = 'open', external_id, unlinked }] = useAddressValues();
  const order = useOrderOfFilter();
  const status = STATUSES[isView(view) ? view : 'open'];
  const query = { environment, status, external_id, order_id: order.id ?? undefined, unlinked: flagOf(unlinked) };
  const list = useRows(operations.listReturns, { query });
  // The rows before may be those of all orders.
  const ofOrder = order.id !== undefined && list.isOutdated ? { ...list, rows: undefined } : list;
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} actions={<ReceivingActions />} />
      <Views label={words.viewsLabel} views={VIEWS} />
      <FilterBar filters={FILTERS} />
      <DataTable
        label={words.title}
        columns={columnsOf(environment)}
        list={order.id === null ? { ...list, ...order.none } : ofOrder}
        keyOf={({ id }) => id}
        empty={{ title: words.emptyTitle, text: words.empty, action: <OrdersLink /> }}
      />
    </>
  );
}

/**
 * The id of the order that the filter names by its id or external id; undefined without a filter, and null where no order has it, or it is
 * not known yet: the list has the rows of `none` then.
 */
function useOrderOfFilter() {
  const environment = useEnvironment();
  const [{ order: text }] = useAddressValues();
  const isId = text?.startsWith('ord_') ?? false;
  const { data, error, refetch } = useQuery({
    queryKey: ['order of a filter', environment, text],
    queryFn: async () => {
      const query = { environment, external_id: text, limit: 1 };
      return (await call(operations.listOrders, { query })).data[0]?.id ?? null;
    },
    enabled: text !== undefined && !isId,
    staleTime: 60_000,
  });
  const noRows: readonly ReturnRecord[] = [];
  const none = { rows: data === null ? noRows : undefined, error, hasMore: false, reload: () => void refetch() };
  return { id: text === undefined || isId ? text : (data ?? null), none };
}

function ReceivingActions(): ReactNode {
  const environment = useEnvironment();
  const mayReceive = usePermissions()('returns:receive');
  const [isOpen, setIsOpen] = useState(false);
  if (!mayReceive) return null;
  return (
    <>
      <Link to={`/${environment}/returns/receive`} className="button" data-kind="primary">
        {words.scan}
      </Link>
      <Button onPress={() => setIsOpen(true)}>{words.open}</Button>
      {isOpen && <OpenDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function OrdersLink(): ReactNode {
  const environment = useEnvironment();
  const mayCreate = usePermissions()('returns:create');
  if (!mayCreate) return null;
  return (
    <Link to={`/${environment}/orders`} search={{ view: 'shipped' }} className="button">
      {words.toOrders}
    </Link>
  );
}

function isView(view: string): view is keyof typeof STATUSES {
  return Object.hasOwn(STATUSES, view);
}

function columnsOf(environment: string): readonly Column<ReturnRecord>[] {
  return [
    {
      id: 'return',
      title: words.return,
      cell: (each) => <Link to={`/${environment}/returns/${each.id}`}>{nameOfReturn(each)}</Link>,
      detail: itemsOf,
    },
    { id: 'status', title: words.state, cell: (each) => <ReturnStatusBadge of={each} /> },
    { id: 'order', title: words.order, cell: (each) => <OrderOfReturn of={each} /> },
    { id: 'items', title: words.items, priority: 'low', cell: itemsOf },
    { id: 'expected', title: words.expected, align: 'end', priority: 'low', cell: (each) => sumOf(each, 'expected') },
    { id: 'received', title: words.received, align: 'end', priority: 'low', cell: (each) => sumOf(each, 'received') },
    { id: 'created', title: words.created, priority: 'low', cell: ({ created_at: at }) => <Time at={at} isRelative /> },
    { id: 'updated', title: words.updated, priority: 'low', cell: ({ updated_at: at }) => <Time at={at} isRelative /> },
  ];
}

const NAMED_ITEMS = 2;

/** The first lines of a return, and how many more it has. */
function itemsOf({ lines }: ReturnRecord): string {
  const named = lines.slice(0, NAMED_ITEMS).map(({ quantity, sku }) => `${numberText(quantity)} × ${sku}`);
  return lines.length > NAMED_ITEMS ? `${named.join(', ')} + ${numberText(lines.length - NAMED_ITEMS)}` : named.join(', ');
}
