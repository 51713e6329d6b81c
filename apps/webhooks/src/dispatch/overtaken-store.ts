import { transact } from '@fulfilment/mongo';
import type { MongoClient } from 'mongodb';
import type { Collections } from '../database/collections-documents.ts';
import type { Attempt } from '../deliveries/attempt-ports.ts';
import { renewPending } from '../deliveries/pending-store.ts';

export interface OvertakenContext {
  readonly client: MongoClient;
  readonly collections: Pick<Collections, 'deliveries' | 'pending'>;
}

/**
 * Of some attempts those that are the next of their deliveries. What workers find of the others is made anew from the
 * deliveries, or they would be tried again at once, and again.
 *
 * @throws Error if every one is the next.
 */
export async function withoutOvertaken(
  made: readonly Attempt[],
  { client, collections }: OvertakenContext,
): Promise<readonly Attempt[]> {
  return transact(client, async (session) => {
    const ids = made.map(({ delivery }) => delivery.id);
    const found = await collections.deliveries.find({ _id: { $in: ids } }, { session, projection: { attempts: 1 } }).toArray();
    const counts = new Map(found.map(({ _id, attempts }) => [_id, attempts]));
    const standing = made.filter(({ delivery, n }) => counts.get(delivery.id) === n - 1);
    if (standing.length === made.length) throw new Error('Attempts were refused that are the next of their deliveries');
    const kept = new Set(standing.map(({ delivery }) => delivery.id));
    const others = ids.filter((id) => !kept.has(id));
    await renewPending(others, { session, collections });
    return standing;
  });
}
