import { LRUCache } from 'lru-cache';
import type { Collections } from '../database/collections-documents.ts';
import type { EventToSend, FindEvent, SigningSecret } from '../deliveries/delivery-ports.ts';
import type { QueueKey } from '../model/domain/delivery.ts';
import { assembleBatch, type Delivery } from '../model/domain/delivery.ts';
import type { BatchRule } from '../model/domain/endpoint.ts';
import type { EndpointDocument } from '../database/endpoint-documents.ts';
import type { SecretBox } from '../endpoints/secret-box-store.ts';
import { batchedReads } from '@fulfilment/mongo';

/** How an endpoint is delivered to. */
export type DeliveryMode =
  | { readonly type: 'parallel' }
  /** The events of one record one after another. */
  | { readonly type: 'ordered' }
  | ({ readonly type: 'batched' } & BatchRule);

/** An endpoint that deliveries may go to. */
export interface OpenTarget {
  readonly type: 'open';
  readonly url: string;
  /** All that are valid, newest first. */
  readonly secrets: readonly SigningSecret[];
  readonly mode: DeliveryMode;
  /** Deliveries a second at most; null for no limit. */
  readonly maxRate: number | null;
  /** Held deliveries of events up to this position are to be dropped first. */
  readonly dropThrough: number | null;
  /** True if the endpoint has had a 2xx from its URL. */
  readonly isProven: boolean;
}

/** An endpoint as it stands now, for its worker. */
export type Target =
  | OpenTarget
  /** It failed, or its receiver asked to wait. */
  | { readonly type: 'backing-off'; readonly until: Date }
  | { readonly type: 'paused' }
  /** The operator has suspended its account. */
  | { readonly type: 'suspended' }
  | { readonly type: 'disabled' }
  | { readonly type: 'gone' };

export type FindTarget = (queue: QueueKey) => Promise<Target>;

const IS_LIVE = { $or: [{ $eq: ['$$this.ends_at', null] }, { $gt: ['$$this.ends_at', '$$NOW'] }] };
const TARGET_FIELDS = {
  _id: 0,
  id: '$_id',
  tenant: 1,
  url: 1,
  status: 1,
  suspended: 1,
  ordered: 1,
  batch: 1,
  max_rate: 1,
  drop_through: 1,
  secrets: { $filter: { input: '$secrets', cond: IS_LIVE } },
  is_proven: { $eq: ['$proven_url', '$url'] },
  rests_until: 1,
  resting: { $gt: ['$rests_until', '$$NOW'] },
};

type TargetRow = Pick<
  EndpointDocument,
  'tenant' | 'url' | 'status' | 'suspended' | 'secrets' | 'ordered' | 'batch' | 'max_rate' | 'drop_through' | 'rests_until'
> & { readonly id: string; readonly resting: boolean; readonly is_proven: boolean };

/** Endpoints of one read. */
const MAX_TARGETS = 200;

/** Reads an endpoint as it stands now, its secrets opened. Which of them live, and whether it rests, is by the server's clock. */
export function makeFindTarget({ endpoints }: Pick<Collections, 'endpoints'>, secretBox: SecretBox): FindTarget {
  const open = cachedOpen(secretBox);
  const read = batchedReads<TargetRow>(MAX_TARGETS, async (ids) => {
    const found = await endpoints.find<TargetRow>({ _id: { $in: [...ids] } }, { projection: TARGET_FIELDS }).toArray();
    return new Map(found.map((each) => [each.id, each]));
  });
  return async ({ endpointId, tenant }) => {
    const found = await read(endpointId);
    return found?.tenant === tenant ? targetOf(found, open) : { type: 'gone' };
  };
}

function targetOf(found: TargetRow, open: SecretBox['open']): Target {
  if (found.suspended) return { type: 'suspended' };
  if (found.status !== 'active') return { type: found.status };
  if (found.resting && found.rests_until) return { type: 'backing-off', until: found.rests_until };
  const secrets = found.secrets.map(({ id, sealed }) => ({ id, secret: open(sealed, found.id) }));
  const { url, max_rate: maxRate, drop_through: dropThrough } = found;
  return { type: 'open', url, secrets, mode: modeOf(found), maxRate, dropThrough, isProven: found.is_proven };
}

function modeOf({ ordered, batch }: TargetRow): DeliveryMode {
  if (ordered) return { type: 'ordered' };
  return batch ? { type: 'batched', maxEvents: batch.max_events, maxWaitMs: batch.max_wait_ms } : { type: 'parallel' };
}

