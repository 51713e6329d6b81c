import {
  type AppendOutcome,
  type ConsumeOptions,
  type Consumption,
  type EventLog,
  type IncomingRecord,
  type LogAppender,
  type OutgoingRecord,
} from '@fulfilment/messaging';
import type { Scheduler } from './scheduler.ts';
import type { Actor } from './virtual-time.ts';

/** Partitions of each topic. */
const PARTITIONS = 2;
/** Records in a batch at most, as the consumers of the services have it. */
const MAX_BATCH = 200;
const BACK_OFF_MS = 50;

interface Member {
  readonly actor: Actor;
  readonly consume: ConsumeOptions;
}

/** A partition in the hands of a member. */
interface Assignment {
  readonly member: Member;
  readonly topic: string;
  readonly partition: number;
  readonly ended: AbortController;
  position: number;
  isBusy: boolean;
}

interface Group {
  readonly name: string;
  readonly members: Member[];
  readonly assignments: Map<string, Assignment>;
  readonly committed: Map<string, number>;
  /** Partitions are given out from this member on. */
  turn: number;
}

/** Departures from how the log works, for planted bugs. */
export interface LogBugs {
  /** Offsets are committed before the handler has its effect. */
  readonly commitsFirst?: boolean;
  /** Records that are appended while a batch is handled wake no consumer. */
  readonly losesWakeUps?: boolean;
  /** An offset is committed to the end of the partition, not of the batch. */
  readonly commitsToTheEnd?: boolean;
  /** A batch that failed is passed by. */
  readonly passesFailuresBy?: boolean;
  /** A member that takes a partition begins at its end. */
  readonly beginsAtTheEnd?: boolean;
  /** The record that an appender sends in place of another. */
  readonly sent?: (record: OutgoingRecord) => OutgoingRecord;
}

/** A log shared by all simulated processes: partitions, groups with their offsets, and redelivery. Each of its answers is a step. */
export class SimulatedLog {
  readonly #scheduler: Scheduler;
  readonly #bugs: LogBugs;
  readonly #partitions = new Map<string, IncomingRecord[]>();
  readonly #partitionOf = new Map<string, number>();
  readonly #groups = new Map<string, Group>();

  constructor(scheduler: Scheduler, bugs: LogBugs) {
    this.#scheduler = scheduler;
    this.#bugs = bugs;
  }

  /** Records of a topic, those of a partition in their order. */
  recordsOf(topic: string): readonly IncomingRecord[] {
    return Array.from({ length: PARTITIONS }, (_, partition) => this.#partitions.get(`${topic}/${partition}`) ?? []).flat();
  }

  /** Records that a group has not committed yet. */
  get behind(): number {
    let count = 0;
    for (const { members, committed } of this.#groups.values()) {
      for (const topic of new Set(members.flatMap(({ consume }) => consume.topics))) {
        for (let partition = 0; partition < PARTITIONS; partition += 1) {
          const place = `${topic}/${partition}`;
          count += (this.#partitions.get(place)?.length ?? 0) - (committed.get(place) ?? 0);
        }
      }
    }
    return count;
  }

  /** Names of the groups. */
  get groups(): readonly string[] {
    return [...this.#groups.keys()];
  }

  /** Gives the partitions of a group to other members, or to the same one again: what was not committed is delivered again. */
  rebalance(name: string): void {
    const group = this.#groups.get(name);
    if (!group) return;
    group.turn += 1;
    for (const assignment of group.assignments.values()) assignment.ended.abort();
    group.assignments.clear();
    this.#assign(group);
  }

  /** The broker hears no more of a process. */
  lose(actor: Actor): void {
    for (const group of this.#groups.values()) {
      const place = group.members.findIndex((member) => member.actor === actor);
      if (place < 0) continue;
      group.members.splice(place, 1);
      for (const [key, { member }] of group.assignments) if (member.actor === actor) group.assignments.delete(key);
      this.#assign(group);
    }
  }

  /** The log as a process sees it. */
  clientOf(actor: Actor): EventLog {
    return {
      append: (records) => this.#scheduler.call(actor, 'append', () => this.#append(records)),
      openAppender: () => this.#appenderOf(actor),
      consume: async (consume) => this.#join(actor, consume),
      ensureTopics: async () => ({ weaker: [], smaller: [] }),
      lag: async () => [],
      healthy: async () => true,
      stop: async () => undefined,
    };
  }

  #appenderOf(actor: Actor): LogAppender {
    let last: Promise<unknown> = Promise.resolve();
    const append = async (records: readonly OutgoingRecord[]): Promise<readonly AppendOutcome[]> => {
      try {
        await this.#scheduler.call(actor, `append ${namesOf(records)}`, () => this.#append(records));
        return records.map(() => ({ status: 'appended' }));
      } catch (error) {
        return records.map(() => ({ status: 'failed', error }));
      }
    };
    return {
      append: (records) => {
        const appended = last.then(() => append(records));
        last = appended;
        return appended;
      },
      stop: async () => undefined,
    };
  }

  #append(records: readonly OutgoingRecord[]): void {
    for (const record of records) {
      const sent = this.#bugs.sent?.(record) ?? record;
      const partition = this.#placeOf(sent.key);
      const place = `${sent.topic}/${partition}`;
      const kept = this.#partitions.get(place) ?? [];
      kept.push({ ...sent, partition, offset: String(kept.length) });
      this.#partitions.set(place, kept);
      for (const group of this.#groups.values()) this.#wake(group, place);
    }
  }

  /** Keys take turns: the digits of their ids are not the schedule's. */
  #placeOf(key: string): number {
    const known = this.#partitionOf.get(key) ?? this.#partitionOf.size % PARTITIONS;
    this.#partitionOf.set(key, known);
    return known;
  }

  #join(actor: Actor, consume: ConsumeOptions): Consumption {
    const { group: name } = consume;
    const group: Group = this.#groups.get(name) ?? { name, members: [], assignments: new Map(), committed: new Map(), turn: 0 };
    this.#groups.set(name, group);
    group.members.push({ actor, consume });
    this.rebalance(name);
    return { ready: async () => undefined, healthy: () => true, stop: async () => this.lose(actor) };
  }

