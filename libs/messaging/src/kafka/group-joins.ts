// Ambient declarations, which packages that import this file do not include.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./kafkajs-internals.d.ts" />
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup.js';
import Runner from 'kafkajs/src/consumer/runner.js';

type Group = typeof ConsumerGroup.prototype;

/** A member did not come into its group. `retriable`: KafkaJS is not to go on with what was assigned before. */
export class FailedJoin extends Error {
  override readonly name = 'FailedJoin';
  readonly retriable = false;
  /** That the broker may count as a member; null where it gave none. */
  readonly memberId: string | null;

  constructor(cause: unknown, memberId: string | null) {
    super(`The group was not joined: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.memberId = memberId;
  }
}

/** `CRASH` and `REBALANCING` of KafkaJS's consumer events. */
const CRASH = 'consumer.crash';
const REBALANCING = 'consumer.rebalancing';

/** The number of joins that each group has begun, and the one that is under way. */
const begun = new WeakMap<Group, number>();
const underWay = new WeakMap<Group, Promise<void>>();
/** The number of joins at the fetch of each batch. */
const fetchedAfter = new WeakMap<object, number>();
/** The id by which the broker knows each group; null for one that is no member. */
const memberIds = new WeakMap<Group, string | null>();

/**
 * Makes a join a clean cut. KafkaJS joins from five places; where that fails it goes on in some of them with what was assigned before,
 * under whichever generation it has: without an event, and, as its heartbeats are answered well, for ever.
 *
 * Now each join is told before its first request (`REBALANCING`), and each that fails is a crash that is told at once (`CRASH`, with a
 * {@link FailedJoin}): nothing comes after it. While a member joins, it neither fetches nor sends heartbeats, and a second join is the
 * first. What was fetched, or told by a heartbeat, before a join is void after it. A member that is told that it is unknown says goodbye
 * before it joins as a new one: a broker that knows it after all would wait for it, for a rebalance at each join.
 */
export function cutAtJoins(): void {
  const { joinAndSync, fetch, heartbeat } = ConsumerGroup.prototype;
  ConsumerGroup.prototype.joinAndSync = function joinOnce() {
    const known = underWay.get(this);
    if (known) return known;
    begun.set(this, joinsOf(this) + 1);
    const { groupId, memberId, instrumentationEmitter } = this;
    instrumentationEmitter.emit(REBALANCING, { groupId, memberId });
    const joining = joinAndSync
      .call(this)
      .then(() => passOverOffsets(this))
      .catch((cause: unknown) => {
        const error = new FailedJoin(cause, this.memberId);
        instrumentationEmitter.emit(CRASH, { groupId, error, restart: false });
        throw error;
      })
      .finally(() => underWay.delete(this));
    underWay.set(this, joining);
    return joining;
  };
  ConsumerGroup.prototype.fetch = async function fetchOfAssignment(nodeId) {
    const joining = underWay.get(this);
    if (joining) {
      await joining.catch(() => undefined);
      return [];
    }
    const joins = joinsOf(this);
    const batches = await fetch.call(this, nodeId);
    if (joins !== joinsOf(this)) return [];
    for (const batch of batches) fetchedAfter.set(batch, joins);
    return batches;
  };
  ConsumerGroup.prototype.heartbeat = async function heartbeatOfMember(options) {
    if (underWay.has(this)) return;
    const joins = joinsOf(this);
    try {
      await heartbeat.call(this, options);
    } catch (error) {
      if (joins === joinsOf(this)) throw error;
    }
  };
  const { handleBatch } = Runner.prototype;
  Runner.prototype.handleBatch = async function handleOfAssignment(batch) {
    if (fetchedAfter.get(batch) === joinsOf(this.consumerGroup)) await handleBatch.call(this, batch);
  };
  sayGoodbyeWhereUnknown();
}

/** KafkaJS forgets the id of a member when an answer says that it is unknown. Requests of one connection are handled in their order. */
function sayGoodbyeWhereUnknown(): void {
  const { leave } = ConsumerGroup.prototype;
  const leaving = new WeakSet<Group>();
  ConsumerGroup.prototype.leave = async function leaveOnce() {
    leaving.add(this);
    await leave.call(this);
  };
  Object.defineProperty(ConsumerGroup.prototype, 'memberId', {
    get(this: Group) {
      return memberIds.get(this) ?? null;
    },
    set(this: Group, memberId: string | null) {
      const { memberId: before, groupId, coordinator } = this;
      memberIds.set(this, memberId);
      if (memberId !== null || before === null || leaving.has(this)) return;
      coordinator?.leaveGroup({ groupId, memberId: before }).catch(() => undefined);
    },
  });
}

/**
 * Keeps KafkaJS from asking where the group stands in what it was assigned: partitions are paused until a seek says it, and a lost answer
 * would hold up all fetches. It still asks for those whose offset the broker does not have.
 */
function passOverOffsets(group: Group): void {
  const committed = group.offsetManager.committedOffsets();
  for (const { topic, partitions } of group.assigned()) {
    committed[topic] = Object.fromEntries(partitions.map((partition) => [partition, '0']));
  }
}

function joinsOf(group: Group): number {
  return begun.get(group) ?? 0;
}
