import '../../styles/operations.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { reading } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { useEnvironment, usePermissions } from '../../api/session.ts';
import type { ReservationRecord } from '../../api/types.ts';
import { Identifier } from '../../parts/copy.tsx';
import { Button } from '../../parts/button.tsx';
import { useSkuNames } from '../../api/names/sku-names.ts';
import { type Column, DataTable, fixedRows, rowsOfRecord } from '../../parts/data-table.tsx';
import { type Fact, Facts, Panel, OrderLink, SkuLink } from '../../parts/facts.tsx';
import { History, type HistoryEntry } from '../../parts/lists/history.tsx';
import { PageHeader, UnreadPage } from '../../parts/page-header.tsx';
import { Time } from '../../parts/time.tsx';
import { strings } from '../../strings.ts';
import { nameOfReservation, ReservationStatus, TimeLeft } from './reservation-state.tsx';
import { reservationWords as words } from './reservation-strings.ts';

const dialogs = () => import('./reservation-dialogs.tsx');
const ExtendDialog = lazy(async () => ({ default: (await dialogs()).ExtendDialog }));
const ReleaseDialog = lazy(async () => ({ default: (await dialogs()).ReleaseDialog }));

/** It ends by itself, and others may change it. */
const LOOK_MS = 2_000;

/** One reservation: its lines, the time that it has left, and the ways to extend and to release it while it is active. */
export function ReservationPage(): ReactNode {
  const environment = useEnvironment();
  const { id = '' } = useParams({ strict: false });
  const {
    data: reservation,
    error,
    refetch,
  } = useQuery({
    ...reading(operations.getReservation, { params: { id }, query: { environment } }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'active' ? LOOK_MS : false),
  });
  const back = <Link to={`/${environment}/reservations`}>{words.title}</Link>;
  if (reservation === undefined)
    return <UnreadPage title={words.reservation} back={back} error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader
        title={words.one(nameOfReservation(reservation))}
        id={reservation.id}
        status={<ReservationStatus status={reservation.status} />}
        back={back}
        actions={<Actions reservation={reservation} />}
      />
      <div className="with-aside">
        <Lines lines={reservation.lines} />
        <div className="stack">
          <Panel title={words.details}>
            <Facts facts={factsOf(reservation)} />
          </Panel>
          <Panel title={strings.history.title}>
            <History list={fixedRows(historyOf(reservation))} entryOf={(entry) => entry} />
          </Panel>
        </div>
      </div>
    </>
  );
}

function Actions({ reservation }: { readonly reservation: ReservationRecord }): ReactNode {
  const may = usePermissions();
  const [open, setOpen] = useState<{ readonly action: 'extend' | 'release'; readonly reservation: ReservationRecord }>();
  const onClose = (): void => setOpen(undefined);
  const isOffered = reservation.status === 'active' && may('reservations:write');
  return (
    <>
      {isOffered && (
        <>
          <Button kind="primary" onPress={() => setOpen({ action: 'extend', reservation })}>
            {words.extend}
          </Button>
          <Button kind="danger" onPress={() => setOpen({ action: 'release', reservation })}>
            {words.release}
          </Button>
        </>
      )}
      <Suspense>
        {open?.action === 'extend' && <ExtendDialog reservation={open.reservation} onClose={onClose} />}
        {open?.action === 'release' && <ReleaseDialog reservation={open.reservation} onClose={onClose} />}
      </Suspense>
    </>
  );
}

function factsOf(reservation: ReservationRecord): readonly Fact[] {
  const { status, expires_at: expiresAt, order_id: order } = reservation;
  return [
    [words.left, status === 'active' ? <TimeLeft key="left" until={expiresAt} /> : undefined],
    [words.expires, status === 'active' ? <Time key="expires" at={expiresAt} /> : undefined],
    [words.order, order === null ? undefined : <OrderLink key="order" id={order} />],
    [words.externalId, reservation.external_id],
    [words.warehouse, reservation.warehouse ?? undefined],
    [words.partly, reservation.partial ? words.yes : words.no],
    [words.id, <Identifier key="id" id={reservation.id} />],
  ];
}

const entry = (title: string, at: string): HistoryEntry => ({ id: title, title, at, actor: null });

/** Its end, its last change before that, and its beginning: a reservation lasts a day at most, and keeps no more. */
function historyOf(reservation: ReservationRecord): readonly HistoryEntry[] {
  const { status, created_at: createdAt, updated_at: updatedAt, ended_at: endedAt } = reservation;
  const end = endedAt === null ? [] : [entry(words.statuses[status], endedAt)];
  const change = updatedAt === createdAt || endedAt !== null ? [] : [entry(words.updated, updatedAt)];
  return [...end, ...change, entry(words.created, createdAt)];
}

/** The lines, with the names by which people know their SKUs. */
function Lines({ lines }: Pick<ReservationRecord, 'lines'>): ReactNode {
  const names = useSkuNames(lines.map(({ sku }) => sku));
  return (
    <DataTable
      label={words.lines}
      columns={COLUMNS}
      list={rowsOfRecord(lines.map((line) => ({ ...line, name: names.get(line.sku) })))}
      keyOf={({ sku }) => sku}
      empty={{ title: words.lines, text: words.none }}
    />
  );
}

type NamedLine = ReservationRecord['lines'][number] & { readonly name: string | undefined };

const COLUMNS: readonly Column<NamedLine>[] = [
  { id: 'sku', title: words.sku, cell: ({ sku }) => <SkuLink sku={sku} />, detail: ({ name }) => name },
  { id: 'name', title: words.name, priority: 'low', cell: ({ name }) => name ?? words.none },
  { id: 'asked', title: words.asked, align: 'end', cell: ({ quantity }) => quantity },
  { id: 'reserved', title: words.reserved, align: 'end', cell: ({ reserved }) => reserved },
];
