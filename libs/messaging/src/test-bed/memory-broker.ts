import { backoffMs, delay, shardOf } from '@fulfilment/kernel';
import { type ConsumeOptions, type IncomingRecord, logUnavailable, type OutgoingRecord, type TopicSpec } from '../port.ts';

/** The log itself, in memory: several clients share it, as processes share a broker. */
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
    const partition = shardOf(record.key, partitions.length);
    const records = partitions[partition];
    records?.push({ ...record, headers: { ...record.headers }, partition, offset: String(records.length) });
    for (const notify of this.#readers) notify();
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

/** A consumer as its group sees it. */
export interface MemoryMember {
  readonly consume: ConsumeOptions;
  /** True while the broker hears from it; one that is cut off cannot commit. */
  readonly connected: () => boolean;
}

interface Assignment {
  readonly member: MemoryMember;
  readonly topic: string;
  readonly partition: number;
  readonly revoked: AbortController;
  readonly done: Promise<void>;
}

const MAX_BATCH = 200;
const BACK_OFF = { firstMs: 5, maxMs: 50 };

/** Assigns partitions to its members, and keeps their committed offsets. */
export class MemoryGroup {
  readonly #broker: MemoryBroker;
  readonly #members = new Set<MemoryMember>();
  readonly #assignments = new Map<string, Assignment>();
  readonly #committed = new Map<string, number>();

  constructor(broker: MemoryBroker) {
    this.#broker = broker;
  }

  join(member: MemoryMember): void {
    this.#members.add(member);
    this.rebalance();
  }

  /** Resolves when the running handlers of `member` have ended; others take over from then on. */
  async leave(member: MemoryMember): Promise<void> {
    const held = Array.from(this.#assignments.values()).filter((assignment) => assignment.member === member);
    this.#members.delete(member);
    this.rebalance();
    await Promise.all(held.map(({ done }) => done));
  }

  /** Its partitions are reassigned at once: a broker does not wait for a member it no longer hears. */
  lose(member: MemoryMember): void {
    this.#members.delete(member);
    for (const [place, assignment] of this.#assignments) {
      if (assignment.member !== member) continue;
      assignment.revoked.abort();
      this.#assignments.delete(place);
    }
    this.rebalance();
  }

  committedTo(topic: string, partition: number): number {
    return this.#committed.get(`${topic}/${partition}`) ?? 0;
  }

  rebalance(): void {
    const topics = new Set(Array.from(this.#members, ({ consume }) => consume.topics).flat());
    for (const topic of topics) {
      const members = Array.from(this.#members).filter(({ consume }) => consume.topics.includes(topic));
      for (let partition = 0; partition < this.#broker.partitionsOf(topic); partition += 1) {
        const member = members[partition % members.length];
        if (member) this.#assign(member, topic, partition);
      }
    }
    for (const assignment of this.#assignments.values()) if (!this.#members.has(assignment.member)) assignment.revoked.abort();
  }

  #assign(member: MemoryMember, topic: string, partition: number): void {
    const place = `${topic}/${partition}`;
    const before = this.#assignments.get(place);
    if (before?.member === member && !before.revoked.signal.aborted) return;
    before?.revoked.abort();
    const revoked = new AbortController();
    const done = (before?.done ?? Promise.resolve()).then(() =>
      this.#consume({ member, topic, partition, signal: revoked.signal }),
    );
    this.#assignments.set(place, { member, topic, partition, revoked, done });
  }

  async #consume(assignment: { member: MemoryMember; topic: string; partition: number; signal: AbortSignal }): Promise<void> {
    const { member, topic, partition, signal } = assignment;
    const { handle, maxBatch = MAX_BATCH } = member.consume;
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      const from = this.committedTo(topic, partition);
      const records = this.#broker.read({ topic, partition, from, limit: maxBatch });
      if (records.length === 0) {
        await this.#broker.appended(signal);
        attempt = 0;
        continue;
      }
      try {
        await handle({ topic, partition, records, signal });
        attempt = 0;
        if (member.connected()) this.#committed.set(`${topic}/${partition}`, from + records.length);
        else return;
      } catch {
        await delay(backoffMs(attempt, BACK_OFF), signal);
      }
    }
  }
}
