// Ambient declarations, which packages that import this file do not include.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./kafkajs-internals.d.ts" />
import { setImmediate as nextTurn } from 'node:timers/promises';
import ConsumerGroup from 'kafkajs/src/consumer/consumerGroup.js';
import Runner from 'kafkajs/src/consumer/runner.js';

type Group = typeof ConsumerGroup.prototype;

/** How long the broker may hold a fetch for which it has no records, and how often it is to hear of a member. In milliseconds. */
export interface FetchTimes {
  /** Of a consumer that reads all of its partitions. */
  readonly idleMs: number;
  /** While a partition is paused: it goes on with the next fetch. */
  readonly pausedMs: number;
  readonly heartbeatMs: number;
}

/** The connection to a broker on which KafkaJS fetches; heartbeats and all else have the first. */
const FETCH_CONNECTION = 1;
const CUT_AGAIN_MS = 20;
const ENDED = new Error('The fetch was ended ahead of its time');
/** Ends each fetch that is under way in a group. */
const fetches = new WeakMap<Group, Set<() => void>>();

/**
 * Lets fetches wait at the broker for long: KafkaJS sends heartbeats, joins again and stops only between two fetches, so they could
 * last as long as a heartbeat may take. Now heartbeats are sent beside them, and what they tell of, or a stop, ends them at once.
 */
export function holdFetchesLong(times: FetchTimes): void {
  const { fetch, joinAndSync } = ConsumerGroup.prototype;
  ConsumerGroup.prototype.fetch = async function fetchBesideHeartbeats(nodeId) {
    this.maxWaitTime = readsAll(this) ? times.idleMs : times.pausedMs;
    const failures: unknown[] = [];
    const stopHeartbeats = beat(this, times.heartbeatMs, (failure) => {
      failures.push(failure);
      endFetches(this);
    });
    let cutting: NodeJS.Timeout | undefined;
    const end = (): void => {
      stopHeartbeats();
      cut(this, nodeId);
      // Its request may not have been sent yet.
      cutting ??= setInterval(() => cut(this, nodeId), CUT_AGAIN_MS);
    };
    const all = fetches.get(this) ?? new Set();
    fetches.set(this, all.add(end));
    try {
      return await fetch.call(this, nodeId);
    } catch (error) {
      if (error === ENDED && failures.length === 0) return [];
      throw failures[0] ?? error;
    } finally {
      all.delete(end);
      stopHeartbeats();
      clearInterval(cutting);
    }
  };
  // Fetches from other brokers are of partitions that may not be assigned any more.
  ConsumerGroup.prototype.joinAndSync = function joinWithoutFetches() {
    endFetches(this);
    return joinAndSync.call(this);
  };
  const { stop } = Runner.prototype;
  Runner.prototype.stop = function stopWithoutFetches() {
    const stopped = stop.call(this);
    endFetches(this.consumerGroup);
    return stopped;
  };
  keepFetchesFromSpinning();
}

/**
 * KafkaJS asks for records in a loop of promises. Where brokers come or go while a consumer stops, it begins this loop behind the stop:
 * nothing ends it, and, as the answer is there at once, no timer and no socket of the process comes to its turn again.
 */
function keepFetchesFromSpinning(): void {
  const { fetch } = Runner.prototype;
  Runner.prototype.fetch = async function fetchInTurns(nodeId) {
    if (!this.running) {
      // It waits for this fetch.
      void this.fetchManager.stop();
      return [];
    }
    const batches = await fetch.call(this, nodeId);
    if (batches.length === 0) await nextTurn();
    return batches;
  };
}

/** True where each broker has partitions to fetch from, and none is paused. KafkaJS waits without a request where there are none. */
function readsAll(group: Group): boolean {
  if (group.paused().length > 0) return false;
  const assigned = group.assigned();
  const nodeIds = group.getNodeIds();
  if (nodeIds.length === 1) return assigned.some(hasPartitions);
  try {
    return nodeIds.every((nodeId) => group.filterPartitionsByNode(nodeId, assigned).some(hasPartitions));
  } catch {
    // The leaders of a topic are not known yet; KafkaJS asks for them.
    return false;
  }
}

function hasPartitions({ partitions }: { readonly partitions: readonly number[] }): boolean {
  return partitions.length > 0;
}

function endFetches(group: Group): void {
  for (const end of fetches.get(group) ?? []) end();
}

/** Breaks the connection of a fetch: on it the next one would wait behind this one. */
function cut({ cluster }: Group, nodeId: number): void {
  const connection = cluster.brokerPool.brokers[nodeId]?.connectionPool.pool[FETCH_CONNECTION];
  if (!connection?.isConnected() || connection.requestQueue.inflight.size === 0) return;
  connection.rejectRequests(ENDED);
  const { socket } = connection;
  connection.disconnect().then(
    () => socket?.destroy(),
    () => undefined,
  );
}

/** Sends heartbeats until one fails, or the returned function is called. */
function beat(group: Group, everyMs: number, onFailure: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const schedule = (): void => {
    if (isOver) return;
    timer = setTimeout(send, Math.max(0, group.lastRequest + everyMs - Date.now()));
  };
  const send = (): void => {
    group.heartbeat({ interval: everyMs }).then(schedule, (error: unknown) => {
      if (!isOver) onFailure(error);
    });
  };
  schedule();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
