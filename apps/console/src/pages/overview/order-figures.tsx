import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { reading } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import type { OrdersOverview } from '../../api/types.ts';
import { type Bar, Bars } from '../../parts/bars.tsx';
import { Chart } from '../../parts/chart.tsx';
import { Panel } from '../../parts/facts.tsx';
import { overviewWords as words } from './overview-strings.ts';
import { REFRESHED } from './attention.tsx';

/** How old the open orders are, and what left by the day; nothing of an environment that has neither. */
export function OrderFigures(): ReactNode {
  const query = { environment: useEnvironment() };
  const { data } = useQuery({ ...reading(accountOperations.getOrdersOverview, { query }), ...REFRESHED });
  if (!data) return null;
  const [hasOpen, hasShipped] = [isAny(data.open_by_age), isAny(data.shipped_by_day)];
  if (!hasOpen && !hasShipped) return null;
  return (
    <div className="halves">
      {hasOpen && <Ages ages={data.open_by_age} />}
      {hasShipped && <ShippedByDay days={data.shipped_by_day} />}
    </div>
  );
}

/** @param counts undefined from a process of before, during an upgrade. */
const isAny = (counts: readonly { readonly orders: number }[] | undefined): boolean =>
  counts?.some(({ orders }) => orders > 0) ?? false;

/** Ages in days from which open orders are late, and very late. */
const LATE = 4;
const VERY_LATE = 7;

function Ages({ ages }: { readonly ages: OrdersOverview['open_by_age'] }): ReactNode {
  const bars = ages.map(({ min_days: min, max_days: max, orders }): Bar => {
    const tone = min >= VERY_LATE ? 'bad' : min >= LATE ? 'warning' : 'neutral';
    return { key: min, label: max === null ? words.olderThan(min) : words.age(min, max), value: orders, tone };
  });
  return (
    <Panel title={words.ages}>
      <Bars bars={bars} />
    </Panel>
  );
}

function ShippedByDay({ days }: { readonly days: OrdersOverview['shipped_by_day'] }): ReactNode {
  const { times, series } = useMemo(
    () => ({
      times: days.map(({ day }) => new Date(day).toISOString()),
      // An order has a unit at least: its bar stands in front of that of the units.
      series: [
        { label: words.units, tone: 'quiet' as const, values: days.map(({ units }) => units) },
        { label: words.shippedOrders, values: days.map(({ orders }) => orders) },
      ],
    }),
    [days],
  );
  return (
    <Panel title={words.shippedByDay}>
      <Chart title={words.daysUtc} times={times} series={series} kind="days" height={140} />
    </Panel>
  );
}
