import { laneOf } from '@fulfilment/kernel';
import { logUnavailable } from './log-failures.ts';
import { MemoryGroup } from './memory-group.ts';
import type { IncomingRecord, OutgoingRecord, TopicSpec } from './port.ts';

/** The log itself, in memory: what several clients share, as processes share a broker. */
export class MemoryBroker {
  readonly #topics = new Map<string, IncomingRecord[][]>();
  readonly #groups = new Map<string, MemoryGroup>();
  readonly #readers = new Set<() => void>();

  ensureTopic({ name, partitions }: TopicSpec): void {
    if (!this.#topics.has(name))
      this.#topics.set(
        name,
        Array.from({ length: partitions }, () => []),
      );
    for (const group of this.#groups.values()) group.rebalance();
  }

  /** @throws AppError `upstream_unavailable` if there is no such topic. */
  append(record: OutgoingRecord): void {
    const partitions = this.#topics.get(record.topic);
    if (!partitions) throw logUnavailable(new Error(`No topic ${record.topic}`));
    const partition = laneOf(record.key, partitions.length);
    const records = partitions[partition];
    records?.push({ ...record, headers: { ...record.headers }, partition, offset: String(records.length) });
    for (const wake of this.#readers) wake();
  }

  read({ topic, partition, from, limit }: { topic: string; partition: number; from: number; limit: number }): IncomingRecord[] {
    return this.#topics.get(topic)?.[partition]?.slice(from, from + limit) ?? [];
  }

  partitionsOf(topic: string): number {
    return this.#topics.get(topic)?.length ?? 0;
  }

  endOf(topic: string, partition: number): number {
    return this.#topics.get(topic)?.[partition]?.length ?? 0;
  }

  group(name: string): MemoryGroup {
    const known = this.#groups.get(name);
    if (known) return known;
    const group = new MemoryGroup(this);
    this.#groups.set(name, group);
    return group;
  }

  /** Resolves when something is appended, or `signal` aborts. */
  async appended(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#readers.add(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    this.#readers.delete(resolve);
  }
}
