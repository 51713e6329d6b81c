import { errors, type ListScansQuery, type ScanRecord, type ScansOverview } from '@fulfilment/contracts';
import { type Clock, memoizeWithTtl, momentOf, type Page, parseTenantKey, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { ScanHistory } from './scan-ports.ts';

/** @throws AppError `not_found`. */
export type GetScan = (tenant: Tenant, id: string) => Promise<ScanRecord>;

export function makeGetScan(history: Pick<ScanHistory, 'find'>): GetScan {
  return async (tenant, id) => {
    const scan = await history.find(tenant, id);
    if (!scan) throw errors.notFound('There is no such scan.');
    return scan;
  };
}

/** Newest first. @throws AppError `invalid_cursor`. */
export type ListScans = (tenant: Tenant, query: ListScansQuery) => Promise<Page<ScanRecord>>;

export function makeListScans(history: Pick<ScanHistory, 'page'>): ListScans {
  return (tenant, { limit, cursor, from, to, ...filter }) =>
    history.page(tenant, { ...filter, from: momentOf(from), to: momentOf(to) }, { limit, cursor });
}

/** The number of scans that a tenant records, cached for a moment, or longer where counting takes long. */
export type GetScansOverview = (tenant: Tenant) => Promise<Omit<ScansOverview, 'stored_bytes'>>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export function makeGetScansOverview(
  history: Pick<ScanHistory, 'countSince' | 'countByMinute' | 'busiestSince'>,
  now: Clock,
): GetScansOverview {
  // It reads scans where the others count in an index, so it is cached apart.
  const busiest = memoizeWithTtl({
    read: (key) => history.busiestSince(parseTenantKey(key), new Date(now().getTime() - DAY_MS)),
  });
  const overviews = memoizeWithTtl({
    read: async (key): Promise<Omit<ScansOverview, 'busiest' | 'stored_bytes'>> => {
      const at = now();
      const tenant = parseTenantKey(key);
      const within = (ms: number) => history.countSince(tenant, new Date(at.getTime() - ms));
      const starts = lastMinutes(at);
      const [minute, hour, day, counts] = await Promise.all([
        within(MINUTE_MS),
        within(HOUR_MS),
        within(DAY_MS),
        history.countByMinute(tenant, starts),
      ]);
      const minutes = starts.map((start, index) => ({ at: start.toISOString(), scans: counts[index] ?? 0 }));
      return { last_minute: minute, last_hour: hour, last_day: day, minutes, as_of: at.toISOString() };
    },
  });
  return async (tenant) => {
    const [overview, found] = await Promise.all([overviews(tenantKey(tenant)), busiest(tenantKey(tenant))]);
    return { ...overview, busiest: found };
  };
}

/** The starts of the last 60 minutes of the clock, oldest first, with the one that is going on. */
function lastMinutes(at: Date): readonly Date[] {
  const current = at.getTime() - (at.getTime() % MINUTE_MS);
  return Array.from({ length: 60 }, (_none, index) => new Date(current - (59 - index) * MINUTE_MS));
}
