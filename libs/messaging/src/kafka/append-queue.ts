import { isolate } from '@fulfilment/kernel';
import { logUnavailable, type OutgoingRecord, recordRefused } from '../port.ts';

export interface AppendQueueOptions {
  /** Puts one group into the log, all or none. Never called while an earlier call is under way. */
  readonly send: (records: readonly OutgoingRecord[]) => Promise<void>;
  /** True for an error of `send` that means the broker will never accept one of the records. */
  readonly isRefusal: (error: unknown) => boolean;
  /** Records in one group at most. */
  readonly maxRecords: number;
  /** Bytes in one group for one topic at most. A larger record is sent alone. */
  readonly maxTopicBytes: number;
}

interface Call {
  readonly records: readonly OutgoingRecord[];
  readonly settle: PromiseWithResolvers<void>;
  taken: number;
  acknowledged: number;
  failed: boolean;
}

interface Entry {
  readonly call: Call;
  readonly index: number;
  readonly record: OutgoingRecord;
}

/** Bytes of a record beside its texts: lengths, offset and time deltas, header counts. */
const RECORD_OVERHEAD_BYTES = 64;

/**
 * Sends serially, and in groups: calls that arrive while a group is sent share the next, in order. When a group fails, its calls
 * fail; the rest of such a call is not sent, so that repeating it keeps the order. A group that the broker refuses is bisected
 * until the refused record is found.
 */
export class AppendQueue {
  readonly #options: AppendQueueOptions;
  #waiting: Call[] = [];
  #sending: Promise<void> | undefined;
  #closed = false;

  constructor(options: AppendQueueOptions) {
    this.#options = options;
  }

  /** @throws AppError `upstream_unavailable`, or `record_refused` with the index of the first refused record. */
  append = async (records: readonly OutgoingRecord[]): Promise<void> => {
    if (this.#closed) throw logUnavailable(new Error('The log is closed'));
    if (records.length === 0) return;
    const call = { records, settle: Promise.withResolvers<void>(), taken: 0, acknowledged: 0, failed: false };
    this.#waiting.push(call);
    this.#sending ??= this.#sendAll();
    await call.settle.promise;
  };

  /** Refuses further calls and waits for those under way. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#deliver(takeGroup(this.#waiting, this.#options));
      this.#waiting = this.#waiting.filter((call) => !call.failed && call.taken < call.records.length);
    }
    this.#sending = undefined;
  }

  async #deliver(group: readonly Entry[]): Promise<void> {
    const { isRefusal } = this.#options;
    const outcomes = await isolate(group, (entries) => this.#send(entries), { failsAll: (error) => !isRefusal(error) });
    for (const [place, outcome] of outcomes.entries()) {
      const call = group[place]?.call;
      if (outcome.status === 'rejected' && call && !call.failed) fail(call, logUnavailable(outcome.reason));
    }
  }

  /** A refused record fails its call at once, so that what follows it in the call is left out. */
  async #send(entries: readonly Entry[]): Promise<readonly Entry[]> {
    const live = entries.filter(({ call }) => !call.failed);
    const [first] = live;
    if (!first) return entries;
    try {
      await this.#options.send(live.map(({ record }) => record));
    } catch (error) {
      if (live.length > 1 || !this.#options.isRefusal(error)) throw error;
      fail(first.call, recordRefused(first.index, error));
      return entries;
    }
    for (const { call } of live) acknowledge(call);
    return entries;
  }
}

function takeGroup(calls: readonly Call[], { maxRecords, maxTopicBytes }: AppendQueueOptions): Entry[] {
  const group: Entry[] = [];
  const bytesByTopic = new Map<string, number>();
  for (const call of calls) {
    while (call.taken < call.records.length) {
      const record = call.records[call.taken];
      if (!record || group.length >= maxRecords) return group;
      const bytes = (bytesByTopic.get(record.topic) ?? 0) + sizeOf(record);
      if (bytes > maxTopicBytes && bytesByTopic.has(record.topic)) return group;
      bytesByTopic.set(record.topic, bytes);
      group.push({ call, index: call.taken, record });
      call.taken += 1;
    }
  }
  return group;
}

function acknowledge(call: Call): void {
  call.acknowledged += 1;
  if (call.acknowledged === call.records.length) call.settle.resolve();
}

function fail(call: Call, error: Error): void {
  call.failed = true;
  call.settle.reject(error);
}

function sizeOf({ key, value, headers }: OutgoingRecord): number {
  let bytes = RECORD_OVERHEAD_BYTES + Buffer.byteLength(key) + Buffer.byteLength(value);
  for (const [name, text] of Object.entries(headers)) bytes += name.length + Buffer.byteLength(text);
  return bytes;
}
