import type { Collections } from '../database/collections-documents.ts';
import type { FindEvent } from '../deliveries/delivery-ports.ts';
import { assembleBatch } from '../deliveries/domain/batch.ts';
import { EVENT_FIELDS, type EventRow } from './event-row-documents.ts';
import { readTogether } from './read-together.ts';

/** An event has up to 900 KB. */
const MOST_AT_ONCE = 50;

/** Reads what a delivery sends: an event's body, or those that are kept of a batch in one. */
export function makeFindEvent({ events }: Pick<Collections, 'events'>): FindEvent {
  const read = readTogether<EventRow>({
    most: MOST_AT_ONCE,
    read: async (ids) => {
      const found = await events.find<EventRow>({ _id: { $in: [...ids] } }, { projection: EVENT_FIELDS }).toArray();
      return new Map(found.map((each) => [each.id, each]));
    },
  });
  const readOne = async (id: string, tenant: string): Promise<EventRow | undefined> => {
    const found = await read(id);
    return found?.tenant === tenant ? found : undefined;
  };
  return async ({ eventId, tenant, members }) => {
    if (!members) return readOne(eventId, tenant);
    const found = await Promise.all(members.map((id) => readOne(id, tenant)));
    const kept = found.filter((event) => event !== undefined);
    return kept.length > 0 ? assembleBatch(kept) : undefined;
  };
}
