import { tenantKey } from '@fulfilment/kernel';
import type { Collections, Transaction } from '../database/collections-documents.ts';
import { expiryFrom } from '../model/domain/delivery.ts';
import type { Attempt } from '../model/domain/attempt.ts';
import { NOT_RESENT } from '../database/pending-store.ts';
import { bucketOf } from './domain/attempt-stats.ts';
import type { EndpointStats } from './endpoint-ports.ts';

const HOUR_MS = 3_600_000;
const WITHOUT_MINUTES = { projection: { minutes: 0 } } as const;
const BY_POSITION = { sort: { position: 1 }, projection: { created_at: 1, due_since: 1 } } as const;

/** Counts of attempts by endpoint and hour, and the age of undelivered events. */
export function makeEndpointStats({ endpointHours, pending }: Pick<Collections, 'endpointHours' | 'pending'>): EndpointStats {
  return {
    hours: async (owner, endpointId, { since, until }) => {
      const ofEndpoint = endpointId === undefined ? {} : { endpoint_id: endpointId };
      const found = await endpointHours
        .find({ tenant: tenantKey(owner), ...ofEndpoint, hour: { $gte: since, $lte: until } }, WITHOUT_MINUTES)
        .toArray();
      return found
        .map(({ endpoint_id: id, ...counts }) => ({ ...counts, endpointId: id }))
        .toSorted((a, b) => a.hour.getTime() - b.hour.getTime());
    },
    minutes: async (owner, starts) => {
      const hours = [...new Set(starts.map((at) => hourOf(at).getTime()))].map((hour) => new Date(hour));
      const found = await endpointHours.find({ tenant: tenantKey(owner), hour: { $in: hours } }).toArray();
      return starts.map((at) => {
        const within = found.filter(({ hour }) => hour.getTime() === hourOf(at).getTime());
        const count = (name: 'delivered' | 'refused'): number =>
          within.reduce((sum, { minutes }) => sum + (minutes?.[name]?.[at.getUTCMinutes()] ?? 0), 0);
        return { at, delivered: count('delivered'), refused: count('refused') };
      });
    },
    oldestUndelivered: async (owner, endpointId) => {
      const due = { tenant: tenantKey(owner), endpoint_id: endpointId };
      const first = await pending.findOne(due, BY_POSITION);
      if (!first?.due_since) return first?.created_at;
      // A replayed event counts from the replay request, so an event behind it may have waited longer.
      const unsent = await pending.findOne({ ...due, ...NOT_RESENT }, BY_POSITION);
      return unsent && unsent.created_at < first.due_since ? unsent.created_at : first.due_since;
    },
  };
}

/** Adds attempts to the hourly counts of their endpoints, in the caller's transaction. Expired events are not counted: nothing was sent. */
export async function countHours(attempts: readonly Attempt[], { session, collections }: Transaction): Promise<void> {
  const sent = attempts.filter(({ error }) => error !== 'event_expired');
  if (sent.length === 0) return;
  const byHour = Map.groupBy(sent, ({ delivery, at }) => `${delivery.endpointId}/${hourOf(at).toISOString()}`);
  const changes = Array.from(byHour, ([id, made]) => ({
    updateOne: { filter: { _id: id }, update: { $inc: countsOf(made), $setOnInsert: newHourOf(made) }, upsert: true },
  }));
  await collections.endpointHours.bulkWrite(changes, { session });
}

function countsOf(attempts: readonly Attempt[]): Record<string, number> {
  const counts: Record<string, number> = { delivered: 0, refused: 0, failed: 0 };
  for (const { outcome, latencyMs, at } of attempts) {
    const counted = outcome.type === 'delivered' ? 'delivered' : 'refused';
    const names = [counted, `latencies.${bucketOf(latencyMs)}`, `minutes.${counted}.${at.getUTCMinutes()}`];
    if (outcome.type === 'failed') names.push('failed');
    for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function newHourOf([first]: readonly Attempt[]) {
  if (!first) throw new Error('An hour has at least one attempt');
  const { delivery, at } = first;
  const hour = hourOf(at);
  return { tenant: delivery.tenant, endpoint_id: delivery.endpointId, hour, expires_at: expiryFrom(hour) };
}

function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}
