import { AppError, backoffMs, delay, WriteConflict } from '@fulfilment/kernel';
import { asUnavailable } from '@fulfilment/mongo';
import { MongoError, MongoInvalidArgumentError, MongoServerError } from 'mongodb';
import { z } from 'zod';
import type { IncomingBatch, IncomingRecord } from '../port.ts';
import type { DeadLetterEntry, DeadLetters } from './dead-letters.ts';
import { FailingKeys } from './failing-keys.ts';

/** A message and the record it came in. */
export interface Received<Message> {
  readonly message: Message;
  readonly record: IncomingRecord;
}

/** The handling of records. */
export interface DispatchOptions<Message> {
  readonly group: string;
  readonly decode: Decode<Message>;
  /**
   * Carries messages of one partition to their effect, in their order; it may see them again. It resolves when the effect
   * is committed; a refusal is an answer, not an error.
   *
   * @throws a retryable error, and the batch is delivered again for as long as it takes, but what a store that answers has refused
   * twenty times, lost races included, is bisected; {@link MessagesFailed}, and only these
   * messages are tried again; or any other, and the batch is bisected. A message that fails five times is dead-lettered.
   */
  readonly handle: (
    batch: readonly Received<Message>[],
    context: Pick<IncomingBatch, 'topic' | 'partition' | 'signal' | 'mark'>,
  ) => Promise<void>;
  readonly deadLetters: Pick<DeadLetters, 'add' | 'openKeys' | 'allOpenKeys'>;
  /**
   * Where order within a key matters: records that follow one of their key that the handler failed on are dead-lettered too, until
   * that is retried.
   */
  readonly deadLetterFollowers?: boolean;
}

/** The outcome of a batch. */
export interface Dispatched {
  readonly done: number;
  readonly ignored: number;
  readonly deadLettered: readonly DeadLetterEntry[];
}

const MAX_ATTEMPTS = 5;
const BACK_OFF = { firstMs: 50, maxMs: 1_000 };

/**
 * Makes the handler of batches. When it resolves, every record is handled, ignored or dead-lettered, and its offset may be
 * committed.
 *
 * @throws a retryable error: the same batch has to be delivered again.
 */
export function makeDispatch<Message>(options: DispatchOptions<Message>): (batch: IncomingBatch) => Promise<Dispatched> {
  const failures = new Map<string, HeadFailures>();
  const failingKeys = new FailingKeys(options);
  return async (batch) => {
    const excluded = new Excluded(options, await failingKeys.among(batch));
    const { readable, ignored } = sort(batch, options.decode, excluded);
    const place = `${batch.topic}/${batch.partition}`;
    const head = batch.records[0]?.offset;
    const before = failures.get(place);
    const count = before?.head === head ? (before?.count ?? 0) : 0;
    failures.set(place, { head, count: count + 1 });
    const done = await handleAll(readable, {
      batch,
      options,
      excluded,
      isolating: count > 0 && count % FAILURES_UNTIL_ISOLATED === 0,
    });
    failures.delete(place);
    const deadLettered = excluded.entries();
    failingKeys.add(batch, deadLettered);
    // After the effect: were it before, a batch that is redelivered would be on the dead-letter topic twice.
    await options.deadLetters.add(deadLettered);
    return { done, ignored, deadLettered };
  };
}

/** Failures in a row of the batch that begins with one record. */
interface HeadFailures {
  readonly head: string | undefined;
  readonly count: number;
}

/** A batch that failed so often, over half a minute and more, may fail because of one of its messages: that is looked into, each time. */
const FAILURES_UNTIL_ISOLATED = 20;

/** The records of one batch that are dead-lettered instead of handled. */
class Excluded {
  readonly #options: Pick<DispatchOptions<never>, 'group' | 'deadLetterFollowers'>;
  /** For each key with a dead letter the offset of its first one: the records behind it follow. */
  readonly #blockedAfter: Map<string, bigint>;
  readonly #entries = new Map<IncomingRecord, DeadLetterEntry>();

  /** @param failing keys with an open letter of an earlier batch. */
  constructor(options: Pick<DispatchOptions<never>, 'group' | 'deadLetterFollowers'>, failing: ReadonlySet<string>) {
    this.#options = options;
    this.#blockedAfter = new Map(Array.from(failing, (key) => [key, -1n]));
  }

  /** A record that no retry makes readable holds none back. */
  addUnreadable(record: IncomingRecord, error: string): void {
    this.#entries.set(record, { group: this.#options.group, record, error, follows: false, unreadable: true });
  }

  add(record: IncomingRecord, error: string): void {
    const { group, deadLetterFollowers = false } = this.#options;
    this.#entries.set(record, { group, record, error, follows: false });
    const first = this.#blockedAfter.get(record.key);
    const offset = BigInt(record.offset);
    if (deadLetterFollowers && (first === undefined || offset < first)) this.#blockedAfter.set(record.key, offset);
  }

