import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { call, keyOf } from '../../api/call.ts';
import { accountOperations } from '../../api/callable-operations.ts';
import { useEnvironment } from '../../api/session.ts';
import { useAddressValues } from '../../parts/address-values.ts';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Time } from '../../parts/time.tsx';
import { milliseconds, percentage } from './webhook-status.tsx';
import { strings } from './webhook-strings.ts';
import { numberText } from '../../language/formats.ts';
import type { WebhookEndpointRecord, WebhookStats } from './webhook-types.ts';

const { numbers: words } = strings;

const PERIODS = {
  day: { hours: 24, interval: 'hour' },
  week: { hours: 168, interval: 'hour' },
  month: { hours: 720, interval: 'day' },
} as const;
const HOUR_MS = 3_600_000;
const REFRESH_MS = 30_000;

/** How an endpoint has done: success and latency over time, and its present health. */
export function EndpointNumbers({ endpoint: { id } }: { readonly endpoint: WebhookEndpointRecord }): ReactNode {
  const environment = useEnvironment();
  const [{ period = 'day' }, change] = useAddressValues();
  const { hours, interval } = PERIODS[period === 'week' || period === 'month' ? period : 'day'];
  const { data, error } = useQuery({
    queryKey: [...keyOf(accountOperations.getWebhookStats, { id }), { environment, period }],
    queryFn: ({ signal }) => {
      const since = new Date(Date.now() - hours * HOUR_MS).toISOString();
      return call(accountOperations.getWebhookStats, { params: { id }, query: { environment, since, interval }, signal });
    },
    refetchInterval: REFRESH_MS,
  });
  return (
    <section className="stack" aria-labelledby="numbers">
      <div className="section-head">
        <h2 id="numbers">{words.title}</h2>
        <select
          className="input"
          aria-label={words.period}
          value={period}
          onChange={({ target }) => change({ period: target.value === 'day' ? undefined : target.value })}
        >
          {Object.entries(words.periods).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </div>
      <ProblemNotice error={error} />
      {data && <Totals stats={data} />}
      <Suspense>
        {data && data.intervals.length > 0 && <Charts intervals={data.intervals} hours={hours} interval={interval} />}
      </Suspense>
    </section>
  );
}

function Totals({ stats: { total, health, oldest_undelivered_seconds: oldest } }: { readonly stats: WebhookStats }): ReactNode {
  const facts: ReadonlyArray<readonly [string, ReactNode]> = [
    [words.success, percentage(total.success_rate)],
    [words.attempts, numberText(total.delivered + total.refused)],
    [words.failed, numberText(total.failed)],
    [words.median, milliseconds(total.latency_p50_ms)],
    [words.slow, milliseconds(total.latency_p95_ms)],
    [words.oldest, oldest === null ? words.none : words.seconds(oldest)],
    [words.lastSuccess, <Time key="success" at={health.last_success_at} isRelative />],
    [words.lastFailure, <Time key="failure" at={health.last_failure_at} isRelative />],
  ];
  return (
    <dl className="totals">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Most of what the page would load at first, for an endpoint that has numbers. */
const Chart = lazy(async () => ({ default: (await import('../../parts/chart.tsx')).Chart }));

interface ChartsProps extends Pick<WebhookStats, 'intervals'> {
  readonly hours: number;
  readonly interval: 'hour' | 'day';
}

function Charts({ intervals, hours, interval }: ChartsProps): ReactNode {
  const parts = useMemo(() => {
    const whole = wholePeriod(intervals, hours, interval);
    return {
      times: whole.map(({ at }) => at),
      attempts: [
        { label: words.delivered, values: whole.map(({ counts }) => counts?.delivered ?? 0), tone: 'accent' as const },
        { label: words.refused, values: whole.map(({ counts }) => counts?.refused ?? 0), tone: 'danger' as const },
      ],
      latency: [
        { label: words.median, values: whole.map(({ counts }) => counts?.latency_p50_ms ?? null), tone: 'accent' as const },
        { label: words.slow, values: whole.map(({ counts }) => counts?.latency_p95_ms ?? null), tone: 'quiet' as const },
      ],
    };
  }, [intervals, hours, interval]);
  return (
    <div className="columns">
      <Chart title={words.chartAttempts} times={parts.times} series={parts.attempts} />
      <Chart title={words.chartLatency} times={parts.times} series={parts.latency} format={milliseconds} />
    </div>
  );
}

interface Interval {
  readonly at: string;
  /** Undefined without attempts. */
  readonly counts: WebhookStats['intervals'][number] | undefined;
}

/** Every interval of the period up to the last one with attempts or now, also those without attempts, which the API leaves out. */
function wholePeriod(intervals: WebhookStats['intervals'], hours: number, interval: 'hour' | 'day'): readonly Interval[] {
  const step = interval === 'hour' ? HOUR_MS : 24 * HOUR_MS;
  const counted = new Map(intervals.map((counts) => [Date.parse(counts.at), counts]));
  const end = Math.max(Date.now() - (Date.now() % step), ...counted.keys());
  const count = (hours * HOUR_MS) / step;
  return Array.from({ length: count }, (_none, index) => {
    const time = end - (count - 1 - index) * step;
    return { at: new Date(time).toISOString(), counts: counted.get(time) };
  });
}
