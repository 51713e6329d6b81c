import { delay } from '@fulfilment/kernel';
import { eventually, TIMED } from '@fulfilment/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brokerAddress, type OwnEngines, ownEngines, TOPIC } from '../engines.fixture.ts';
import type { EventLog, IncomingRecord, OutgoingRecord } from '../port.ts';
import { KAFKA_TIMES } from './client.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.fixture.ts';

const PATIENCE = { withinMs: 30_000 };
/** Well below the time for which the broker holds a fetch. */
const AT_ONCE_MS = KAFKA_TIMES.fetchWait / 2;

let own: OwnEngines;
let proxy: FaultProxy;
let log: EventLog;

beforeEach(async () => {
  own = await ownEngines();
  proxy = await startFaultProxy(brokerAddress());
  log = own.openLog(proxy.dial);
});

afterEach(async () => {
  await log.stop();
  await proxy.stop();
  await own.stop();
});

const record = (number: number): OutgoingRecord => ({ topic: TOPIC, key: `key-${number}`, value: String(number), headers: {} });

async function startReader() {
  const records: IncomingRecord[] = [];
  const consumption = await log.consume({
    group: 'readers',
    topics: [TOPIC],
    handle: async (batch) => void records.push(...batch.records),
  });
  await consumption.ready();
  return { consumption, records, read: (count: number) => eventually(() => expect(records).toHaveLength(count), PATIENCE) };
}

/** Resolves when a fetch waits at the broker, and everything of the start is over. */
async function untilIdle(): Promise<void> {
  await eventually(async () => {
    proxy.takeCounts();
    // wait: an idle time is the subject.
    await delay(1_000);
    expect(proxy.takeCounts()).toMatchObject({ fetch: 0, produce: 0, commit: 0, other: 0 });
  }, PATIENCE);
}

/** Resolves when a fetch has just been sent, and is the only thing under way. */
async function untilFetchBegins(): Promise<void> {
  await untilIdle();
  await eventually(() => expect(proxy.takeCounts().fetch).toBe(1), PATIENCE);
}

test(
  'a member to which nothing comes sends little but heartbeats, and stays in its group for longer than a session',
  TIMED,
  async () => {
    const { consumption } = await startReader();
    await untilIdle();
    proxy.takeCounts();

    // wait: an idle time is the subject.
    await delay(2 * KAFKA_TIMES.session);

    const { heartbeat, fetch, metadata, ...rest } = proxy.takeCounts();
    expect(fetch).toBeLessThanOrEqual(3);
    expect(heartbeat).toBeLessThanOrEqual(Math.ceil((2 * KAFKA_TIMES.session) / KAFKA_TIMES.heartbeat) + 1);
    expect(heartbeat).toBeGreaterThan(5);
    expect(metadata).toBeLessThanOrEqual(3);
    expect(rest).toEqual({ produce: 0, commit: 0, other: 0 });
    expect(consumption.healthy()).toBe(true);
  },
);

test(
  'a record ends the wait of a fetch; each costs a request to produce and one to fetch, a second of them one to commit',
  TIMED,
  async () => {
    const { read } = await startReader();
    await log.append([record(0)]);
    await read(1);
    await untilIdle();
    proxy.takeCounts();
    const beganAtMs = performance.now();

    for (let number = 1; number <= 20; number += 1) {
      await log.append([record(number)]);
      await read(number + 1);
    }

    const seconds = (performance.now() - beganAtMs) / 1_000;
    const { produce, fetch, commit } = proxy.takeCounts();
    // Were the fetches waited for, it would be a hundred.
    expect(seconds).toBeLessThan(20);
    expect(produce).toBe(20);
    expect(fetch).toBeLessThanOrEqual(21 + seconds);
    expect(commit).toBeLessThanOrEqual(1 + seconds);
    await eventually(async () => expect((await log.lag('readers', [TOPIC])).every(({ lag }) => lag === 0)).toBe(true), PATIENCE);
  },
);

test('records that are appended together share their requests', TIMED, async () => {
  await log.append([record(0)]);
  proxy.takeCounts();

  await Promise.all(Array.from({ length: 200 }, (_, number) => log.append([record(number)])));

  // The first goes by itself; a machine that stalls may send the rest in two.
  expect(proxy.takeCounts().produce).toBeLessThanOrEqual(5);
});

test('a stop does not wait for the fetch that is at the broker', TIMED, async () => {
  const { consumption } = await startReader();
  await untilFetchBegins();
  const beganAtMs = performance.now();

  await consumption.stop();

  expect(performance.now() - beganAtMs).toBeLessThan(AT_ONCE_MS);
});

test('a member that joins gets its partitions at once, and the records of both go on at once', TIMED, async () => {
  const first = await startReader();
  await untilFetchBegins();
  const beganAtMs = performance.now();

  const second = await startReader();
  const joinedMs = performance.now() - beganAtMs;
  await log.append(Array.from({ length: 60 }, (_, number) => record(number)));
  await eventually(() => expect(first.records.length + second.records.length).toBeGreaterThanOrEqual(60), PATIENCE);

  const bothMs = performance.now() - beganAtMs;
  expect([first.records.length > 0, second.records.length > 0]).toEqual([true, true]);
  expect(joinedMs).toBeLessThan(AT_ONCE_MS);
  expect(bothMs - joinedMs).toBeLessThan(AT_ONCE_MS);
});

test('a question to a broker is asked again where another question, with less patience, ended the client of both', async () => {
  expect(await log.lag('readers', [TOPIC])).not.toEqual([]);
  proxy.freeze();

  const [isHealthy, positions] = await Promise.all([log.healthy(), log.lag('readers', [TOPIC])]);

  expect(isHealthy).toBe(false);
  expect(positions).not.toEqual([]);
});