const MAX_OPENED = 2_000;

/**
 * Caches opened secrets by their sealed text: opening is much of the cost of an attempt. A secret that changes is sealed again,
 * which makes it another key.
 */
function cachedOpen(box: SecretBox): SecretBox['open'] {
  const opened = new LRUCache<string, string>({ max: MAX_OPENED });
  return (sealed, endpointId) => {
    const key = `${endpointId}/${sealed.key_id}/${sealed.nonce.toString('base64')}/${sealed.box.toString('base64')}`;
    const known = opened.get(key);
    if (known !== undefined) return known;
    const secret = box.open(sealed, endpointId);
    opened.set(key, secret);
    return secret;
  };
}

/** An event as it is sent. */
interface EventRow extends EventToSend {
  readonly id: string;
  readonly tenant: string;
}

/** Characters of the events in memory, and the time for which they are kept: a first attempt is made soon, or much later. */
const MAX_RECENT_CHARACTERS = 16_000_000;
const RECENT_MS = 10_000;
const CHARACTERS_OF_EVENT = 500;

/** Events that this process stored a moment ago and is about to send: they are not read again. Events change by an erasure alone. */
export class RecentEvents {
  readonly #events = new LRUCache<string, EventRow>({
    maxSize: MAX_RECENT_CHARACTERS,
    sizeCalculation: ({ body }) => body.length + CHARACTERS_OF_EVENT,
    ttl: RECENT_MS,
  });

  /** To be called once the event is committed. */
  add({ id, tenant, type, body, traceparent, requestId }: EventRow): void {
    this.#events.set(id, { id, tenant, type, body, traceparent, requestId });
  }

  /** To be called where the event changes. */
  remove(id: string): void {
    this.#events.delete(id);
  }

  of(id: string, tenant: string): EventRow | undefined {
    const found = this.#events.get(id);
    return found?.tenant === tenant ? found : undefined;
  }
}

const EVENT_FIELDS = { _id: 0, id: '$_id', tenant: 1, type: 1, body: 1, traceparent: 1, requestId: '$request_id' };

/** Events of one read: an event has up to 900 KB. */
const MAX_EVENTS = 50;

/** Reads what a delivery sends: the body of its event, or one body of those events of a batch that are kept. */
export function makeFindEvent({ events }: Pick<Collections, 'events'>, recent: RecentEvents): FindEvent {
  const read = batchedReads<EventRow>(MAX_EVENTS, async (ids) => {
    const found = await events.find<EventRow>({ _id: { $in: [...ids] } }, { projection: EVENT_FIELDS }).toArray();
    return new Map(found.map((each) => [each.id, each]));
  });
  const readOne = async (id: string, tenant: string): Promise<EventRow | undefined> => {
    const found = await read(id);
    return found?.tenant === tenant ? found : undefined;
  };
  return async ({ eventId, tenant, members }) => {
    if (!members) return recent.of(eventId, tenant) ?? readOne(eventId, tenant);
    const found = await Promise.all(members.map((id) => readOne(id, tenant)));
    const kept = found.filter((event) => event !== undefined);
    return kept.length > 0 ? assembleBatch(kept) : undefined;
  };
}

/** Events of deliveries that are about to be sent. */
export interface LoadedEvents {
  /** @returns undefined where it was not loaded: `FindEvent` finds it. */
  of(delivery: Pick<Delivery, 'eventId'>): EventToSend | undefined;
  /** Frees the memory that they take. */
  release(): void;
}

/** Loads the events of one tenant's deliveries ahead, as many as the memory budget permits. */
export type LoadEvents = (deliveries: readonly Delivery[]) => Promise<LoadedEvents>;

/** Bytes loaded ahead by one read, and by the process; the event that exceeds the bound is the last. */
const MAX_BYTES = 4_000_000;
const MAX_BYTES_OF_PROCESS = 64_000_000;

const NONE: LoadedEvents = { of: () => undefined, release: () => undefined };

/** Loads events of deliveries with one read, in place of one for each. Batches are read when they are sent. */
export function makeLoadEvents({ events }: Pick<Collections, 'events'>, recent: RecentEvents): LoadEvents {
  let bytesOfProcess = 0;
  return async (deliveries) => {
    const [first] = deliveries;
    const ids = deliveries
      .filter(({ members, eventId, tenant }) => members === undefined && !recent.of(eventId, tenant))
      .map(({ eventId }) => eventId);
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
