import { withTimeout } from '@fulfilment/kernel';
import { type AppendOutcome, type LogAppender, logUnavailable, type OutgoingRecord } from '../port.ts';

export interface AppendQueueOptions {
  /** Puts one group into the log, and tells the outcome of each record. Never called while an earlier call is under way. */
  readonly send: (records: readonly OutgoingRecord[]) => Promise<readonly AppendOutcome[]>;
  /** Ends the connections behind `send`. */
  readonly end: () => Promise<void>;
  /** Records in one group at most. */
  readonly maxRecords: number;
  /** Bytes in one group for one topic at most. A larger record is sent alone. */
  readonly maxTopicBytes: number;
}

interface Call {
  readonly records: readonly OutgoingRecord[];
  /** By the place of the record. */
  readonly outcomes: AppendOutcome[];
  taken: number;
  readonly settle: PromiseWithResolvers<readonly AppendOutcome[]>;
  /** Keys of which a record failed: what follows in the call fails with it, so that repeating it keeps the order. */
  readonly failed: Map<string, AppendOutcome>;
}

/** Bytes of a record beside its texts: lengths, offset and time deltas, header counts. */
const RECORD_OVERHEAD_BYTES = 64;

/** As long as an append may take. */
const STOP_MS = 20_000;

/** Sends serially, and in groups: calls that arrive while a group is sent share the next, in order. */
export class AppendQueue implements LogAppender {
  readonly #options: AppendQueueOptions;
  #waiting: Call[] = [];
  #sending: Promise<void> | undefined;
  #closed = false;
  #stopped: Promise<void> | undefined;

  constructor(options: AppendQueueOptions) {
    this.#options = options;
  }

  append = async (records: readonly OutgoingRecord[]): Promise<readonly AppendOutcome[]> => {
    if (records.length === 0) return [];
    const closed = { status: 'failed' as const, error: logUnavailable(new Error('The log is closed')) };
    if (this.#closed) return records.map(() => closed);
    const settle = Promise.withResolvers<readonly AppendOutcome[]>();
    this.#waiting.push({ records, outcomes: [], taken: 0, settle, failed: new Map() });
    this.#sending ??= this.#sendAll();
    return settle.promise;
  };

  /** Refuses further calls and waits for those under way, for 20 s at most. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#closed = true;
    await withTimeout(STOP_MS, this.#sending ?? Promise.resolve(), () => new Error('An append hangs')).catch(() => undefined);
    await this.#options.end();
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#sendGroup();
      this.#waiting = this.#waiting.filter(({ records, taken, outcomes, settle }) => {
        if (taken < records.length) return true;
        settle.resolve(outcomes);
        return false;
      });
    }
    this.#sending = undefined;
  }

  async #sendGroup(): Promise<void> {
    const group = takeGroup(this.#waiting, this.#options);
    if (group.length === 0) return;
    const outcomes = await this.#send(group.map(({ record }) => record));
    for (const [index, { call, place, record }] of group.entries()) {
      const outcome = outcomes[index] ?? { status: 'failed', error: logUnavailable(new Error('No outcome')) };
      call.outcomes[place] = outcome;
      if (outcome.status === 'failed') call.failed.set(keyOf(record), outcome);
    }
  }

  async #send(records: readonly OutgoingRecord[]): Promise<readonly AppendOutcome[]> {
    try {
      return await this.#options.send(records);
    } catch (error) {
      return records.map(() => ({ status: 'failed' as const, error }));
    }
  }
}

/** Takes the next records of the calls in order; of a key that has failed in its call none is taken. */
function takeGroup(calls: readonly Call[], { maxRecords, maxTopicBytes }: AppendQueueOptions) {
  const group: { readonly call: Call; readonly place: number; readonly record: OutgoingRecord }[] = [];
  const bytesByTopic = new Map<string, number>();
  for (const call of calls) {
    for (const record of call.records.slice(call.taken)) {
      const place = call.taken;
      const failed = call.failed.get(keyOf(record));
      if (failed) call.outcomes[place] = failed;
      else {
        const bytes = (bytesByTopic.get(record.topic) ?? 0) + sizeOf(record);
        if (group.length >= maxRecords || (bytes > maxTopicBytes && bytesByTopic.has(record.topic))) return group;
        bytesByTopic.set(record.topic, bytes);
        group.push({ call, place, record });
      }
      call.taken += 1;
    }
  }
  return group;
}

function keyOf({ topic, key }: OutgoingRecord): string {
  return `${topic} ${key}`;
}

function sizeOf({ key, value, headers }: OutgoingRecord): number {
  let bytes = RECORD_OVERHEAD_BYTES + Buffer.byteLength(key) + Buffer.byteLength(value);
  for (const [name, text] of Object.entries(headers)) bytes += name.length + Buffer.byteLength(text);
  return bytes;
}
