import { EVENT_TOPICS, TOPICS } from '@fulfilment/contracts';
import { type Clock, type OutgoingMessage, shardOf, systemClock } from '@fulfilment/kernel';
import { type IndexDeclaration, isOnlyDuplicateKeys } from '@fulfilment/mongo';
import type { ClientSession, Collection, Db, Document, FindCursor } from 'mongodb';
import { z } from 'zod';
import type { OutgoingRecord } from '../port.ts';

/** A record that is committed in the store, and not yet known to be in the log. */
export interface OutboxRow {
  readonly id: string;
  /** The shard of its key. */
  readonly shard: number;
  readonly record: OutgoingRecord;
}

/** Bounds of what is read, and published, at once; one row may exceed the bytes. */
export const OUTBOX_PAGE = { rows: 500, bytes: 8_000_000 } as const;

/** Rows read at once, at most {@link OUTBOX_PAGE}. */
export interface OutboxPage {
  readonly rows: readonly OutboxRow[];
  /** True where there may be more. */
  readonly more: boolean;
}

/** From where a page of unpublished rows is read. */
export interface OutboxPlace {
  readonly shards: readonly number[];
  readonly after: string | undefined;
  /** The session with the snapshot to read; none reads the newest state. */
  readonly session?: ClientSession;
}

/** Where a relay finds unpublished records. Keys are hashed over shards; one key is always in the same shard. */
export interface OutboxSource {
  /** Names its leases, hints and metrics. */
  readonly name: string;
  readonly shards: number;
  /**
   * The next unpublished rows of `shards`, seen by a majority, ordered by key and within a key by commit; only keys after `after`,
   * where it is given. Selected by their state and never by "later than the last one": transactions commit out of order.
   */
  readonly read: (from: OutboxPlace) => Promise<OutboxPage>;
  /** Resolves when a majority knows: the next read does not return them again. */
  readonly markPublished: (ids: readonly string[]) => Promise<void>;
  /** Dead-letters a row that the log will never accept. */
  readonly deadLetter: (id: string, reason: string) => Promise<void>;
  /** When the oldest unpublished row was written, if there is one. */
  readonly oldestAt: () => Promise<Date | undefined>;
  /** Given where a record carries its rows until they are marked, and takes no more than some. */
  readonly carriers?: Carriers;
}

/** Records that carry their rows until they are marked. */
export interface Carriers {
  /** The record that carries a row; undefined for a row that stands by itself. */
  readonly carrierOf: (rowId: string) => string | undefined;
  /** With so many published rows of one record all are marked at once, so that it takes further ones. */
  readonly markFrom: number;
}

/** Options of {@link makeOutbox}. */
export interface OutboxOptions {
  /** The service, for `ce_source`. */
  readonly source: string;
  /** Shards over which keys are hashed, 8 by default; the same in every process, for ever. */
  readonly shards?: number;
  readonly clock?: Clock;
}

/** The messages of a service, written in the transaction of the change they tell of. */
export interface Outbox {
  /**
   * Writes messages in the caller's transaction.
   *
   * @param fromMemory the relays that publish from memory what is handed over to them.
   * @returns their rows, for {@link Relay.handOver} once that is committed.
   */
  readonly add: (
    session: ClientSession,
    messages: readonly OutgoingMessage[],
    fromMemory?: Readonly<Record<'sagas' | 'events', boolean>>,
  ) => Promise<readonly OutboxRow[]>;
  /**
   * Publishes messages again, whether their rows are kept or not, but for those that wait to be published, were refused by the log, or
   * were published since `unlessSince`. @returns their number.
   */
  readonly resend: (messages: readonly { readonly message: OutgoingMessage; readonly unlessSince: Date }[]) => Promise<number>;
  /** The stored form of messages, for a record that carries them until they are published. */
  readonly documentsOf: (messages: readonly OutgoingMessage[]) => readonly OutboxDocument[];
  /** Keeps messages that a record carried, once they are published; those that are kept already stay as they are. */
  readonly keep: (published: readonly OutboxDocument[]) => Promise<void>;
  /**
   * Changes the bodies of messages of one key that are kept, published or refused, which {@link OUTBOX_OF_RECORDS} finds.
   *
   * @param change takes and returns a body.
   */
  readonly rewrite: (of: { readonly tenant: string; readonly key: string }, change: (value: string) => string) => Promise<void>;
  /** Keeps a message that a record carried, and that the log will never accept, as a dead letter. */
  readonly keepDead: (refused: OutboxDocument, reason: string) => Promise<void>;
  /** Commands and outcomes, that orders and scans wait for: no backlog of events delays them. */
  readonly sagas: OutboxSource;
  /** Domain events. */
  readonly events: OutboxSource;
}

