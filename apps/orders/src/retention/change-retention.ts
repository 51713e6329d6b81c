import {
  READ_ONLY_RETENTION_FIELDS,
  refuseDiffering,
  type RetentionRecord,
  type UpdateRetentionBody,
} from '@fulfilment/contracts';
import type { Clock, RequestContext, Tenant } from '@fulfilment/kernel';
import type { Retention, RetentionStore } from './retention-ports.ts';

export type GetRetention = (tenant: Tenant) => Promise<RetentionRecord>;

export function makeGetRetention(store: Pick<RetentionStore, 'find'>): GetRetention {
  return async (tenant) => toRecord(await store.find(tenant));
}

export type UpdateRetention = (body: UpdateRetentionBody, context: RequestContext) => Promise<RetentionRecord>;

export function makeUpdateRetention(store: Pick<RetentionStore, 'find' | 'set'>, now: Clock): UpdateRetention {
  return async (body, { tenant, actor }) => {
    const before = await store.find(tenant);
    refuseDiffering(body, toRecord(before), READ_ONLY_RETENTION_FIELDS);
    const { ship_to_days: shipToDays } = body;
    if (shipToDays === undefined || (shipToDays === before.shipToDays && before.changed)) return toRecord(before);
    const retention = { shipToDays, changed: { at: now(), by: actor } };
    await store.set(tenant, retention);
    return toRecord(retention);
  };
}

function toRecord({ shipToDays, changed }: Retention): RetentionRecord {
  return { ship_to_days: shipToDays, updated_at: changed?.at.toISOString() ?? null, updated_by: changed?.by ?? null };
}
