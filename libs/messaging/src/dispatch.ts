import { backoffMs, delay } from '@fulfilment/kernel';
import type { DeadLetters, Parking } from './dead-letters.ts';
import type { Decode, Decoded } from './decode.ts';
import { mayPassWithTime } from './passing-failure.ts';
import type { IncomingBatch, IncomingRecord } from './port.ts';
import { makeSetAside, type SetAside } from './set-aside.ts';

/** A message and the record that it came in. */
export interface Received<Message> {
  readonly message: Message;
  readonly record: IncomingRecord;
}

/** What messages are handed to. */
export interface DispatchOptions<Message> {
  readonly group: string;
  readonly decode: Decode<Message>;
  /**
   * Carries messages of one partition to their effect, in their order; it may see them again. It resolves when the effect
   * is committed; a refusal is an answer, not an error.
   *
   * @throws what may pass with time, and the batch comes again for as long as it takes; or anything else, and the messages
   * are tried one by one, and the one that fails five times is set aside.
   */
  readonly handle: (
    batch: readonly Received<Message>[],
    context: Pick<IncomingBatch, 'topic' | 'partition' | 'heartbeat' | 'signal'>,
  ) => Promise<void>;
  readonly deadLetters: Pick<DeadLetters, 'park' | 'openKeys'>;
  /** Where order within a key matters: what comes after a record that was set aside is set aside too, until that is retried. */
  readonly parkFollowers?: boolean;
}

/** What became of a batch's records. */
export interface Dispatched {
  readonly done: number;
  readonly ignored: number;
  readonly parked: readonly Parking[];
}

const TRIES = 5;
const BACK_OFF = { firstMs: 50, maxMs: 1_000 };

/**
 * Takes batches to their end. When it resolves, every record is handled, ignored or set aside, and its offset may be committed.
 *
 * @throws what may pass with time: the same batch is to come again.
 */
export function makeDispatch<Message>(options: DispatchOptions<Message>): (batch: IncomingBatch) => Promise<Dispatched> {
  return async (batch) => {
    const aside = await makeSetAside(batch, options);
    const { readable, ignored } = sort(batch, options.decode, aside);
    const done = await handleAll(readable, { batch, options, aside });
    const parked = aside.parkings();
    // After the effect: were it before, a batch that comes again would be on the dead-letter topic again.
    await options.deadLetters.park(parked);
    return { done, ignored, parked };
  };
}

function sort<Message>(
  batch: IncomingBatch,
  decode: Decode<Message>,
  aside: SetAside,
): { readable: Received<Message>[]; ignored: number } {
  const readable: Received<Message>[] = [];
  let ignored = 0;
  for (const record of batch.records) {
    if (aside.follows(record)) continue;
    const decoded = decodeSafely(record, decode);
    if (decoded.type === 'message') readable.push({ message: decoded.message, record });
    else if (decoded.type === 'poison') aside.add(record, decoded.reason);
    else ignored += 1;
  }
  return { readable, ignored };
}

/** What cannot even be looked at cannot be read. */
function decodeSafely<Message>(record: IncomingRecord, decode: Decode<Message>): Decoded<Message> {
  try {
    return decode(record);
  } catch (error) {
    return { type: 'poison', reason: `Decoding failed: ${String(error)}` };
  }
}

interface Turn<Message> {
  readonly batch: IncomingBatch;
  readonly options: DispatchOptions<Message>;
  readonly aside: SetAside;
}

/** @returns how many were handled; the others are set aside. */
async function handleAll<Message>(
  messages: readonly Received<Message>[],
  { batch, options, aside }: Turn<Message>,
): Promise<number> {
  if (messages.length === 0) return 0;
  try {
    await options.handle(messages, batch);
    return messages.length;
  } catch (error) {
    if (mayPassWithTime(error)) throw error;
  }
  let done = 0;
  for (const message of messages) {
    if (aside.follows(message.record)) continue;
    const failure = await tryAlone(message, batch, options.handle);
    if (failure === undefined) done += 1;
    else aside.add(message.record, failure);
  }
  return done;
}

/** @returns what the last try failed with, if all did. */
async function tryAlone<Message>(
  message: Received<Message>,
  batch: IncomingBatch,
  handle: DispatchOptions<Message>['handle'],
): Promise<string | undefined> {
  let failure = '';
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    batch.signal.throwIfAborted();
    await batch.heartbeat();
    try {
      await handle([message], batch);
      return undefined;
    } catch (error) {
      if (mayPassWithTime(error)) throw error;
      failure = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    }
    await delay(backoffMs(attempt, BACK_OFF), batch.signal);
  }
  return failure;
}