/** The stored row of a message. `lane` is its shard, `parked` a dead letter: the names are stored and stay. */
export interface OutboxDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly topic: string;
  readonly key: string;
  readonly lane: number;
  readonly version: number;
  readonly part: number;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly state: 'new' | 'published' | 'parked';
  readonly created_at: Date;
  readonly published_at?: Date;
  /** Why it was dead-lettered. */
  readonly error?: string;
}

export const OUTBOX = 'outbox';
const IN_ORDER = 'outbox_of_topic_in_order';
const SHARDS = 8;
/** The index that ends published rows. */
export const OUTBOX_PUBLISHED = 'outbox_published';
/** Published rows are kept for so many seconds, unless the operator has changed that index. */
export const OUTBOX_KEPT_SECONDS = 7 * 24 * 3600;

/** Makes the outbox in `db`: messages committed with the change they tell of, and published afterwards. */
export function makeOutbox(db: Db, { source, shards = SHARDS, clock = systemClock }: OutboxOptions): Outbox {
  const rows = db.collection<OutboxDocument>(OUTBOX, {
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
  });
  return {
    sagas: sourceOf(rows, { name: `${source}.sagas`, shards, topics: SAGA_TOPICS }),
    events: sourceOf(rows, { name: `${source}.events`, shards, topics: EVENT_TOPICS }),
    add: async (session, messages) => {
      if (messages.length === 0) return [];
      const createdAt = clock();
      const documents = messages.map((message) => toDocument(message, { source, shards, createdAt }));
      await rows.insertMany(documents, { session });
      return documents.map(toRow);
    },
    resend: async (messages) => {
      if (messages.length === 0) return 0;
      const createdAt = clock();
      const writes = messages.map(({ message, unlessSince }) => {
        const { _id, state, ...rest } = toDocument(message, { source, shards, createdAt });
        const published = { _id, state: 'published' as const, published_at: { $lte: unlessSince } };
        const again = { $set: { state }, $unset: { published_at: '' as const }, $setOnInsert: rest };
        return { updateOne: { filter: published, update: again, upsert: true } };
      });
      return rows.bulkWrite(writes, { ordered: false }).then(resentBy, (error: unknown) => {
        // A row that is there, and is not to be published again, cannot be inserted.
        if (!isOnlyDuplicateKeys(error)) throw error;
        return resentBy(error.result);
      });
    },
    documentsOf: (messages) => {
      const createdAt = clock();
      return messages.map((message) => toDocument(message, { source, shards, createdAt }));
    },
    keep: async (published) => {
      if (published.length === 0) return;
      const published_at = await timeOfStore(db);
      const documents = published.map((document) => ({ ...document, state: 'published' as const, published_at }));
      await rows.insertMany(documents, { ordered: false }).catch((error: unknown) => {
        if (!isOnlyDuplicateKeys(error)) throw error;
      });
    },
    rewrite: async ({ tenant, key }, change) => {
      for await (const { _id, value } of rows.find({ tenant, key }, { projection: { value: 1 } })) {
        const changed = change(value);
        if (changed !== value) await rows.updateOne({ _id, value }, { $set: { value: changed } });
      }
    },
    keepDead: async (refused, reason) => {
      const { _id, ...rest } = { ...refused, state: 'parked' as const, error: reason };
      await rows.updateOne({ _id }, { $setOnInsert: rest }, { upsert: true });
    },
  };
}

/** The time by which all that is published is marked: what is published again is told apart by it. */
export async function timeOfStore(db: Db): Promise<Date> {
  return clockOfStore.parse(await db.command({ hello: 1 })).localTime;
}

const clockOfStore = z.object({ localTime: z.date() });

function resentBy({ modifiedCount, upsertedCount }: { readonly modifiedCount: number; readonly upsertedCount: number }): number {
  return modifiedCount + upsertedCount;
}

/** The indexes of the outbox of a service. */
export const outboxIndexes: readonly IndexDeclaration[] = [
  {
    collection: OUTBOX,
    name: IN_ORDER,
    key: { lane: 1, topic: 1, key: 1, version: 1, part: 1 },
    options: { partialFilterExpression: { state: 'new' } },
  },
  {
    collection: OUTBOX,
    name: 'outbox_oldest_of_topic',
    key: { topic: 1, created_at: 1 },
    options: { partialFilterExpression: { state: 'new' } },
  },
  {
    collection: OUTBOX,
    name: 'outbox_dead_letters',
    key: { created_at: 1 },
    options: { partialFilterExpression: { state: 'parked' } },
  },
  {
    collection: OUTBOX,
    name: OUTBOX_PUBLISHED,
    key: { published_at: 1 },
    options: { partialFilterExpression: { state: 'published' }, expireAfterSeconds: OUTBOX_KEPT_SECONDS },
  },
];

