import type { ClientSession } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import { expiryFrom } from '../database/keeping-documents.ts';
import type { Attempt } from '../deliveries/attempt-ports.ts';
import { bucketOf } from './domain/latency-histogram.ts';

const HOUR_MS = 3_600_000;

interface HourContext {
  readonly session: ClientSession;
  readonly collections: Pick<Collections, 'endpointHours'>;
}

/** Counts attempts for the charts of their endpoints. What was never sent is not counted. */
export async function countHours(attempts: readonly Attempt[], { session, collections }: HourContext): Promise<void> {
  const sent = attempts.filter(({ error }) => error !== 'event_expired');
  if (sent.length === 0) return;
  const byHour = Map.groupBy(sent, ({ delivery, at }) => `${delivery.endpointId}/${hourOf(at).toISOString()}`);
  const changes = Array.from(byHour, ([id, made]) => ({
    updateOne: { filter: { _id: id }, update: { $inc: countsOf(made), $setOnInsert: beginningOf(made) }, upsert: true },
  }));
  await collections.endpointHours.bulkWrite(changes, { session });
}

function countsOf(attempts: readonly Attempt[]): Record<string, number> {
  const counts: Record<string, number> = { delivered: 0, refused: 0, failed: 0 };
  for (const { verdict, latencyMs } of attempts) {
    const bucket = `latencies.${bucketOf(latencyMs)}`;
    const names = [verdict.type === 'delivered' ? 'delivered' : 'refused', bucket];
    if (verdict.type === 'failed') names.push('failed');
    for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function beginningOf([first]: readonly Attempt[]) {
  if (!first) throw new Error('An hour is counted for its attempts');
  const { delivery, at } = first;
  const hour = hourOf(at);
  return { tenant: delivery.tenant, endpoint_id: delivery.endpointId, hour, expires_at: expiryFrom(hour) };
}

function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}
