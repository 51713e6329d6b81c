import { CONSUMER_GROUPS, TOPICS } from '@fulfilment/contracts';
import { type KafkaLog, openKafkaLog, type OutgoingRecord } from '@fulfilment/messaging';
import { silentLogger } from '@fulfilment/observability';
import { eventually, patient, TIMED, uniqueName } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KafkaCluster, startKafkaCluster } from '../tools/dev-stack/src/engines/kafka-cluster.fixture.ts';

const PATIENCE = { withinMs: 60_000, everyMs: 50 };
/** From the moment at which the broker serves again until every group has handled what is appended then. */
const RECOVERY_MS = 10_000;
const KEYS = Array.from({ length: 6 }, (_, at) => `acc_${at}:sandbox|record`);
const GROUPS = new Map<string, readonly string[]>(Object.entries(CONSUMER_GROUPS).map(([group, { topics }]) => [group, topics]));
const ALL_TOPICS = Object.values(TOPICS);
/** Several systems on the brokers, so that each broker coordinates groups. */
const SYSTEMS = [1, 2].map(() => uniqueName('restarts'));

let cluster: KafkaCluster;
const logs: KafkaLog[] = [];
/** Handled records, by system and group: topic, key and round. */
const handled = new Map<string, Set<string>>();
let round = 0;

beforeAll(async () => {
  cluster = await startKafkaCluster();
  for (const system of SYSTEMS) {
    const log = open(system);
    const spec = { partitions: 3, replicationFactor: 3, retentionMs: 3_600_000 };
    await log.ensureTopics(ALL_TOPICS.map((name) => ({ ...spec, name })));
    const members = [...GROUPS.keys()].map((group) => join(log, system, group));
    await Promise.all(members.map(async (member) => (await member).ready()));
  }
  await appendRound();
  await eachGroupHandledAll();
}, 540_000);

afterAll(async () => {
  await Promise.all(logs.map((log) => log.stop()));
  await cluster?.stop();
});

test.each([2, 3, 1] as const)(
  'every group goes on after the broker %i was stopped in order and started, and handles what is appended while it is away',
  { ...TIMED, timeout: patient(180_000) },
  async (broker) => {
    await Promise.all([cluster.restart(broker), appendRound()]);
    const backAtMs = performance.now();
    await appendRound();

    await eachGroupHandledAll();
    expect(performance.now() - backAtMs).toBeLessThan(RECOVERY_MS);
  },
);

function open(system: string): KafkaLog {
  const brokers = cluster.brokers.split(',');
  const log = openKafkaLog({ brokers, clientId: system, topicPrefix: `${system}.`, logger: silentLogger, onFatal: failTheTest });
  logs.push(log);
  return log;
}

function failTheTest(error: unknown): never {
  throw error;
}

function join(log: KafkaLog, system: string, group: string) {
  const seen = handled.get(`${system}/${group}`) ?? new Set();
  handled.set(`${system}/${group}`, seen);
  return log.consume({
    group,
    topics: GROUPS.get(group) ?? [],
    handle: async ({ records }) => {
      for (const { topic, key, value } of records) seen.add(`${topic} ${key} ${value}`);
    },
  });
}

/** One record of each key for each topic of each system, once each is in the log. */
async function appendRound(): Promise<void> {
  round += 1;
  const value = String(round);
  const records = ALL_TOPICS.flatMap((topic) => KEYS.map((key): OutgoingRecord => ({ topic, key, value, headers: {} })));
  await Promise.all(logs.map((log) => eventually(() => log.append(records), PATIENCE)));
}

async function eachGroupHandledAll(): Promise<void> {
  await eventually(() => {
    const behind = Array.from(handled).flatMap(([place, seen]) => {
      const topics = GROUPS.get(place.split('/')[1] ?? '')?.length ?? 0;
      return seen.size < round * topics * KEYS.length ? [place] : [];
    });
    expect(behind).toEqual([]);
  }, PATIENCE);
}
