import { backoffMs } from '@fulfilment/kernel';
import type { Logger } from '@fulfilment/observability';
import type { EachBatchHandler, EachBatchPayload, IHeaders, KafkaMessage } from 'kafkajs';
import type { ConsumeOptions, IncomingRecord } from '../port.ts';
import type { PrefixedNames } from '../prefixed-names.ts';
import { KAFKA_TIMES } from './client.ts';

export interface BatchHandlerOptions {
  readonly consume: ConsumeOptions;
  readonly names: PrefixedNames;
  readonly logger: Logger;
  /** Aborts when the consumer stops. */
  readonly stopping: AbortSignal;
}

const MAX_BATCH = 200;
const BACK_OFF = { firstMs: 100, maxMs: 2_000 };

/**
 * Hands the fetched records of a partition to the handler, chunk by chunk, and commits after each. A chunk whose handler failed is
 * fetched again after a back-off; until then the partition is paused, so that the others and the heartbeats go on.
 */
export function makeBatchHandler({ consume, names, logger, stopping }: BatchHandlerOptions): EachBatchHandler {
  const failures = new Map<string, number>();

  const backOff = (payload: EachBatchPayload, error: unknown): void => {
    const { topic, partition } = payload.batch;
    const place = `${topic}/${partition}`;
    const attempt = (failures.get(place) ?? 0) + 1;
    failures.set(place, attempt);
    const waitMs = backoffMs(attempt, BACK_OFF);
    logger.warn({ err: error, topic: names.logical(topic), partition, attempt, waitMs }, 'Batch failed, it will be retried');
    setTimeout(payload.pause(), waitMs).unref();
  };

  return async (payload) => {
    const { topic, partition, messages } = payload.batch;
    const records = messages.map((message) => toIncoming(message, { topic: names.logical(topic), partition }));
    const isAssigned = (): boolean => !stopping.aborted && payload.isRunning() && !payload.isStale();
    for (const chunk of chunksOf(records, consume.maxBatch ?? MAX_BATCH)) {
      if (!isAssigned()) return;
      const outcome = await handleChunk(chunk, { payload, consume, stopping });
      if (outcome.type === 'failed') {
        backOff(payload, outcome.error);
        return;
      }
      failures.delete(`${topic}/${partition}`);
      await commit(payload, chunk);
    }
  };
}

type ChunkOutcome = { readonly type: 'done' } | { readonly type: 'failed'; readonly error: unknown };

interface ChunkContext {
  readonly payload: EachBatchPayload;
  readonly consume: ConsumeOptions;
  readonly stopping: AbortSignal;
}

async function handleChunk(
  records: readonly IncomingRecord[],
  { payload, consume, stopping }: ChunkContext,
): Promise<ChunkOutcome> {
  const membership = keepMembership(payload);
  const { partition } = payload.batch;
  const topic = records[0]?.topic ?? '';
  try {
    const signal = AbortSignal.any([stopping, membership.lost]);
    await consume.handle({ topic, partition, records, heartbeat: membership.beat, signal });
    return { type: 'done' };
  } catch (error) {
    // KafkaJS has to see why it is no longer a member, or it does not join again.
    membership.lost.throwIfAborted();
    return { type: 'failed', error };
  } finally {
    membership.release();
  }
}

interface Membership {
  readonly beat: () => Promise<void>;
  /** Aborts, with the broker's answer, once a heartbeat was refused. */
  readonly lost: AbortSignal;
  release(): void;
}

/** KafkaJS sends no heartbeat while a handler runs: a slow store would cost the membership, and the work be done twice. */
function keepMembership(payload: EachBatchPayload): Membership {
  const lost = new AbortController();
  const beat = async (): Promise<void> => {
    try {
      await payload.heartbeat();
    } catch (error) {
      lost.abort(error);
      throw error;
    }
  };
  const startedAtMs = Date.now();
  const timer = setInterval(() => {
    if (lost.signal.aborted || Date.now() - startedAtMs > KAFKA_TIMES.longestHandler) clearInterval(timer);
    else beat().catch(() => clearInterval(timer));
  }, KAFKA_TIMES.heartbeat);
  return { beat, lost: lost.signal, release: () => clearInterval(timer) };
}

/** A commit alone does not move the position of the next fetch, and `consumer.commitOffsets` does nothing while KafkaJS stops. */
async function commit(payload: EachBatchPayload, chunk: readonly IncomingRecord[]): Promise<void> {
  const { topic, partition } = payload.batch;
  const last = chunk.at(-1);
  if (!last) return;
  const next = (BigInt(last.offset) + 1n).toString();
  await payload.commitOffsetsIfNecessary({ topics: [{ topic, partitions: [{ partition, offset: next }] }] });
  try {
    payload.resolveOffset(last.offset);
  } catch (error) {
    // A TypeError, where the partition was reassigned during the commit: KafkaJS would stop for good.
    throw new Error('The partition was reassigned', { cause: error });
  }
  await payload.heartbeat();
}

function* chunksOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** A missing key or value becomes an empty text; bytes are read as UTF-8. */
function toIncoming(message: KafkaMessage, place: { readonly topic: string; readonly partition: number }): IncomingRecord {
  return {
    ...place,
    offset: message.offset,
    key: message.key?.toString() ?? '',
    value: message.value?.toString() ?? '',
    headers: readHeaders(message.headers ?? {}),
  };
}

/** Of a repeated header the first counts. */
function readHeaders(headers: IHeaders): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) read[name] = first.toString();
  }
  return read;
}
