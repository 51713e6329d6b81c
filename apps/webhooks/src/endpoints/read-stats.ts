import type { Clock, Tenant } from '@fulfilment/kernel';
import { type AttemptRates, ratesOf } from './domain/attempt-counts.ts';
import type { Endpoint } from './domain/endpoint.ts';
import type { EndpointStats, HourCounts } from './endpoint-ports.ts';
import type { ReadEndpoints } from './read-endpoints.ts';

export interface AskedStats {
  readonly endpointId: string;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  readonly interval: 'hour' | 'day';
}

/** How an endpoint does. */
export interface Standing {
  readonly endpoint: Endpoint;
  /** Age of the oldest event that it has still to get, in milliseconds; undefined where it has all. */
  readonly oldestUndeliveredMs: number | undefined;
  readonly total: AttemptRates;
}

export interface EndpointReport extends Standing {
  /** Oldest first. */
  readonly intervals: readonly { readonly at: Date; readonly rates: AttemptRates }[];
}

/** What owners read of how their endpoints do. */
export interface ReadStats {
  /** @throws AppError `not_found`. */
  ofEndpoint(tenant: Tenant, asked: AskedStats): Promise<EndpointReport>;
  /** Over the last 24 hours. */
  ofAll(tenant: Tenant): Promise<readonly Standing[]>;
}

export interface ReadStatsParts {
  readonly endpoints: Pick<ReadEndpoints, 'find'>;
  readonly list: (tenant: Tenant) => Promise<readonly Endpoint[]>;
  readonly stats: EndpointStats;
  readonly now: Clock;
}

const HOUR_MS = 3_600_000;
const LENGTH_MS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;

export function makeReadStats({ endpoints, list, stats, now }: ReadStatsParts): ReadStats {
  const standing = async (tenant: Tenant, endpoint: Endpoint, hours: readonly HourCounts[]): Promise<Standing> => {
    const oldest = await stats.oldestUndelivered(tenant, endpoint.id);
    const at = now();
    const oldestUndeliveredMs = oldest && Math.max(0, at.getTime() - oldest.getTime());
    const { restsUntil } = endpoint;
    const rest = { restsUntil: restsUntil && restsUntil > at ? restsUntil : null };
    return { endpoint: { ...endpoint, ...rest }, oldestUndeliveredMs, total: ratesOf(hours) };
  };
  return {
    ofEndpoint: async (tenant, { endpointId, interval, ...time }) => {
      const endpoint = await endpoints.find(tenant, endpointId);
      const until = time.until ?? now();
      const since = beginOf(time.since ?? new Date(until.getTime() - LENGTH_MS.day), LENGTH_MS.hour);
      const hours = await stats.hours(tenant, endpointId, { since, until });
      const grouped = Map.groupBy(hours, ({ hour }) => beginOf(hour, LENGTH_MS[interval]).getTime());
      const intervals = [...grouped].map(([at, counts]) => ({ at: new Date(at), rates: ratesOf(counts) }));
      return { ...(await standing(tenant, endpoint, hours)), intervals };
    },
    ofAll: async (tenant) => {
      const until = now();
      const since = beginOf(new Date(until.getTime() - LENGTH_MS.day), LENGTH_MS.hour);
      const [all, hours] = await Promise.all([list(tenant), stats.hours(tenant, undefined, { since, until })]);
      const ofEndpoint = Map.groupBy(hours, ({ endpointId }) => endpointId);
      return Promise.all(all.map((endpoint) => standing(tenant, endpoint, ofEndpoint.get(endpoint.id) ?? [])));
    },
  };
}

/** Of the hour or day in UTC. */
function beginOf(at: Date, lengthMs: number): Date {
  return new Date(Math.floor(at.getTime() / lengthMs) * lengthMs);
}
