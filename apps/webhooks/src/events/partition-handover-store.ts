import { errors } from '@fulfilment/contracts';
import { delay } from '@fulfilment/kernel';
import { type IncomingRecord, partitionOf, type PartitionLag, placementKey } from '@fulfilment/messaging';
import type { Collections } from '../database/collections-documents.ts';

const POLL_MS = 100;
/** After this long the batch is given back, and comes again. */
const PATIENCE_MS = 10_000;

/**
 * Keeps the order of events over the change of their placement. Until 250c8e4 a record's partition followed from its key, now from its
 * tenant: a record on its new partition waits until the partition that its key had before has passed, that is, until its group has
 * reached a record that is placed by tenant, or the end. Once all partitions of a topic have passed, nothing is looked at any more.
 */
export class PartitionHandover {
  readonly #handovers: Collections['handovers'];
  readonly #readLag: (topic: string) => Promise<readonly PartitionLag[]>;
  /** Of topics that are being handed over, the number of partitions; 0 once they are done. */
  readonly #partitions = new Map<string, number>();

  /** @param readLag reads how far the group is behind in each partition of a topic. */
  constructor({ handovers }: Pick<Collections, 'handovers'>, readLag: (topic: string) => Promise<readonly PartitionLag[]>) {
    this.#handovers = handovers;
    this.#readLag = readLag;
  }

  /** @returns the index of the first record of a partition's batch that was moved by its tenant; -1 without one. */
  async firstMoved(records: readonly IncomingRecord[]): Promise<number> {
    const [first] = records;
    if (!first) return -1;
    const partitions = this.#partitions.get(first.topic) ?? (await this.#begin(first.topic));
    return partitions === 0 ? -1 : records.findIndex((record) => formerPartition(record, partitions) !== undefined);
  }

  /**
   * Waits until the former partitions of the records have passed. Records before them in their partition have to be stored.
   *
   * @throws AppError `upstream_unavailable` after 10 s.
   */
  async awaitFormer(records: readonly IncomingRecord[], signal: AbortSignal): Promise<void> {
    const [first] = records;
    if (!first) return;
    const { topic, partition } = first;
    const partitions = this.#partitions.get(topic) ?? 0;
    const former = new Set(records.map((record) => formerPartition(record, partitions)));
    await this.#handovers.updateOne({ _id: topic }, { $addToSet: { passed: partition } }, { upsert: true });
    const endsAtMs = performance.now() + PATIENCE_MS;
    while ((await this.#behind(topic)).some((each) => former.has(each))) {
      signal.throwIfAborted();
      if (performance.now() > endsAtMs) throw errors.upstreamUnavailable('Events on former partitions are still being stored.');
      await delay(POLL_MS, signal);
    }
  }

  async #begin(topic: string): Promise<number> {
    const known = await this.#handovers.findOne({ _id: topic });
    const partitions = known?.done === true ? 0 : (await this.#readLag(topic)).length;
    this.#partitions.set(topic, partitions);
    return partitions;
  }

  /** @returns the partitions that have not passed yet. */
  async #behind(topic: string): Promise<readonly number[]> {
    const lags = await this.#readLag(topic);
    // Read after the lag: a partition may change hands in between.
    const { passed = [] } = (await this.#handovers.findOne({ _id: topic })) ?? {};
    const behind = lags.filter(({ lag, partition }) => lag > 0 && !passed.includes(partition)).map(({ partition }) => partition);
    if (behind.length > 0) return behind;
    await this.#handovers.updateOne({ _id: topic }, { $set: { done: true } });
    this.#partitions.set(topic, 0);
    return [];
  }
}

/** The partition that the record had by its key, if it is where only its tenant places it. */
function formerPartition(record: IncomingRecord, partitions: number): number | undefined {
  const former = partitionOf(record.key, partitions);
  return former !== record.partition && partitionOf(placementKey(record), partitions) === record.partition ? former : undefined;
}