  /** Excludes `record` if it follows a dead letter of its key, in this batch or an earlier one. @returns true where it did. */
  addFollower(record: IncomingRecord): boolean {
    const first = this.#blockedAfter.get(record.key);
    if (first === undefined || BigInt(record.offset) <= first) return false;
    const error = 'An earlier record of the same key was dead-lettered';
    if (!this.#entries.has(record)) this.#entries.set(record, { group: this.#options.group, record, error, follows: true });
    return true;
  }

  /** In the order of their offsets. */
  entries(): readonly DeadLetterEntry[] {
    return Array.from(this.#entries.values()).toSorted((a, b) => (BigInt(a.record.offset) < BigInt(b.record.offset) ? -1 : 1));
  }
}

function sort<Message>(
  batch: IncomingBatch,
  decode: Decode<Message>,
  excluded: Excluded,
): { readable: Received<Message>[]; ignored: number } {
  const readable: Received<Message>[] = [];
  let ignored = 0;
  for (const record of batch.records) {
    if (excluded.addFollower(record)) continue;
    const decoded = decodeSafely(record, decode);
    if (decoded.type === 'message') readable.push({ message: decoded.message, record });
    else if (decoded.type === 'poison') excluded.addUnreadable(record, decoded.reason);
    else ignored += 1;
  }
  return { readable, ignored };
}

/** A record on which the decoder throws is poison. */
function decodeSafely<Message>(record: IncomingRecord, decode: Decode<Message>): Decoded<Message> {
  try {
    return decode(record);
  } catch (error) {
    return { type: 'poison', reason: `Decoding failed: ${String(error)}` };
  }
}

interface Handling<Message> {
  readonly batch: IncomingBatch;
  readonly options: DispatchOptions<Message>;
  readonly excluded: Excluded;
  /** Errors that may be due to a message, though they count as retryable, are taken for failures of messages. */
  readonly isolating: boolean;
}

/** @returns the number of handled messages; the others are excluded. */
async function handleAll<Message>(messages: readonly Received<Message>[], handling: Handling<Message>): Promise<number> {
  const { batch, excluded } = handling;
  let left = messages;
  let failures: Failures<Message> = new Map();
  // Messages that fail wait for their next attempt together, however many they are.
  for (let attempt = 1; left.length > 0 && attempt <= MAX_ATTEMPTS; attempt += 1) {
    if (attempt > 1) await delay(backoffMs(attempt - 1, BACK_OFF), batch.signal);
    failures = await handleSome(left, handling);
    left = left.filter((message) => failures.has(message));
    // Where none succeeds the store is at fault: nothing is dead-lettered for that.
    if (handling.isolating && left.length > 1 && left.length === messages.length) throw failures.values().next().value;
  }
  for (const [{ record }, failure] of failures) if (failure !== FOLLOWS) excluded.add(record, describe(failure));
  for (const { record } of left) excluded.addFollower(record);
  return messages.length - left.length;
}

/** The messages of one attempt that have no effect, each with its failure. */
type Failures<Message> = ReadonlyMap<Received<Message>, unknown>;

/** In place of a failure: the message was not tried, because an earlier one of its key failed and order matters. */
const FOLLOWS = Symbol('follows');

/** A batch that fails because of some message is bisected. @throws a retryable error, and the reason of an abort. */
async function handleSome<Message>(
  messages: readonly Received<Message>[],
  handling: Handling<Message>,
): Promise<Map<Received<Message>, unknown>> {
  const { batch, options } = handling;
  batch.signal.throwIfAborted();
  try {
    await options.handle(messages, batch);
    batch.mark?.();
    return new Map();
  } catch (error) {
    batch.mark?.();
    batch.signal.throwIfAborted();
    if (error instanceof MessagesFailed) return failuresAmong(messages, error);
    if (shouldRedeliver(error) && !(handling.isolating && mayBeOfMessage(error))) throw error;
    const [first, second] = messages;
    return first && !second ? new Map([[first, error]]) : bisect(messages, handling);
  }
}

async function bisect<Message>(
  messages: readonly Received<Message>[],
  handling: Handling<Message>,
): Promise<Map<Received<Message>, unknown>> {
  const half = Math.ceil(messages.length / 2);
  const failures = await handleSome(messages.slice(0, half), handling);
  const failedKeys = new Set(handling.options.deadLetterFollowers ? Array.from(failures.keys(), ({ record }) => record.key) : []);
  const second = messages.slice(half);
  for (const message of second) if (failedKeys.has(message.record.key)) failures.set(message, FOLLOWS);
  const rest = second.filter((message) => !failures.has(message));
  if (rest.length > 0) for (const [message, failure] of await handleSome(rest, handling)) failures.set(message, failure);
  return failures;
}

/**
 * Thrown by a handler that knows which messages failed for good: all others of the batch had their effect. So the batch is not
 * bisected.
 */
export class MessagesFailed extends Error {
  override readonly name = 'MessagesFailed';
  readonly failures: ReadonlyMap<Received<unknown>, unknown>;

  /** @param failures by message; at least one. */
  constructor(failures: ReadonlyMap<Received<unknown>, unknown>) {
    super(`Messages that failed: ${failures.size}`);
    this.failures = failures;
  }
}

function failuresAmong<Message>(
  messages: readonly Received<Message>[],
  { failures }: MessagesFailed,
): Map<Received<Message>, unknown> {
  return new Map(messages.flatMap((message) => (failures.has(message) ? [[message, failures.get(message)] as const] : [])));
}

function describe(failure: unknown): string {
  return failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure);
}

/** A record as its consumer sees it. */
export type Decoded<Message> =
  | { readonly type: 'message'; readonly message: Message }
  /** Of a type this consumer does not know: producers may add them. */
  | { readonly type: 'ignored' }
  /** Unreadable, now and later. */
  | { readonly type: 'poison'; readonly reason: string };

/** Parses the value of a record. */
export type Decode<Message> = (record: IncomingRecord) => Decoded<Message>;

/**
 * Makes a parser of JSON objects with a `type`. Any other value is poison, and so is one of a known type that does not match the
 * schema. A record whose headers name another type is not parsed at all.
 *
 * @param schema a union over `type`, loose: fields added later are accepted.
 * @param types the types this consumer handles.
 * @param others what becomes of other types: `ignored` by default. Of requests, which have to be answered, they are `poison`: the
 * consumer is older than the one that asks, and the record is kept for it to be retried.
 */
export function decodeTyped<Message>(
  schema: z.ZodType<Message>,
  types: readonly string[],
  others: 'ignored' | 'poison' = 'ignored',
): Decode<Message> {
  const unknown = (type: string): Decoded<Message> =>
    others === 'ignored' ? { type: 'ignored' } : { type: 'poison', reason: `A request of a type that is not known: ${type}` };
  return ({ value, headers }) => {
    const { ce_type: told } = headers;
    if (told !== undefined && !types.includes(told)) return unknown(told);
    let json: unknown;
    try {
      json = JSON.parse(value);
    } catch (error) {
      return { type: 'poison', reason: error instanceof Error ? `Not JSON: ${error.message}` : 'Not JSON' };
    }
    const type = typeof json === 'object' && json !== null && 'type' in json ? json.type : undefined;
    if (typeof type !== 'string') return { type: 'poison', reason: 'The value is not an object with a type' };
    if (!types.includes(type)) return unknown(type);
    const parsed = schema.safeParse(json);
    if (!parsed.success) return { type: 'poison', reason: z.prettifyError(parsed.error) };
    return { type: 'message', message: parsed.data };
  };
}

/**
 * Error codes of MongoDB that are due to the data: bad value, failed to parse, type mismatch, path not viable, conflicting operators,
 * immutable field, failed validation, document too large, duplicate key.
 */
const DATA_ERRORS = new Set<unknown>([2, 9, 14, 28, 40, 66, 121, 10_334, 11_000]);

/**
 * True where a handler's failure may succeed later, so that the same message is retried for as long as it takes: an unavailable
 * store or network, a version conflict. Any other failure is a refusal or a bug, and fails the same way for ever. An unknown error of
 * the store counts as retryable: a wait is noticed and repaired, a good message among the dead letters is not.
 */
export function shouldRedeliver(error: unknown): boolean {
  const translated = asUnavailable(error);
  if (translated instanceof AppError) return translated.isRetryable;
  if (error instanceof MongoServerError) return !DATA_ERRORS.has(error.code);
  if (error instanceof MongoError) return !(error instanceof MongoInvalidArgumentError);
  return isSystemError(error);
}

/**
 * Error codes of MongoDB that never are due to the message: no host, not authorised, wrong login, shutdown, a lost race, elections.
 */
const STORE_ERRORS = new Set<unknown>([6, 7, 13, 18, 89, 91, 112, 189, 9001, 10_107, 11_600, 11_602, 13_435, 13_436]);

/**
 * True where the server itself refused the work, as it does a transaction that is too large or takes too long, or where it answered and
 * another writer was always first: the store was there, so the failure may be the message's.
 */
function mayBeOfMessage(error: unknown): boolean {
  if (error instanceof AppError && (error.kind === 'stale' || error.cause instanceof WriteConflict)) return true;
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof MongoServerError && !STORE_ERRORS.has(cause.code);
}

/** Sockets, DNS and timeouts: Node gives them a code such as `ECONNREFUSED`; an aborted call was not even attempted. */
function isSystemError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AbortError' || ('syscall' in error && 'code' in error);
}
