import type { Collections } from '../database/collections-documents.ts';
import type { EventToSend, FindEvent } from '../deliveries/delivery-ports.ts';
import { assembleBatch } from '../deliveries/domain/delivery.ts';
import { batchedReads } from './batched-reads.ts';
import type { LoadedEvents, LoadEvents } from './dispatch-ports.ts';

/** An event as it is sent. */
interface EventRow extends EventToSend {
  readonly id: string;
  readonly tenant: string;
}

const EVENT_FIELDS = { _id: 0, id: '$_id', tenant: 1, type: 1, body: 1, traceparent: 1, requestId: '$request_id' };

/** Events of one read: an event has up to 900 KB. */
const MAX_READ = 50;

/** Reads what a delivery sends: the body of its event, or one body of those events of a batch that are kept. */
export function makeFindEvent({ events }: Pick<Collections, 'events'>): FindEvent {
  const read = batchedReads<EventRow>({
    maxKeys: MAX_READ,
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

/** Bytes loaded ahead by one read, and by the process; the event that exceeds the bound is the last. */
const MAX_BYTES = 4_000_000;
const MAX_BYTES_OF_PROCESS = 64_000_000;

const NONE: LoadedEvents = { of: () => undefined, release: () => undefined };

/** Loads events of deliveries with one read, in place of one for each. Batches are read when they are sent. */
export function makeLoadEvents({ events }: Pick<Collections, 'events'>): LoadEvents {
  let bytesOfProcess = 0;
  return async (deliveries) => {
    const [first] = deliveries;
    const ids = deliveries.filter(({ members }) => members === undefined).map(({ eventId }) => eventId);
    // A single event is read as it is sent, together with those of other endpoints.
    if (!first || ids.length < 2 || bytesOfProcess >= MAX_BYTES_OF_PROCESS) return NONE;
    const { tenant } = first;
    const loaded = new Map<string, EventToSend>();
    let bytes = 0;
    for await (const event of events.find<EventRow>({ _id: { $in: ids }, tenant }, { projection: EVENT_FIELDS })) {
      bytes += event.body.length;
      loaded.set(event.id, event);
      if (bytes > MAX_BYTES) break;
    }
    bytesOfProcess += bytes;
    return {
      of: ({ eventId }) => loaded.get(eventId),
      release: () => {
        bytesOfProcess -= bytes;
        bytes = 0;
        loaded.clear();
      },
    };
  };
}
