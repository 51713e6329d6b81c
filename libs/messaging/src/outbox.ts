import { type Clock, laneOf, systemClock } from '@fulfilment/kernel';
import type { IndexDeclaration } from '@fulfilment/mongo';
import type { ClientSession, Collection, Db } from 'mongodb';
import { cloudEventHeaders } from './cloud-event-headers.ts';
import type { OutboxRow, OutboxSource } from './outbox-source.ts';

/** A message as a use case hands it over, in the transaction that makes it true. */
export interface OutboxMessage {
  /** Made before the transaction and kept by its retries, so that the message has one id whatever happens. */
  readonly id: string;
  readonly topic: string;
  /** Decides order: messages of one key are published in the order of `version` and `part`. */
  readonly key: string;
  readonly type: string;
  /** As `tenantKey` makes it. */
  readonly tenant: string;
  /** The version that the aggregate has by this transaction: it is written in it, so all before are committed. */
  readonly version: number;
  /** Order among the messages of one version. */
  readonly part: number;
  /** The body, made once: it is sent byte for byte, to Kafka and to subscribers. */
  readonly value: string;
  /** What it is about, for `ce_subject`; the key unless told. */
  readonly subject?: string;
  /** When it happened, for `ce_time`; now unless told. */
  readonly at?: Date;
  /** Headers beside those that every message has. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly traceparent?: string | undefined;
}

/** What an outbox is made of. */
export interface OutboxOptions {
  /** The service, for `ce_source`. */
  readonly source: string;
  /** Over how many lanes keys are spread, 8 unless told; the same in every process, for ever. */
  readonly lanes?: number;
  readonly clock?: Clock;
}

/** Where a use case leaves its messages, in the transaction of its effect. */
export interface Outbox {
  /** To be made at the service's start. */
  readonly indexes: readonly IndexDeclaration[];
  /** Writes messages in the caller's transaction. After it is committed, nudge the relay. */
  readonly add: (session: ClientSession, messages: readonly OutboxMessage[]) => Promise<void>;
  readonly rows: OutboxSource;
}

interface OutboxDocument {
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
  /** Why it was parked. */
  readonly error?: string;
}

const COLLECTION = 'outbox';
const IN_ORDER = 'outbox_in_order';
const LANES = 8;
const KEPT_SECONDS = 7 * 24 * 3600;

/** Messages that are committed with the state they tell of, and published afterwards. */
export function makeOutbox(db: Db, { source, lanes = LANES, clock = systemClock }: OutboxOptions): Outbox {
  const rows = db.collection<OutboxDocument>(COLLECTION, {
    readConcern: { level: 'majority' },
    writeConcern: { w: 'majority', journal: true },
  });
  return {
    indexes: INDEXES,
    rows: readRows(rows, { name: `${source}.outbox`, lanes }),
    add: async (session, messages) => {
      if (messages.length === 0) return;
      const createdAt = clock();
      await rows.insertMany(
        messages.map((message) => toDocument(message, { source, lanes, createdAt })),
        { session },
      );
    },
  };
}

const INDEXES: readonly IndexDeclaration[] = [
  {
    collection: COLLECTION,
    name: IN_ORDER,
    key: { lane: 1, key: 1, version: 1, part: 1 },
    options: { partialFilterExpression: { state: 'new' } },
  },
  {
    collection: COLLECTION,
    name: 'outbox_oldest',
    key: { created_at: 1 },
    options: { partialFilterExpression: { state: 'new' } },
  },
  {
    collection: COLLECTION,
    name: 'outbox_published',
    key: { published_at: 1 },
    options: { partialFilterExpression: { state: 'published' }, expireAfterSeconds: KEPT_SECONDS },
  },
];

function toDocument(
  message: OutboxMessage,
  { source, lanes, createdAt }: { source: string; lanes: number; createdAt: Date },
): OutboxDocument {
  const { id, tenant, topic, key, version, part, value, subject = key, at = createdAt } = message;
  const facts = { id, type: message.type, source, subject, at, requestId: message.requestId, traceparent: message.traceparent };
  const headers = { ...message.headers, ...cloudEventHeaders(facts) };
  return {
    _id: id,
    tenant,
    topic,
    key,
    lane: laneOf(key, lanes),
    version,
    part,
    value,
    headers,
    state: 'new',
    created_at: createdAt,
  };
}

function readRows(rows: Collection<OutboxDocument>, { name, lanes }: { name: string; lanes: number }): OutboxSource {
  return {
    name,
    lanes,
    read: async ({ lanes: of, after, limit }) => {
      // The index gives the order: a sort of what was scanned could hold a version without the one committed just before it.
      const found = rows
        .find({ lane: { $in: [...of] }, state: 'new', ...(after === undefined ? {} : { key: { $gt: after } }) })
        .sort({ key: 1, version: 1, part: 1 })
        .hint(IN_ORDER)
        .limit(limit)
        .batchSize(limit);
      return (await found.toArray()).map(toRow);
    },
    markPublished: async (ids) => {
      await rows.updateMany({ _id: { $in: [...ids] }, state: 'new' }, [{ $set: { state: 'published', published_at: '$$NOW' } }]);
    },
    park: async (id, reason) => {
      await rows.updateOne({ _id: id, state: 'new' }, { $set: { state: 'parked', error: reason } });
    },
    oldestAt: async () => {
      const oldest = await rows.findOne({ state: 'new' }, { sort: { created_at: 1 }, projection: { created_at: 1 } });
      return oldest?.created_at;
    },
  };
}

function toRow({ _id, topic, key, value, headers }: OutboxDocument): OutboxRow {
  return { id: _id, record: { topic, key, value, headers } };
}
