import { errors } from '@fulfilment/contracts';
import { AppError, type Clock, systemClock } from '@fulfilment/kernel';
import type { IndexDeclaration, MigrationStep } from '@fulfilment/mongo';
import type { Collection, Db, Filter } from 'mongodb';
import type { EventLog, IncomingRecord, OutgoingRecord } from '../port.ts';
import { deadLetterTopic } from '../topics.ts';

/** A record its consumer could not handle, as the operator sees it. */
export interface DeadLetter {
  /** `group/topic/partition/offset`: the same record is one letter, however often it is delivered. */
  readonly id: string;
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly error: string;
  /** True where only an earlier record of its key failed. */
  readonly follows: boolean;
  /** `retrying`: a process ended while it put the record back; it may be retried again. `discarded`: it is not put back any more. */
  readonly state: 'open' | 'retrying' | 'retried' | 'discarded';
  readonly at: Date;
}

/** A record to dead-letter, and why. */
export interface DeadLetterEntry {
  readonly group: string;
  readonly record: IncomingRecord;
  readonly error: string;
  readonly follows: boolean;
  /** True where the record could not be decoded: it holds no others back. */
  readonly unreadable?: boolean;
}

/** A page of dead letters. */
export interface DeadLetterPage {
  /** The last id of the page before. */
  readonly after?: string;
  /** At most 200; 50 by default. */
  readonly limit?: number;
  readonly state?: DeadLetter['state'];
}

