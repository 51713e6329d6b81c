import type { ScansOverview } from '@fulfilment/contracts';
import { type Clock, makeGlance, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { ScanCounts } from './scan-ports.ts';

/** How many scans of a tenant come in, as it was a moment ago or longer where they are many. */
export type GetScansOverview = (tenant: Tenant) => Promise<ScansOverview>;

export interface GetScansOverviewParts {
  readonly counts: ScanCounts;
  readonly now: Clock;
  /** Milliseconds of a clock that never goes back. */
  readonly nowMs: () => number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export function makeGetScansOverview({ counts, now, nowMs }: GetScansOverviewParts): GetScansOverview {
  const glance = makeGlance({
    nowMs,
    read: async (tenant): Promise<ScansOverview> => {
      const at = now();
      const since = (ms: number) => counts.since(tenant, new Date(at.getTime() - ms));
      const [minute, hour, day] = await Promise.all([since(MINUTE_MS), since(HOUR_MS), since(DAY_MS)]);
      return { last_minute: minute, last_hour: hour, last_day: day, as_of: at.toISOString() };
    },
  });
  return (tenant) => glance(tenantKey(tenant));
}
