import { assembleBatch } from '../domain/batch.ts';
import type { EventToSend, FindEvent } from '../use-cases/ports.ts';
import type { Collections } from './documents.ts';
import { readTogether } from './read-together.ts';

interface Read extends EventToSend {
  readonly id: string;
  readonly tenant: string;
}

const PROJECTION = { _id: 0, id: '$_id', tenant: 1, type: 1, body: 1, traceparent: 1, requestId: '$request_id' };
/** An event has up to 900 KB. */
const MOST_AT_ONCE = 50;

/** Reads what a delivery sends: an event's body, or those of a batch in one. */
export function makeFindEvent({ events }: Pick<Collections, 'events'>): FindEvent {
  const read = readTogether<Read>({
    most: MOST_AT_ONCE,
    read: async (ids) => {
      const found = await events.find<Read>({ _id: { $in: [...ids] } }, { projection: PROJECTION }).toArray();
      return new Map(found.map((each) => [each.id, each]));
    },
  });
  const readOne = async (id: string, tenant: string): Promise<Read | undefined> => {
    const found = await read(id);
    return found?.tenant === tenant ? found : undefined;
  };
  return async ({ eventId, tenant, members }) => {
    if (!members) return readOne(eventId, tenant);
    const found = await Promise.all(members.map((id) => readOne(id, tenant)));
    const kept = found.filter((event) => event !== undefined);
    return kept.length === members.length ? assembleBatch(kept) : undefined;
  };
}