  #assign(group: Group): void {
    for (const topic of new Set(group.members.flatMap(({ consume }) => consume.topics))) {
      for (let partition = 0; partition < PARTITIONS; partition += 1) {
        const place = `${topic}/${partition}`;
        const member = group.members[(partition + group.turn) % group.members.length];
        if (!member || group.assignments.has(place)) continue;
        const position = this.#bugs.beginsAtTheEnd === true ? this.#endOf(place) : (group.committed.get(place) ?? 0);
        const assignment = { member, topic, partition, ended: new AbortController(), position, isBusy: false };
        group.assignments.set(place, assignment);
        this.#fetch(group, place, assignment);
      }
    }
  }

  #endOf(place: string): number {
    return this.#partitions.get(place)?.length ?? 0;
  }

  #wake(group: Group, place: string): void {
    const assignment = group.assignments.get(place);
    if (assignment && !assignment.isBusy) this.#fetch(group, place, assignment);
  }

  /** Has the records behind the position delivered, in a step of its own. */
  #fetch(group: Group, place: string, assignment: Assignment): void {
    const { member, topic, partition, ended } = assignment;
    const { handle, maxBatch = MAX_BATCH } = member.consume;
    const isThere = (): boolean => (this.#partitions.get(place)?.length ?? 0) > assignment.position;
    if (assignment.isBusy || !isThere()) return;
    assignment.isBusy = true;
    this.#scheduler.post(member.actor, `${group.name} handles ${place} from ${assignment.position}`, () => {
      if (ended.signal.aborted) return;
      const from = assignment.position;
      const records = this.#partitions.get(place)?.slice(from, from + maxBatch) ?? [];
      if (this.#bugs.commitsFirst === true) group.committed.set(place, from + records.length);
      const goOn = (): void => {
        assignment.isBusy = false;
        if (ended.signal.aborted || this.#bugs.losesWakeUps === true) return;
        this.#fetch(group, place, assignment);
      };
      const work = async (): Promise<void> => {
        try {
          await handle({ topic, partition, records, signal: ended.signal });
          assignment.position = this.#bugs.commitsToTheEnd === true ? this.#endOf(place) : from + records.length;
          this.#commit(group, place, assignment);
          goOn();
        } catch {
          if (this.#bugs.passesFailuresBy === true) assignment.position = from + records.length;
          setTimeout(goOn, BACK_OFF_MS);
        }
      };
      void work();
    });
  }

  /** A commit that fails is made good by a later one, or the records are delivered again. */
  #commit(group: Group, place: string, assignment: Assignment): void {
    const { member, position } = assignment;
    const commit = (): void => {
      if (group.assignments.get(place) !== assignment) return;
      group.committed.set(place, Math.max(position, group.committed.get(place) ?? 0));
    };
    this.#scheduler.call(member.actor, `${group.name} commits ${place} to ${position}`, commit).catch(() => {
      if (group.assignments.get(place) === assignment) setTimeout(() => this.#commit(group, place, assignment), BACK_OFF_MS);
    });
  }
}

function namesOf(records: readonly OutgoingRecord[]): string {
  return records.map(({ headers }) => headers['ce_type'] ?? 'record').join(', ');
}
