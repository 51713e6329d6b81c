import type { Collections } from '../database/collections-documents.ts';
import type { EventToSend } from '../deliveries/delivery-ports.ts';
import type { LoadedEvents, LoadEvents } from './dispatch-ports.ts';
import { EVENT_FIELDS, type EventRow } from './event-row-documents.ts';

/** Bytes that are loaded ahead at one look, and by all of a process: the one that passes the bound is the last. */
const MOST_BYTES = 4_000_000;
const MOST_BYTES_TOGETHER = 64_000_000;

const NONE: LoadedEvents = { of: () => undefined, forget: () => undefined };

/** Loads events of deliveries with one read, in place of one for each. Batches are read when they are sent. */
export function makeLoadEvents({ events }: Pick<Collections, 'events'>): LoadEvents {
  let bytesTogether = 0;
  return async (deliveries) => {
    const [first] = deliveries;
    const ids = deliveries.filter(({ members }) => members === undefined).map(({ eventId }) => eventId);
    // One alone is read as it is sent, together with those of others.
    if (!first || ids.length < 2 || bytesTogether >= MOST_BYTES_TOGETHER) return NONE;
    const { tenant } = first;
    const loaded = new Map<string, EventToSend>();
    let bytes = 0;
    for await (const event of events.find<EventRow>({ _id: { $in: ids }, tenant }, { projection: EVENT_FIELDS })) {
      bytes += event.body.length;
      loaded.set(event.id, event);
      if (bytes > MOST_BYTES) break;
    }
    bytesTogether += bytes;
    return {
      of: ({ eventId }) => loaded.get(eventId),
      forget: () => {
        bytesTogether -= bytes;
        bytes = 0;
        loaded.clear();
      },
    };
  };
}
