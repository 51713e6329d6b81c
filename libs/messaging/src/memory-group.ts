import { backoffMs, delay } from '@fulfilment/kernel';
import type { MemoryBroker } from './memory-broker.ts';
import type { ConsumeOptions } from './port.ts';

/** A consumer as its group sees it. */
export interface MemoryMember {
  readonly consume: ConsumeOptions;
  /** Whether the broker hears from it; one that is cut off cannot commit. */
  readonly connected: () => boolean;
}

interface Assignment {
  readonly member: MemoryMember;
  readonly topic: string;
  readonly partition: number;
  readonly given: AbortController;
  readonly done: Promise<void>;
}

const MAX_BATCH = 200;
const BACK_OFF = { firstMs: 5, maxMs: 50 };

/** Shares partitions among its members, and remembers how far each was handled. */
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

  /** @returns when the handlers of `member` that run have ended; others take over from then on. */
  async leave(member: MemoryMember): Promise<void> {
    const held = Array.from(this.#assignments.values()).filter((assignment) => assignment.member === member);
    this.#members.delete(member);
    this.rebalance();
    await Promise.all(held.map(({ done }) => done));
  }

  /** Others take over at once: a broker does not wait for one that it no longer hears. */
  lose(member: MemoryMember): void {
    this.#members.delete(member);
    for (const [place, assignment] of this.#assignments) {
      if (assignment.member !== member) continue;
      assignment.given.abort();
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
    for (const assignment of this.#assignments.values()) if (!this.#members.has(assignment.member)) assignment.given.abort();
  }

  #assign(member: MemoryMember, topic: string, partition: number): void {
    const place = `${topic}/${partition}`;
    const before = this.#assignments.get(place);
    if (before?.member === member && !before.given.signal.aborted) return;
    before?.given.abort();
    const given = new AbortController();
    const done = (before?.done ?? Promise.resolve()).then(() => this.#drive({ member, topic, partition, signal: given.signal }));
    this.#assignments.set(place, { member, topic, partition, given, done });
  }

  async #drive(turn: { member: MemoryMember; topic: string; partition: number; signal: AbortSignal }): Promise<void> {
    const { member, topic, partition, signal } = turn;
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
        await handle({ topic, partition, records, signal, heartbeat: () => Promise.resolve() });
        attempt = 0;
        if (member.connected()) this.#committed.set(`${topic}/${partition}`, from + records.length);
        else return;
      } catch {
        await delay(backoffMs(attempt, BACK_OFF), signal);
      }
    }
  }
}
