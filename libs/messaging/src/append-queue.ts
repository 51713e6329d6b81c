import { logUnavailable, recordRefused } from './log-failures.ts';
import type { OutgoingRecord } from './port.ts';

export interface AppendQueueOptions {
  /** Puts one group into the log, all or an error. Never called while a call before is under way. */
  readonly send: (records: readonly OutgoingRecord[]) => Promise<void>;
  /** Whether an error of `send` says that the broker will never take one of the records. */
  readonly isRefusal: (error: unknown) => boolean;
  /** The most records of one group. */
  readonly maxRecords: number;
  /** The most bytes of one group for one topic. A larger record goes alone. */
  readonly maxTopicBytes: number;
}

export interface AppendQueue {
  readonly append: (records: readonly OutgoingRecord[]) => Promise<void>;
  /** Refuses further calls and waits for those under way. */
  readonly close: () => Promise<void>;
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
 * Sends serially, and in groups: what is called for while a group is on its way goes together in the next, in order.
 * When a group fails, its calls fail; the rest of such a call is not sent, so that its repetition keeps the order.
 * A group that the broker refuses is halved until the record is found.
 */
export function makeAppendQueue(options: AppendQueueOptions): AppendQueue {
  let waiting: Call[] = [];
  let sending: Promise<void> | undefined;
  let closed = false;

  const sendAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      await deliver(takeGroup(waiting, options), options);
      waiting = waiting.filter((call) => !call.failed && call.taken < call.records.length);
    }
    sending = undefined;
  };

  return {
    append: async (records) => {
      if (closed) throw logUnavailable(new Error('The log is closed'));
      if (records.length === 0) return;
      const call = { records, settle: Promise.withResolvers<void>(), taken: 0, acknowledged: 0, failed: false };
      waiting.push(call);
      sending ??= sendAll();
      await call.settle.promise;
    },
    close: async () => {
      closed = true;
      await sending;
    },
  };
}

function takeGroup(calls: readonly Call[], limits: AppendQueueOptions): Entry[] {
  const group: Entry[] = [];
  const bytesByTopic = new Map<string, number>();
  for (const call of calls) {
    while (call.taken < call.records.length) {
      const record = call.records[call.taken];
      if (!record || group.length >= limits.maxRecords) return group;
      const bytes = (bytesByTopic.get(record.topic) ?? 0) + sizeOf(record);
      if (bytes > limits.maxTopicBytes && bytesByTopic.has(record.topic)) return group;
      bytesByTopic.set(record.topic, bytes);
      group.push({ call, index: call.taken, record });
      call.taken += 1;
    }
  }
  return group;
}

async function deliver(entries: readonly Entry[], options: AppendQueueOptions): Promise<void> {
  const group = entries.filter(({ call }) => !call.failed);
  const first = group[0];
  if (!first) return;
  try {
    await options.send(group.map(({ record }) => record));
  } catch (error) {
    if (!options.isRefusal(error)) for (const { call } of group) fail(call, logUnavailable(error));
    else if (group.length === 1) fail(first.call, recordRefused(first.index, error));
    else await deliverHalves(group, options);
    return;
  }
  for (const { call } of group) acknowledge(call);
}

async function deliverHalves(group: readonly Entry[], options: AppendQueueOptions): Promise<void> {
  const middle = Math.ceil(group.length / 2);
  await deliver(group.slice(0, middle), options);
  await deliver(group.slice(middle), options);
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
