import type { Clock, Tenant } from '@fulfilment/kernel';
import { type AttemptRates, ratesOf } from './domain/attempt-stats.ts';
import type { Endpoint } from '../model/domain/endpoint.ts';
import type { EndpointReader, EndpointStats, HourCounts, MinuteCounts } from './endpoint-ports.ts';

export interface StatsQuery {
  readonly endpointId: string;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  readonly interval: 'hour' | 'day';
}

/** The statistics of an endpoint over some time. */
export interface EndpointSummary {
  readonly endpoint: Endpoint;
  /** Age of the oldest undelivered event in milliseconds; undefined if all are delivered. */
  readonly oldestUndeliveredMs: number | undefined;
  readonly total: AttemptRates;
}

export interface EndpointReport extends EndpointSummary {
  /** Oldest first. */
  readonly intervals: readonly { readonly at: Date; readonly rates: AttemptRates }[];
}

export type ReadStats = ReturnType<typeof makeReadStats>;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const LENGTH_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;

/** The queries on the statistics of endpoints. */
export function makeReadStats(endpoints: EndpointReader, stats: EndpointStats, now: Clock) {
  const summaryOf = async (tenant: Tenant, endpoint: Endpoint, hours: readonly HourCounts[]): Promise<EndpointSummary> => {
    const oldest = await stats.oldestUndelivered(tenant, endpoint.id);
    const at = now();
    const oldestUndeliveredMs = oldest && Math.max(0, at.getTime() - oldest.getTime());
    const { restsUntil } = endpoint;
    const rest = { restsUntil: restsUntil && restsUntil > at ? restsUntil : null };
    return { endpoint: { ...endpoint, ...rest }, oldestUndeliveredMs, total: ratesOf(hours) };
  };
  return {
    /** @throws AppError `not_found`. */
    ofEndpoint: async (tenant: Tenant, { endpointId, interval, ...time }: StatsQuery): Promise<EndpointReport> => {
      const endpoint = await endpoints.find(tenant, endpointId);
      const until = time.until ?? now();
      const since = startOf(time.since ?? new Date(until.getTime() - LENGTH_MS.day), LENGTH_MS.hour);
      const hours = await stats.hours(tenant, endpointId, { since, until });
      const grouped = Map.groupBy(hours, ({ hour }) => startOf(hour, LENGTH_MS[interval]).getTime());
      const intervals = [...grouped].map(([at, counts]) => ({ at: new Date(at), rates: ratesOf(counts) }));
      return { ...(await summaryOf(tenant, endpoint, hours)), intervals };
    },
    /** The attempts of all endpoints in the last 60 minutes of the clock, oldest first, with the one that is going on. */
    byMinute: (tenant: Tenant): Promise<readonly MinuteCounts[]> => {
      const current = startOf(now(), MINUTE_MS).getTime();
      return stats.minutes(
        tenant,
        Array.from({ length: 60 }, (_none, index) => new Date(current - (59 - index) * MINUTE_MS)),
      );
    },
    /** Over the last 24 hours. */
    ofAll: async (tenant: Tenant): Promise<readonly EndpointSummary[]> => {
      const until = now();
      const since = startOf(new Date(until.getTime() - LENGTH_MS.day), LENGTH_MS.hour);
      const [all, hours] = await Promise.all([endpoints.list([tenant]), stats.hours(tenant, undefined, { since, until })]);
      const byEndpoint = Map.groupBy(hours, ({ endpointId }) => endpointId);
      return Promise.all(all.map((endpoint) => summaryOf(tenant, endpoint, byEndpoint.get(endpoint.id) ?? [])));
    },
  };
}

/** The start of the minute, hour or day, in UTC. */
function startOf(at: Date, lengthMs: number): Date {
  return new Date(Math.floor(at.getTime() / lengthMs) * lengthMs);
}
