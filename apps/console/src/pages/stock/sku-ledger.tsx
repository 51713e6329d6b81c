import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { keyOf } from '../../api/call.ts';
import { operations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import type { MovementRecord, SkuRecord } from '../../api/types.ts';
import { inWords } from '../../language/codes.ts';
import { Actor } from '../../parts/actor.tsx';
import { Chart } from '../../parts/chart.tsx';
import { type Column, DataTable, useRows } from '../../parts/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { stockWords as words } from './stock-strings.ts';
import { REASON_WORDS } from './ledger-strings.ts';

const COLUMNS: readonly Column<MovementRecord>[] = [
  { id: 'at', title: words.at, brief: 'when', isHead: false, cell: timeOf },
  { id: 'delta', title: words.delta, align: 'end', brief: 'amount', cell: ({ delta }) => (delta > 0 ? `+${delta}` : delta) },
  {
    id: 'reason',
    title: words.reason,
    brief: 'what',
    isHead: true,
    cell: ({ reason, note }) => <span title={note ?? undefined}>{inWords(reason, REASON_WORDS)}</span>,
  },
  { id: 'place', title: words.place, brief: 'where', cell: ({ location_path: place }) => place },
  { id: 'balance', title: words.balance, align: 'end', priority: 'low', cell: ({ balance }) => balance },
  { id: 'by', title: words.by, brief: 'who', cell: ({ actor }) => <Actor id={actor} /> },
];

/** Between the moments of an entry that are told apart: times are shown to the minute. */
const TOLD_APART_MS = 60_000;

/** When an entry was booked and, where it occurred before, that moment too; an inventory of an earlier release does not tell it. */
function timeOf({ occurred_at: occurredAt, created_at: bookedAt }: MovementRecord): ReactNode {
  return (
    <>
      <Time at={bookedAt} />
      {Date.parse(bookedAt) - Date.parse(occurredAt) >= TOLD_APART_MS && (
        <span className="quiet">
          {' '}
          ({words.occurred} <Time at={occurredAt} />)
        </span>
      )}
    </>
  );
}

/** The ledger of a SKU, as units over time, with panels beside it, and below them entry by entry, in the whole width. */
export function SkuLedger({
  sku: { sku, on_hand: onHand, version, reorder_point: reorderPoint },
  panels,
}: {
  readonly sku: SkuRecord;
  readonly panels: ReactNode;
}): ReactNode {
  const environment = useEnvironment();
  const queries = useQueryClient();
  const list = useRows(operations.listMovements, { params: { sku }, query: { environment, limit: 100 } });
  // A new version can have new entries.
  useEffect(
    () => void queries.invalidateQueries({ queryKey: keyOf(operations.listMovements, { sku }) }),
    [queries, sku, version],
  );
  const { rows } = list;
  const { times, totals } = useMemo(() => totalsOf(rows ?? [], onHand), [rows, onHand]);
  const series = useMemo(
    () => [
      { label: words.onHand, values: totals },
      ...(reorderPoint === 0
        ? []
        : [{ label: words.reorderPoint, tone: 'danger' as const, values: totals.map(() => reorderPoint) }]),
    ],
    [totals, reorderPoint],
  );
  return (
    <div className="stack">
      {times.length > 2 ? (
        <div className="with-aside" data-aside="narrow">
          <Chart title={words.chart} times={times} series={series} kind="steps" />
          <div className="stack">{panels}</div>
        </div>
      ) : (
        <div className="columns">{panels}</div>
      )}
      <div className="tile-group">
        <h2>{words.ledger}</h2>
        <DataTable
          label={words.ledger}
          columns={COLUMNS}
          list={list}
          keyOf={({ id }) => id}
          empty={{ title: words.ledgerEmptyTitle, text: words.ledgerEmpty }}
        />
      </div>
    </div>
  );
}

/** The units on hand after each change, oldest first, and now; from entries that are newest first and the present total. */
function totalsOf(entries: readonly MovementRecord[], onHand: number) {
  const byTime = new Map<string, number>();
  let total = onHand;
  for (const { created_at: at, delta } of entries) {
    // The first of one moment is its last.
    if (!byTime.has(at)) byTime.set(at, total);
    total -= delta;
  }
  const points = [...[...byTime].toReversed(), [new Date().toISOString(), onHand] as const];
  return { times: points.map(([at]) => at), totals: points.map(([, units]) => units) };
}
