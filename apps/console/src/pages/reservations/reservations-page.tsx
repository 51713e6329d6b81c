import '../../styles/operations.css';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { RequestOf } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { ReservationRecord } from '../../api/types.ts';
import { useAddressValues } from '../../parts/address-values.ts';
import { Button } from '../../parts/button.tsx';
import { type Column, DataTable, useRows } from '../../parts/data-table.tsx';
import { SkuLink } from '../../parts/facts.tsx';
import { type Filter, FilterBar } from '../../parts/filter-bar.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Time } from '../../parts/time.tsx';
import { type View, Views } from '../../parts/lists/views.tsx';
import { nameOfReservation, ReservationStatus, TimeLeft, unitsOfReservation } from './reservation-state.tsx';
import { reservationWords as words } from './reservation-strings.ts';
import { useWarehouseChoices } from './warehouse-choices.ts';

const CreateReservationDialog = lazy(async () => ({
  default: (await import('./reservation-dialogs.tsx')).CreateReservationDialog,
}));

type Query = RequestOf<typeof operations.listReservations>['query'];

/** The query of each view. */
const QUERIES: Readonly<Record<keyof typeof words.views, Pick<Query, 'status'>>> = {
  active: { status: 'active' },
  converted: { status: 'converted' },
  ended: { status: ['released', 'expired'] },
  all: {},
};

const VIEWS: readonly View[] = Object.entries(words.views).map(([value, title]) => ({
  value: value === 'active' ? undefined : value,
  title,
}));

const FILTERS: readonly Filter[] = [
  { name: 'external_id', label: words.externalId, type: 'search' },
  { name: 'sku', label: words.sku, type: 'search' },
];

const IN_WAREHOUSE = { name: 'warehouse', label: words.warehouse } as const;

/** Reservations come and go by the second. */
const FOLLOWING = { everyMs: 5_000, keyOf: ({ id }: ReservationRecord) => id };

/** The reservations of the environment, by state, with the time that each has left. */
export function ReservationsPage(): ReactNode {
  const environment = useEnvironment();
  const [{ view = 'active', external_id, sku, warehouse }] = useAddressValues();
  const asked = isView(view) ? QUERIES[view] : QUERIES.active;
  const query = { environment, ...asked, external_id, sku, warehouse };
  const list = useRows(operations.listReservations, { query }, FOLLOWING);
  const warehouses = useWarehouseChoices(words.anyWarehouse);
  const mayReserve = usePermissions()('reservations:write');
  const [isCreating, setIsCreating] = useState(false);
  const isFiltered = [external_id, sku, warehouse].some(Boolean);
  const create = mayReserve && (
    <Button kind="primary" onPress={() => setIsCreating(true)}>
      {words.create}
    </Button>
  );
  const isFirst = list.rows?.length === 0 && !isFiltered && view === 'active';
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} actions={isFirst ? undefined : create} />
      <Views label={words.viewsLabel} views={VIEWS} />
      <FilterBar filters={warehouses.length > 0 ? [...FILTERS, { ...IN_WAREHOUSE, choices: warehouses }] : FILTERS} />
      <DataTable
        label={words.title}
        columns={columnsOf(environment, warehouses.length > 0)}
        list={list}
        keyOf={({ id }) => id}
        empty={
          isFirst
            ? { title: words.firstTitle, text: words.first, action: create }
            : {
                title: words.emptyTitle,
                text: words.empty,
                action: (
                  <Link to={`/${environment}/reservations`} search={{ view: 'all' }}>
                    {words.showAll}
                  </Link>
                ),
              }
        }
      />
      <Suspense>{isCreating && <CreateReservationDialog sku={sku} onClose={() => setIsCreating(false)} />}</Suspense>
    </>
  );
}

function isView(view: string): view is keyof typeof QUERIES {
  return Object.hasOwn(QUERIES, view);
}

/** @param hasWarehouses whether there are several to tell apart. */
function columnsOf(environment: string, hasWarehouses: boolean): readonly Column<ReservationRecord>[] {
  const inWarehouse: Column<ReservationRecord> = {
    id: 'warehouse',
    title: words.warehouse,
    brief: 'where',
    cell: ({ warehouse }) => warehouse ?? <span className="wide-only quiet">{words.anyWarehouse}</span>,
  };
  return [
    {
      id: 'reservation',
      title: words.reservation,
      brief: 'what',
      cell: (reservation) => <Link to={`/${environment}/reservations/${reservation.id}`}>{nameOfReservation(reservation)}</Link>,
    },
    { id: 'status', title: words.state, brief: 'amount', cell: ({ status }) => <ReservationStatus status={status} /> },
    { id: 'sku', title: words.sku, brief: 'who', cell: (reservation) => <Skus of={reservation} /> },
    ...(hasWarehouses ? [inWarehouse] : []),
    { id: 'asked', title: words.asked, align: 'end', cell: (reservation) => unitsOfReservation(reservation).asked },
    { id: 'reserved', title: words.reserved, align: 'end', cell: (reservation) => unitsOfReservation(reservation).reserved },
    {
      id: 'left',
      title: words.left,
      brief: 'when',
      cell: ({ status, expires_at: until, ended_at: endedAt }) =>
        status === 'active' ? <TimeLeft until={until} /> : <Time at={endedAt} isRelative fallback={words.none} />,
    },
  ];
}

/** The SKUs of a reservation; on phones with its units, whose columns are left out there. */
function Skus({ of }: { readonly of: ReservationRecord }): ReactNode {
  const { lines } = of;
  const [first] = lines;
  const { asked, reserved } = unitsOfReservation(of);
  return (
    <>
      <span className="wide-only">
        {first !== undefined && <SkuLink sku={first.sku}>{words.skus(first.sku, lines.length - 1)}</SkuLink>}
      </span>
      {/* Two links below each other are too close for a finger. */}
      <span className="narrow-only">
        {words.skus(first?.sku ?? '', lines.length - 1)} · {words.unitsOf(reserved, asked)}
      </span>
    </>
  );
}