/** Records that could not be handled, kept until an operator decides. */
export interface DeadLetters {
  /** Stores the records, then puts them on their dead-letter topics. Adding one twice keeps one letter. */
  readonly add: (entries: readonly DeadLetterEntry[]) => Promise<void>;
  /** The `keys` that have an open letter of a readable record, and at most 1 000 of them: a key with more is no longer held back. */
  readonly openKeys: (group: string, topic: string, keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** All keys of a topic that have an open letter of a readable record; undefined where they are more than `limit`. */
  readonly allOpenKeys: (group: string, topic: string, limit: number) => Promise<ReadonlySet<string> | undefined>;
  readonly list: (page?: DeadLetterPage) => Promise<readonly DeadLetter[]>;
  readonly get: (id: string) => Promise<DeadLetter | undefined>;
  /** The ids of letters that only followed this one and wait for it to be put back or discarded, in their order. */
  readonly following: (letter: DeadLetter) => Promise<readonly string[]>;
  /**
   * Puts the record back on its topic, and with it the records dead-lettered because they followed it, in their order, 100 at once.
   * A record of the same key that arrives at that moment may be handled before them.
   *
   * @returns the number of records put back.
   * @throws AppError `not_found` if there is no such letter, `invalid_transition` where it is discarded.
   */
  readonly retry: (id: string) => Promise<number>;
  /**
   * Gives the record up for good: its content is removed, and it holds no others of its key back. Letters that follow it stay, and can
   * be retried. To discard one again changes nothing.
   *
   * @returns the letter as it is then.
   * @throws AppError `not_found` if there is no such letter, `invalid_transition` where it is, or was, put back.
   */
  readonly discard: (id: string) => Promise<DeadLetter>;
}

type LetterDocument = Omit<DeadLetter, 'id' | 'state'> & {
  readonly _id: string;
  readonly state: Exclude<DeadLetter['state'], 'discarded'>;
  /** Of one that was discarded, whose state is `retried`: processes of earlier releases know that it is done with. */
  readonly discarded?: true;
  readonly unreadable?: boolean;
  /** From when on it is kept for {@link RETRIED_KEPT_SECONDS}. */
  readonly retried_at?: Date;
};

const COLLECTION = 'dead_letters';
const PAGE = 50;
const MAX_PAGE = 200;
const MAX_ERROR_LENGTH = 2_000;
const MAX_HELD = 1_000;
const PUT_BACK_AT_ONCE = 100;

/** The indexes of the dead letters of a service. */
export const deadLetterIndexes: readonly IndexDeclaration[] = [
  {
    collection: COLLECTION,
    name: 'dead_letters_open',
    key: { group: 1, topic: 1, key: 1 },
    options: { partialFilterExpression: { state: 'open' } },
  },
];

/** Letters are kept so many seconds after they were put back. */
const RETRIED_KEPT_SECONDS = 30 * 24 * 3600;

/** Steps of a migration after which letters end a while after they were put back. The baseline does not have them. */
export const RETRIED_LETTERS_END: readonly MigrationStep[] = [
  {
    type: 'update',
    collection: COLLECTION,
    filter: { state: 'retried', retried_at: { $exists: false } },
    update: [{ $set: { retried_at: '$$NOW' } }],
  },
  {
    type: 'create_index',
    index: {
      collection: COLLECTION,
      name: 'dead_letters_retried',
      key: { retried_at: 1 },
      options: { expireAfterSeconds: RETRIED_KEPT_SECONDS },
    },
  },
];

/** Makes the dead letters of a service, in `db` and on the dead-letter topics of `log`. */
export function makeDeadLetters(db: Db, log: EventLog, { clock = systemClock }: { readonly clock?: Clock } = {}): DeadLetters {
  const letters = db.collection<LetterDocument>(COLLECTION);
  return {
    add: async (entries) => {
      if (entries.length === 0) return;
      const at = clock();
      await letters.bulkWrite(entries.map((entry) => ({ updateOne: { ...upsertOf(entry, at), upsert: true } })));
      for (const entry of entries) await publish(log, toDeadLetterRecord(entry));
    },
    openKeys: async (group, topic, keys) => {
      const open = { group, topic, key: { $in: [...keys] }, state: 'open' as const, unreadable: { $ne: true } };
      const found = letters.aggregate<{ _id: string; count: number }>([
        { $match: open },
        { $group: { _id: '$key', count: { $sum: 1 } } },
      ]);
      return new Set((await found.toArray()).flatMap(({ _id, count }) => (count <= MAX_HELD ? [_id] : [])));
    },
    allOpenKeys: async (group, topic, limit) => {
      const found = letters.aggregate<{ _id: string }>([
        { $match: { group, topic, state: 'open', unreadable: { $ne: true } } },
        { $group: { _id: '$key' } },
        { $limit: limit + 1 },
      ]);
      const keys = new Set((await found.toArray()).map(({ _id }) => _id));
      return keys.size > limit ? undefined : keys;
    },
    list: async ({ after, limit = PAGE, state } = {}) => {
      const filter = { ...(after === undefined ? {} : { _id: { $gt: after } }), ...(state === undefined ? {} : inState(state)) };
      const found = await letters.find(filter).sort({ _id: 1 }).limit(Math.min(limit, MAX_PAGE)).toArray();
      return found.map(toLetter);
    },
    get: async (id) => {
      const found = await letters.findOne({ _id: id });
      return found ? toLetter(found) : undefined;
    },
    following: async (letter) => (await followers(letters, letter)).map(({ _id }) => _id),
    retry: (id) => putBack(letters, log, id),
    discard: async (id) => {
      const filter = { _id: id, $or: [{ state: 'open' as const }, { discarded: true as const }] };
      const $set = { state: 'retried' as const, discarded: true as const, value: '', headers: {} };
      const update = { $set, $currentDate: { retried_at: true as const } };
      const discarded = await letters.findOneAndUpdate(filter, update, { returnDocument: 'after' });
      if (discarded) return toLetter(discarded);
      const found = await letters.findOne({ _id: id });
      if (!found) throw noSuchLetter();
      const facts = { current_status: found.state };
      throw errors.invalidTransition(`The dead letter is ${found.state}; it cannot be discarded.`, { facts });
    },
  };
}

function inState(state: DeadLetter['state']): Filter<LetterDocument> {
  if (state === 'discarded') return { state: 'retried', discarded: true };
  return state === 'retried' ? { state, discarded: { $ne: true } } : { state };
}

function upsertOf(
  { group, record, error, follows, unreadable = false }: DeadLetterEntry,
  at: Date,
): { filter: { _id: string }; update: { $setOnInsert: Omit<LetterDocument, '_id'> } } {
  const { topic, partition, offset, key, value, headers } = record;
  const letter = {
    group,
    topic,
    partition,
    offset,
    key,
    value,
    headers,
    error: error.slice(0, MAX_ERROR_LENGTH),
    follows,
    state: 'open' as const,
    at,
    ...(unreadable ? { unreadable } : {}),
  };
  return { filter: { _id: `${group}/${topic}/${partition}/${offset}` }, update: { $setOnInsert: letter } };
}

function toLetter({ _id, unreadable: _unreadable, retried_at: _retriedAt, discarded, ...letter }: LetterDocument): DeadLetter {
  return { id: _id, ...letter, ...(discarded && { state: 'discarded' }) };
}

/** The letters that follow one in its key and partition, in their order. */
async function followers(
  letters: Collection<LetterDocument>,
  { group, topic, key, partition, offset }: Pick<DeadLetter, 'group' | 'topic' | 'key' | 'partition' | 'offset'>,
): Promise<readonly Pick<LetterDocument, '_id' | 'offset'>[]> {
  const filter = { group, topic, key, partition, follows: true, state: { $ne: 'retried' as const } };
  const found = await letters.find(filter, { projection: { offset: 1 } }).toArray();
  const later = found.filter((each) => BigInt(each.offset) > BigInt(offset));
  return later.toSorted((a, b) => (BigInt(a.offset) < BigInt(b.offset) ? -1 : 1));
}

const noSuchLetter = (): AppError => errors.notFound('There is no such dead letter.');

function toDeadLetterRecord({ group, record, error }: DeadLetterEntry): OutgoingRecord {
  const { topic, partition, offset, key, value, headers } = record;
  const origin = { dlq_group: group, dlq_topic: topic, dlq_partition: String(partition), dlq_offset: offset };
  return {
    topic: deadLetterTopic(topic),
    key,
    value,
    headers: { ...headers, ...origin, dlq_error: error.slice(0, MAX_ERROR_LENGTH) },
  };
}

/** A record of the largest size, with a few headers more, is refused: the letter in the store has it whole. */
async function publish(log: EventLog, record: OutgoingRecord): Promise<void> {
  try {
    await log.append([record]);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'record_refused') throw error;
    await log.append([{ ...record, value: '', headers: { ...record.headers, dlq_value: 'omitted' } }]);
  }
}

async function putBack(letters: Collection<LetterDocument>, log: EventLog, id: string): Promise<number> {
  const letter = await letters.findOne({ _id: id });
  if (!letter) throw noSuchLetter();
  if (letter.discarded)
    throw errors.invalidTransition('The dead letter is discarded: its content is gone.', {
      facts: { current_status: 'discarded' },
    });
  const { topic, key } = letter;
  const all = [letter, ...(await followers(letters, letter))].map(({ _id }) => _id);
  // First none is open, or the consumer would dead-letter them again; then they are put back, so that none is lost.
  await letters.updateMany({ _id: { $in: all } }, { $set: { state: 'retrying' } });
  for (let at = 0; at < all.length; at += PUT_BACK_AT_ONCE) {
    const ids = all.slice(at, at + PUT_BACK_AT_ONCE);
    const byId = new Map((await letters.find({ _id: { $in: ids } }).toArray()).map((found) => [toLetter(found).id, found]));
    const next = ids.flatMap((one) => byId.get(one) ?? []);
    await log.append(next.map(({ value, headers }) => ({ topic, key, value, headers })));
    await letters.updateMany({ _id: { $in: ids } }, { $set: { state: 'retried' }, $currentDate: { retried_at: true } });
  }
  return all.length;
}
