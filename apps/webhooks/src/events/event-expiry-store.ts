import { firstIdAt, type Pass } from '@fulfilment/kernel';
import type { Database } from '../database/collections-documents.ts';
import type { EventDocument } from '../database/event-documents.ts';
import { EVENT_BY_POSITION, EVENT_EXPIRY } from '../database/webhook-indexes.ts';
import { KEPT_MS } from '../model/domain/delivery.ts';

type Place = Pick<EventDocument, 'tenant' | 'position'>;

/** Expired events that one question finds. */
const AT_ONCE = 1_000;
/** By MongoDB's clock, as its own expiry goes. */
const IS_OVER = { expires_at: { $type: 'date' as const }, $expr: { $lte: ['$expires_at', '$$NOW'] } };

/**
 * Removes the events whose time is over, those of a tenant in the order of their positions. No event was stored before it was made, so
 * by their ids the expired ones stand first, and an index by time is not needed. Where that index still stands, MongoDB removes them.
 *
 * @returns a pass that tells how many it has removed.
 */
export function makeRemoveExpired({ collections: { events }, now }: Pick<Database, 'collections' | 'now'>) {
  return async (...[mark, stopping]: Parameters<Pass>): Promise<number> => {
    if (await events.indexExists(EVENT_EXPIRY.name)) return 0;
    let removed = 0;
    while (!stopping.aborted) {
      const madeBefore = firstIdAt('evt', new Date(now().getTime() - KEPT_MS));
      const found = await events
        .find<Place>({ _id: { $lt: madeBefore }, ...IS_OVER }, { projection: { _id: 0, tenant: 1, position: 1 } })
        .sort({ _id: 1 })
        .limit(AT_ONCE)
        .toArray();
      if (found.length === 0) break;
      for (const [tenant, places] of Map.groupBy(found, (place) => place.tenant)) {
        const through = Math.max(...places.map(({ position }) => position));
        const expired = { tenant, position: { $lte: through }, ...IS_OVER };
        removed += (await events.deleteMany(expired, { hint: EVENT_BY_POSITION })).deletedCount;
        mark();
      }
    }
    return removed;
  };
}