function toDocument(
  message: OutgoingMessage,
  { source, shards, createdAt }: { source: string; shards: number; createdAt: Date },
): OutboxDocument {
  const { id, tenant, topic, key, version, part, value } = message;
  return {
    _id: id,
    tenant,
    topic,
    key,
    lane: shardOf(key, shards),
    version,
    part,
    value,
    headers: cloudEventHeaders({ ...message, source }),
    state: 'new',
    created_at: createdAt,
  };
}

/** True for the messages between services that a step of an order or a scan waits for. */
export function isSaga({ record }: OutboxRow): boolean {
  return isSagaTopic(record.topic);
}

export function isSagaTopic(topic: string): boolean {
  return SAGA_TOPICS.includes(topic);
}

const SAGA_TOPICS: readonly string[] = Object.values(TOPICS).filter(
  (topic) => !(EVENT_TOPICS as readonly string[]).includes(topic),
);

function sourceOf(
  rows: Collection<OutboxDocument>,
  { name, shards, topics }: { name: string; shards: number; topics: readonly string[] },
): OutboxSource {
  const isNew = { state: 'new' as const, topic: { $in: [...topics] } };
  return {
    name,
    shards,
    read: ({ shards: of, after, session }) =>
      // The index gives the order: a sort of what was scanned could hold a version without the one committed just before it.
      readOutboxPage(
        rows
          .find(
            { ...isNew, lane: { $in: [...of] }, ...(after === undefined ? {} : { key: { $gt: after } }) },
            session && { session, readConcern: { level: 'snapshot' } },
          )
          .sort({ key: 1, version: 1, part: 1 })
          .hint(IN_ORDER),
        toRow,
      ),
    markPublished: async (ids) => {
      await rows.updateMany({ _id: { $in: [...ids] }, state: 'new' }, [{ $set: { state: 'published', published_at: '$$NOW' } }]);
    },
    deadLetter: async (id, reason) => {
      await rows.updateOne({ _id: id, state: 'new' }, { $set: { state: 'parked', error: reason } });
    },
    oldestAt: async () => {
      const oldest = await rows.findOne(isNew, { sort: { created_at: 1 }, projection: { created_at: 1 } });
      return oldest?.created_at;
    },
  };
}

/** Rows by what they are about. The baseline does not have it. */
export const OUTBOX_OF_RECORDS: IndexDeclaration = { collection: OUTBOX, name: 'outbox_of_record', key: { tenant: 1, key: 1 } };

/** The row of a stored message. */
export function toRow({ _id, lane, topic, key, value, headers }: OutboxDocument): OutboxRow {
  return { id: _id, shard: lane, record: { topic, key, value, headers } };
}

/** Reads the page at the beginning of `found`, and closes it. */
export async function readOutboxPage<Found extends Document>(
  found: FindCursor<Found>,
  toRowOf: (document: Found) => OutboxRow,
): Promise<OutboxPage> {
  const rows: OutboxRow[] = [];
  let bytes = 0;
  for await (const document of found.limit(OUTBOX_PAGE.rows).batchSize(OUTBOX_PAGE.rows)) {
    const row = toRowOf(document);
    rows.push(row);
    bytes += row.record.value.length;
    if (bytes >= OUTBOX_PAGE.bytes) return { rows, more: true };
  }
  return { rows, more: rows.length === OUTBOX_PAGE.rows };
}

/** The attributes of an event beside its body. */
export interface EventFacts {
  readonly id: string;
  readonly type: string;
  /** The service that publishes it. */
  readonly source: string;
  /** The record it is about, within the source. */
  readonly subject: string;
  readonly at: Date;
  readonly requestId: string;
  /** W3C Trace Context of the request that caused it. */
  readonly traceparent?: string | undefined;
}

/**
 * The headers of a record whose value is the event's body: CloudEvents 1.0, Kafka protocol binding, binary content mode.
 *
 * @see https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/kafka-protocol-binding.md#32-binary-content-mode
 */
export function cloudEventHeaders({ id, type, source, subject, at, requestId, traceparent }: EventFacts): Record<string, string> {
  return {
    ce_specversion: '1.0',
    ce_id: id,
    ce_type: type,
    ce_source: source,
    ce_subject: subject,
    ce_time: at.toISOString(),
    'content-type': 'application/json',
    request_id: requestId,
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}
